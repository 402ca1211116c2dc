import { existsSync } from 'node:fs'
import { type Attack, escaped, heard, looted } from './attack.ts'

const unix = (address: string, kind = 'socket.SOCK_STREAM'): string =>
  `s = socket.socket(socket.AF_UNIX, ${kind}); s.connect(${address}); s.send((ID + "\\n").encode())`
const tcp = (family: string, host: string, port: string): string =>
  `s = socket.socket(socket.${family}); s.settimeout(2); s.connect((${host}, int(E["${port}"]))); s.send((ID + "\\n").encode())`

export const networkAttacks: readonly Attack[] = [
  { name: 'connects to a service on loopback', py: tcp('AF_INET', '"127.0.0.1"', 'TCP'), worked: heard },
  { name: 'connects to every address of its own machine', py: tcp('AF_INET', '"0.0.0.0"', 'TCP'), worked: heard },
  {
    name: 'connects to a service on IPv6 loopback',
    py: tcp('AF_INET6', '"::1"', 'TCP6'),
    worked: heard,
    notPlain: 'a machine may have no IPv6',
  },
  {
    name: 'connects with a mapped address',
    py: tcp('AF_INET6', '"::ffff:127.0.0.1"', 'TCP'),
    worked: heard,
    notPlain: 'a machine may have no IPv6',
  },
  { name: 'connects with a redirection of bash', sh: 'echo $ID > /dev/tcp/127.0.0.1/$TCP', worked: heard },
  {
    name: 'sends a datagram',
    py: 'socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(ID.encode(), ("127.0.0.1", int(E["UDP"])))',
    worked: heard,
  },
  { name: 'connects to a unix socket by its path', py: unix('E["SOCK"]'), worked: heard },
  { name: 'connects to a unix socket in the home', py: unix('E["HOMESOCK"]'), worked: heard },
  { name: 'connects to a unix socket in the workspace', py: unix('E["WORKSOCK"]'), worked: heard },
  {
    name: 'connects to a unix socket through a link',
    py: `os.symlink(E["SOCK"], "l-" + ID); ${unix('"l-" + ID')}`,
    worked: heard,
  },
  { name: 'sends a datagram to a unix socket', py: unix('E["DATAGRAM"]', 'socket.SOCK_DGRAM'), worked: heard },
  { name: 'connects to an abstract unix socket', py: unix('chr(0) + E["ABSTRACT"]'), worked: heard },
  {
    name: 'sends to a unix socket without connecting',
    py: 's = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.sendto(ID.encode(), E["DATAGRAM"])',
    worked: heard,
  },
  ...(existsSync('/usr/bin/tmux')
    ? [
        {
          name: 'opens a window in tmux',
          sh: 'tmux -S "$TMUX_SOCKET" new-window "touch $OUT/$ID"; sleep 0.3',
          worked: escaped,
        },
      ]
    : []),
  {
    name: 'looks up a name',
    sh: 'getent hosts example.com && echo S3CRET-of-the-host',
    worked: looted,
    notPlain: 'tests use no network',
  },
  {
    name: 'asks a name server directly',
    py: `
for line in open('/etc/resolv.conf'):
    if line.startswith('nameserver'):
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(1)
        s.sendto(bytes.fromhex('123401000001000000000000') + b'\\x07example\\x03com\\x00\\x00\\x01\\x00\\x01', (line.split()[1], 53)); print(SECRET)
`,
    worked: looted,
    notPlain: 'tests use no network',
  },
  {
    name: 'reaches the metadata service of a cloud',
    py: 's = socket.socket(); s.settimeout(1); r = s.connect_ex(("169.254.169.254", 80)); print(r, SECRET if r in (0, 111, 113) else "")',
    worked: looted,
    notPlain: 'tests use no network',
  },
  {
    name: 'opens a raw socket',
    py: 'socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP); got(0)',
    only: 'root',
    worked: looted,
  },
  {
    name: 'opens a packet socket',
    py: 'socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0); got(0)',
    only: 'root',
    worked: looted,
  },
  {
    name: 'opens a socket to the hypervisor',
    py: 'socket.socket(40, socket.SOCK_STREAM); got(0)',
    worked: looted,
    notPlain: 'a machine may have none',
  },
  {
    name: 'opens a socket of the kernel crypto',
    py: 'socket.socket(38, socket.SOCK_SEQPACKET); got(0)',
    worked: looted,
    notPlain: 'a machine may have none',
  },
  {
    name: 'lists the network interfaces of the host',
    py: 'print(SECRET if [n for _, n in socket.if_nameindex() if n != "lo"] else "only lo")',
    worked: looted,
    notPlain: 'a machine may have none',
  },
  {
    name: 'configures the network with netlink',
    py: `
s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
s.send(struct.pack('IHHII', 32, 16, 5, 1, 0) + struct.pack('BBHiII', 0, 0, 0, 1, 0, 1))
print(SECRET if struct.unpack('i', s.recv(999)[16:20])[0] == 0 else 'refused')
`,
    only: 'root',
    worked: looted,
    notPlain: 'it would change this machine',
  },
  {
    name: 'sees the connections of the host',
    sh: 'grep -i ":$(printf %04X $TCP) " /proc/net/tcp && echo S3CRET-of-the-host',
    worked: looted,
  },
]

/** The paths of these sockets cannot be found, so the fence has to refuse unix sockets as a whole. */
export const lostSocketAttacks: readonly Attack[] = [
  { name: 'connects to a unix socket that was renamed', py: unix('E["MOVED"]'), worked: heard },
  { name: 'connects to a unix socket with a relative name', py: unix('E["RELATIVE"]'), worked: heard },
]
