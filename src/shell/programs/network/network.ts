import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Does, Program, Programs } from '../engine/table.ts'

const recordTypes: Readonly<Record<string, Does>> = Object.fromEntries(
  'A AAAA ANY CAA CNAME DNSKEY DS HINFO MX NAPTR NS PTR SOA SPF SRV SSHFP TLSA TXT a aaaa any caa cname mx ns ptr soa srv txt IN in'
    .split(' ')
    .map(type => [type, 'plain']),
)

/** A zone transfer: all names of a zone at once. */
const zoneTransfers: Readonly<Record<string, Does>> = { 'axfr AXFR ixfr=* IXFR=*': 'change network/map' }

const lookup: Program = {
  tier: 'read',
  options: {
    '-f FILE': ['read', 'opaque each line of a file is sent to a name server'],
    '-q NAME': { '*axfr *AXFR': 'change network/map', '*': 'connect' },
    '-x ADDRESS -h HOST --host=HOST --server=HOST': 'connect',
    '-t TYPE --type=TYPE': { '*axfr *AXFR *ixfr=* *IXFR=*': 'change network/map', '*': 'plain' },
    '-l': 'change network/map',
    '-c CLASS -p PORT -y KEY -R N -N N -W N --class=CLASS': 'plain',
  },
  otherOptions: 'plain',
  operands: { '+*': 'plain', ...zoneTransfers, ...recordTypes, '*': 'connect' },
}

const ping: Program = {
  tier: 'read',
  options: {
    '-c N -i N -W N -w N -s N -t N -I NAME -m N -M HINT -Q TOS -l N -S ADDRESS -T OPTION -F LABEL --count=N --interval=N --timeout=N':
      'plain',
    '-p PATTERN --pattern=PATTERN': 'sends',
  },
  otherOptions: 'plain',
  operands: 'connect',
}

const trace: Program = {
  tier: 'read',
  options: { '-f FILE -F FILE --file=FILE --filename=FILE': 'read', '-g --generate': 'change network/map' },
  otherOptions: 'plain',
  operands: 'connect',
}

const show = { tier: 'read', otherOptions: 'plain', operands: 'plain' } as const
const alter = { tier: 'read', does: ['change network/network'], otherOptions: 'plain', operands: 'plain' } as const
const ipObject = {
  tier: 'read',
  commands: {
    'show sh sho list lis lst ls get g count': show,
    'add a ad append prepend del d de delete set se change chg c replace r flush f fl restore attach detach addlabel':
      alter,
  },
} as const

