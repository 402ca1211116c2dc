import type { Options, Programs, Subcommand } from '../engine/table.ts'

const looks: Subcommand = { tier: 'read', options: { '--json': 'plain' }, operands: 'plain' }

/** Anyone who knows the address reaches a port of this machine. */
const exposes: Subcommand = {
  tier: 'execute',
  does: ['change network/expose'],
  otherOptions: 'plain',
  operands: 'plain',
}

const changesNetwork: Subcommand = {
  tier: 'execute',
  does: ['change network/network'],
  otherOptions: 'plain',
  operands: 'plain',
}

/** Only this machine may be put under load without a question. */
const loadTarget = {
  'http*://localhost* http*://127.0.0.1*': 'connect',
  '*': 'opaque load sent to another machine',
} as const

const proxyOptions: Options = {
  '-p N --listen-port=N --mode=TEXT -q --quiet -v --verbose --ssl-insecure -k --anticache --anticomp --flow-detail=N':
    'plain',
  '--listen-host=ADDRESS': { 'localhost 127.0.0.1': 'plain', '*': 'change network/network' },
  '-w FILE --save-stream-file=FILE': 'write',
  '-r FILE --rfile=FILE': 'read',
  '-s FILE --scripts=FILE': 'code',
}

/** Programs that open a machine to others, make certificates for it, or put it under load. */
export const tunnels: Programs = {
  ngrok: {
    tier: 'execute',
    commands: {
      'version help credits': looks,
      config: { commands: { check: looks } },
      'http tcp tls start tunnel service': exposes,
    },
    examples: {
      'ngrok version': [],
      'ngrok http 3000': 'change network/expose',
      'ngrok config add-authtoken x': 'opaque unknown subcommand `add-authtoken` of `ngrok`',
    },
  },
  tailscale: {
    tier: 'read',
    options: { '--socket=FILE': 'plain' },
    commands: {
      status: { ...looks, options: { '--json --active --self --peers': 'plain' } },
      'ip version netcheck whois licenses dns': {
        ...looks,
        options: { '--json -4 -6 --1 --daemon --format=NAME': 'plain' },
      },
      ping: {
        ...looks,
        options: { '-c N --c=N --timeout=TIME --until-direct --verbose --icmp --tsmp --peerapi': 'plain' },
      },
      'funnel serve': exposes,
      'up down set switch exit-node': changesNetwork,
      'login logout': { ...changesNetwork, does: ['change service/login'] },
      file: {
        commands: {
          cp: {
            tier: 'execute',
            does: ['connect sends'],
            options: { '--name=NAME --verbose --targets': 'plain' },
            operands: 'read',
          },
        },
      },
    },
    examples: {
      'tailscale status --json': [],
      'tailscale funnel 3000': 'change network/expose',
      'tailscale up --ssh': 'change network/network',
      'tailscale ssh host rm x': 'opaque unknown subcommand `ssh` of `tailscale`',
      'tailscale file cp .env host:': ['connect … sends', 'read .env', 'read host:'],
    },
  },
  mkcert: {
    tier: 'write',
    singleDash: true,
    options: {
      '-CAROOT': 'dry run',
      // From then on the machine trusts every certificate of this authority.
      '-install -uninstall': 'change system/security',
      '-cert-file FILE -key-file FILE -p12-file FILE': 'write',
      '-csr FILE': 'read',
      '-client -ecdsa -pkcs12': 'plain',
    },
    operands: 'plain',
    examples: {
      'mkcert -CAROOT': [],
      'mkcert -cert-file c.pem -key-file k.pem localhost': ['write c.pem', 'write k.pem'],
      'mkcert -install': 'change system/security',
    },
  },
  'iperf3 iperf': {
    tier: 'write',
    options: {
      '-c HOST --client=HOST': { 'localhost 127.0.0.1 ::1': 'plain', '*': 'opaque load sent to another machine' },
      '-s --server -D --daemon': 'change network/listen',
      '-p N --port=N -t N --time=N -P N --parallel=N -i N --interval=N -b RATE --bitrate=RATE -n N --bytes=N -l N --length=N -w N --window=N -f NAME --format=NAME -B HOST --bind=HOST -O N --omit=N -M N --set-mss=N':
        'plain',
      '-R --reverse -u --udp -J --json -4 -6 -V --verbose --bidir -Z --zerocopy -N --no-delay -1 --one-off --get-server-output':
        'plain',
      '-F FILE --file=FILE': 'read',
      '--logfile=FILE': 'write',
    },
    operands: 'plain',
    examples: {
      'iperf3 -c 127.0.0.1 -t 5': [],
      'iperf3 -c speed.example': 'opaque load sent to another machine: `speed.example`',
      'iperf3 -s': 'change network/listen',
    },
  },
  siege: {
    tier: 'write',
    options: {
      '-c N --concurrent=N -t TIME --time=TIME -r N --reps=N -d N --delay=N -H TEXT --header=TEXT -A TEXT --user-agent=TEXT -T TEXT --content-type=TEXT':
        'plain',
      '-b --benchmark -i --internet -q --quiet -v --verbose -g --get -C --config -j --json-output -p --print': 'plain',
      '-l[FILE] --log[=FILE]': 'write',
    },
    operands: loadTarget,
    examples: {
      'siege -c 5 -t 5s http://localhost:3000/': 'connect localhost:3000',
      'siege https://e.example': 'opaque load sent to another machine: `https://e.example`',
    },
  },
  vegeta: {
    tier: 'read',
    commands: {
      'report plot encode': {
        tier: 'read',
        options: {
          '-type NAME --type=NAME -to NAME --to=NAME -title TEXT --title=TEXT -every TIME --every=TIME --buckets=TEXT':
            'plain',
          '-output FILE --output=FILE': ['write', 'tier write'],
        },
        operands: 'read',
      },
      // The targets are in a file or on standard input.
      attack: { tier: 'execute', does: ['opaque load sent to another machine'], otherOptions: 'plain' },
    },
    examples: {
      'vegeta report --type=json results.bin': 'read results.bin',
      'vegeta attack -rate=10': 'opaque load sent to another machine',
    },
  },
  sshpass: {
    tier: 'read',
    options: {
      '-f FILE': 'read',
      '-p PASSWORD': 'plain',
      '-P TEXT -d N': 'plain',
      '-e -v': 'plain',
    },
    operands: 'command',
    examples: { 'sshpass -e rm x': ['run rm x', 'delete x'] },
  },
  'ldapsearch ldapwhoami': {
    tier: 'read',
    options: {
      '-H URI -h HOST': 'connect',
      '-b BASE -s SCOPE -D DN -l N -z N -a HOW -p N -P N -e TEXT -E TEXT -S NAME -F TEXT -Y NAME -U NAME -R NAME -X NAME -O TEXT':
        'plain',
      '-x -LLL -LL -L -A -v -n -c -u -W -Z -ZZ -t -C': 'plain',
      '-w PASSWORD': 'plain',
      '-y FILE -f FILE': 'read',
    },
    operands: 'plain',
    examples: {
      "ldapsearch -x -H ldap://localhost -b dc=x '(uid=a)'": 'connect localhost',
      'ldapsearch -o x': 'opaque unknown option `-o` of `ldapsearch`',
    },
  },
  htpasswd: {
    tier: 'write',
    options: { '-b -B -C N -c -m -d -s -p -v -i -2 -5 -r N': 'plain', '-n': 'dry run', '-D': 'plain' },
    operands: ['write', 'plain...'],
    examples: { 'htpasswd -bnB user pass': [], 'htpasswd -cb .htpasswd user pass': 'write .htpasswd' },
  },
  // It sees what the programs behind it send, passwords included.
  'mitmproxy mitmdump mitmweb': {
    tier: 'execute',
    does: ['change network/network'],
    options: proxyOptions,
    operands: 'plain',
    examples: {
      'mitmdump -p 8080 -w flows': ['change network/network', 'write flows'],
      'mitmdump -s /tmp/x.py': ['change network/network', 'read /tmp/x.py', 'opaque code in `/tmp/x.py`'],
    },
  },
}