/** Names, routes, interfaces and firewalls. */
export const network: Programs = {
  'dig nslookup host whois drill kdig delv': {
    ...lookup,
    custom: call => runLookup(lookup, call),
    examples: {
      'dig +short example.com MX': 'connect example.com',
      'dig @1.1.1.1 example.com': ['connect 1.1.1.1', 'connect example.com'],
      'dig "x.$(id).example.com"': ['run dig x.$(id).example.com', 'connect x.$(id).example.com sends'],
      'dig -f names': ['read names', 'opaque each line of a file is sent to a name server: `names`'],
      'dig axfr example.com': ['change network/map axfr', 'connect example.com'],
      'host -l example.com': ['change network/map', 'connect example.com'],
    },
  },
  'fping traceroute traceroute6 tracepath mtr arping': {
    ...trace,
    custom: call => runLookup(trace, call),
    examples: { 'traceroute -I host': 'connect host' },
  },
  resolvectl: {
    tier: 'read',
    options: { '-i NAME -p NAME -t TYPE -c CLASS': 'plain' },
    otherOptions: 'plain',
    operands: 'plain',
    commands: {
      'status statistics show-cache show-server-state': show,
      'query service openpgp tlsa': { tier: 'read', otherOptions: 'plain', operands: 'connect' },
      'dns domain default-route llmnr mdns dnsovertls dnssec nta log-level': {
        tier: 'read',
        operands: ['plain', 'change network/network...'],
      },
      'revert flush-caches reset-statistics reset-server-features': alter,
    },
    examples: {
      'resolvectl status': [],
      'resolvectl query example.com': 'connect example.com',
      'resolvectl dns eth0 1.1.1.1': 'change network/network 1.1.1.1',
    },
  },
  'ping ping6': {
    ...ping,
    custom: call => runLookup(ping, call),
    examples: { 'ping -c 1 example.com': 'connect example.com', 'ping -p ff00 host': 'connect host sends' },
  },
  'nmap masscan': {
    tier: 'execute',
    singleDash: true,
    options: {
      '-oN FILE -oX FILE -oG FILE -oA FILE -oS FILE -oJ FILE -oL FILE': 'write',
      '-iL FILE --excludefile FILE': 'read',
      '--script SCRIPTS --script=SCRIPTS --datadir DIR --servicedb FILE': 'opaque scripts that nmap runs',
      '-p PORTS --top-ports N --max-rate N --rate N --exclude HOSTS -e NAME -S ADDRESS -g PORT -D LIST': 'plain',
    },
    otherOptions: 'plain',
    operands: 'connect',
    examples: { 'nmap -p 22 host': 'connect host', 'nmap -oN out host': ['write out', 'connect host'] },
  },
  'tcpdump tshark dumpcap': {
    tier: 'execute',
    options: {
      '-w FILE': 'write',
      '-r FILE -F FILE -V FILE': 'read',
      '-z COMMAND --postrotate-command=COMMAND': 'run',
      '-X OPTION': 'opaque a Lua script',
      '-i NAME -c N -s N -C N -G N -W N -T TYPE -y TYPE -Z USER -B N -Y FILTER -f FILTER -e FIELD -E OPTION': 'plain',
      '-n -nn -v -vv -vvv -A -x -xx -XX -q -t -tt -ttt -tttt -l -D -p -S -K -U --list-interfaces': 'plain',
    },
    operands: 'plain',
    examples: { 'tcpdump -i eth0 -w out.pcap': 'write out.pcap', 'tcpdump -r a -z ./x': ['read a', 'run ./x'] },
  },
  'netstat ss lsof nethogs iftop': {
    tier: 'read',
    options: {
      '-K --kill': 'change network/stop',
      '-D FILE --diag=FILE': 'write',
      '-F[FILE] --filter[=FILE]': 'plain',
      '-p[N] -i[ADDRESS] -u[USER] -c[NAME] -d[FD] -g[ID] -s[STATE]': 'plain',
    },
    otherOptions: 'plain',
    examples: { 'lsof -i :3000': [], 'ss -tlnp': [], 'ss -K dst 10.0.0.1': 'change network/stop' },
  },
  ip: {
    tier: 'read',
    singleDash: true,
    options: {
      '-4 -6 -0 -s -stats -statistics -d -details -j -json -p -pretty -br -brief -c -color -o -oneline -h -human -r -resolve -a -all -t -ts -V -B -M -N -rc --brief --json --pretty --color --details --oneline --statistics --stats':
        'plain',
      '-f FAMILY -family FAMILY -n NAME -netns NAME': 'plain',
      '-b FILE -batch FILE': 'opaque commands from a file',
      '-force': 'plain',
    },
    commands: {
      'address addr ad add a link li l route ro r rule ru neighbour neighbor neigh n tunnel tun tuntap maddress maddr m mroute addrlabel nexthop token macsec xfrm fou sr tcp_metrics tcpmetrics':
        ipObject,
      'monitor mo netconf netc ntable ntbl stats help': show,
      netns: {
        tier: 'read',
        commands: {
          'list ls show identify pids list-id monitor': show,
          'add del delete set attach': alter,
          exec: { tier: 'execute', operands: ['plain', 'command'] },
        },
      },
    },
    examples: {
      'ip -br addr': [],
      'ip route show': [],
      'ip -4 route add default via 10.0.0.1': 'change network/network',
      'ip netns exec a id': 'run id',
    },
  },
  ifconfig: {
    tier: 'read',
    singleDash: true,
    options: { '-a -s -v -l -L -m -r -u -d': 'plain' },
    optionsFirst: true,
    operands: ['plain', 'change network/network...'],
    examples: {
      'ifconfig eth0 down --help': ['change network/network down', 'change network/network --help'],
      'ifconfig eth0': [],
      'ifconfig eth0 up': 'change network/network up',
    },
  },
  route: {
    tier: 'read',
    options: { '-n -e -ee -v -A -4 -6 -F -C -q -t': 'plain', '-inet -inet6': 'plain' },
    commands: { 'get show monitor': show, 'add del delete change flush': alter },
    examples: { 'route -n': [], 'route add default gw 10.0.0.1': 'change network/network' },
  },
  arp: {
    tier: 'read',
    options: { '-a -n -v -e -l': 'plain', '-i NAME -H TYPE': 'plain', '-s -d -f -S': 'change network/network' },
    operands: 'plain',
    examples: { 'arp -an': [], 'arp -d host': 'change network/network' },
  },
  'ethtool iw iwconfig iwlist nmcli wpa_cli brctl tc': {
    tier: 'execute',
    operands: 'opaque a change to the network configuration',
    examples: { 'iw dev': 'opaque a change to the network configuration: `dev`' },
  },
  'iptables ip6tables ebtables arptables': {
    tier: 'read',
    options: {
      '-L --list -S --list-rules -n --numeric -v --verbose -x --exact --line-numbers -C --check': 'plain',
      '-t TABLE --table=TABLE -w[N] --wait[=N] -p PROTOCOL -s ADDRESS -d ADDRESS -i NAME -o NAME -m NAME': 'plain',
      '-F --flush -X --delete-chain': 'change network/flush',
    },
    // Every other option is part of a rule that is added, changed or deleted.
    operands: 'plain',
    examples: {
      'iptables -L -n': [],
      'iptables -F': 'change network/flush',
      'iptables -A INPUT -j DROP': [
        'opaque unknown option `-A` of `iptables`',
        'opaque unknown option `-j` of `iptables`',
      ],
    },
  },
  'iptables-save ip6tables-save': {
    tier: 'read',
    options: { '-f FILE --file=FILE': 'write', '-M PROGRAM --modprobe=PROGRAM': 'code' },
    otherOptions: 'plain',
  },
  'iptables-restore ip6tables-restore': {
    tier: 'execute',
    does: ['change network/flush'],
    otherOptions: 'plain',
    operands: 'read',
  },
  nft: {
    tier: 'read',
    options: {
      '-n -nn -a -j -s -S -y -u -t --handle --json --stateless': 'plain',
      '-f FILE --file=FILE': ['read', 'change network/flush'],
      '-c --check': 'dry run',
    },
    commands: {
      'list monitor describe': show,
      'add create insert replace rename': alter,
      'flush delete destroy reset': {
        tier: 'read',
        does: ['change network/flush'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: { 'nft list ruleset': [], 'nft flush ruleset': 'change network/flush' },
  },
  ufw: {
    tier: 'read',
    options: { '--dry-run': 'dry run', '--force': 'plain' },
    commands: {
      'status show version app': show,
      'allow deny reject limit enable reload logging default route insert prepend': alter,
      'disable reset delete': {
        tier: 'read',
        does: ['change network/flush'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: { 'ufw status verbose': [], 'ufw disable': 'change network/flush' },
  },
  'firewall-cmd': {
    tier: 'read',
    options: {
      '--state --list-all --list-all-zones --list-services --list-ports --list-rich-rules --get-zones --get-active-zones --get-default-zone --get-services --permanent -q --quiet':
        'plain',
      '--zone=ZONE': 'plain',
      '--reload --complete-reload --add-port=PORT --add-service=NAME --remove-port=PORT --remove-service=NAME --set-default-zone=ZONE --panic-on':
        'change network/network',
    },
    examples: { 'firewall-cmd --list-all': [], 'firewall-cmd --add-port=80/tcp': 'change network/network 80/tcp' },
  },
}

/** A name that contains a command's output sends that data out, even without an answer. */
function runLookup(table: Program, call: ProgramCall): void {
  applyTable(table, {
    ...call,
    connect: (host, sends) => {
      const name = knownPrefix(host).startsWith('@') ? cutPrefix(host, 1) : host
      call.connect(name, sends || carriesData(name))
    },
  })
}

const carriesData = (name: Word): boolean =>
  !isKnown(name) && (name.parts.length > 1 || /^[`$]\(?/.test(wordText(name).replace(/^\$\w/, '')))
