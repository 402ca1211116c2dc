import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { python } from './attackers.ts'

interface ServiceSettings {
  readonly base: string
  readonly env: Readonly<Record<string, string>>
  readonly as: { readonly uid?: number; readonly gid?: number }
  readonly secret: string
  /** Whether there are also services whose sockets cannot be found by their paths. */
  readonly withLostSockets: boolean
}

/** The services and processes of the host that an attack tries to reach. */
export interface Services {
  /** Where they are, as variables for the attacks. */
  readonly facts: Readonly<Record<string, string>>
  heard(id: string): boolean
  isVictimAlive(): boolean
  stop(): Promise<void>
}

/** Starts one process that listens everywhere, and a second one that holds a secret. */
export async function startServices({ base, env, as, secret, withLostSockets }: ServiceSettings): Promise<Services> {
  const program = `${base}/tools/services.py`
  writeFileSync(program, servers)
  const options = { cwd: base, env: { ...env, HELD: secret }, ...as }
  const victim = spawn('sleep', ['300'], { ...options, stdio: 'ignore' })
  const server = spawn(python, [program, base, secret, withLostSockets ? 'lost' : ''], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const heard: string[] = []
  const facts = await new Promise<Record<string, string>>((resolve, reject) => {
    let text = ''
    let isReady = false
    server.on('exit', code => reject(new Error(`the services ended with ${code}`)))
    server.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (isReady) heard.push(line)
        else {
          isReady = true
          resolve(JSON.parse(line))
        }
      }
    })
  })
  return {
    facts: { ...facts, VICTIM: `${victim.pid}` },
    heard: id => heard.some(line => line.includes(id)),
    isVictimAlive: () => isAlive(victim),
    stop: () =>
      new Promise(resolve => {
        victim.kill('SIGKILL')
        server.removeAllListeners('exit')
        server.once('exit', () => resolve())
        server.kill('SIGTERM')
      }),
  }
}

function isAlive({ pid }: ChildProcess): boolean {
  try {
    return !/^State:\s+[ZT]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Prints where it listens, and then every message that it receives. */
const servers = `
import ctypes, json, os, selectors, signal, socket, subprocess, sys
base, secret, lost = sys.argv[1:]
watch = selectors.DefaultSelector()
facts = {}
def listen(family, kind, address):
    one = socket.socket(family, kind)
    one.bind(address)
    if kind == socket.SOCK_STREAM: one.listen(16)
    watch.register(one, selectors.EVENT_READ, kind)
    return one
facts['TCP'] = str(listen(socket.AF_INET, socket.SOCK_STREAM, ('0.0.0.0', 0)).getsockname()[1])
try:
    facts['TCP6'] = str(listen(socket.AF_INET6, socket.SOCK_STREAM, ('::1', 0)).getsockname()[1])
except OSError:
    facts['TCP6'] = facts['TCP']
facts['UDP'] = str(listen(socket.AF_INET, socket.SOCK_DGRAM, ('127.0.0.1', 0)).getsockname()[1])
def path(name, place):
    listen(socket.AF_UNIX, socket.SOCK_STREAM, base + '/' + place)
    facts[name] = base + '/' + place
path('SOCK', 'outside/host.sock')
path('HOMESOCK', 'home/.agent.sock')
path('WORKSOCK', 'project/packages/service.sock')
listen(socket.AF_UNIX, socket.SOCK_DGRAM, base + '/outside/datagram.sock')
facts['DATAGRAM'] = base + '/outside/datagram.sock'
if lost:
    path('OLDNAME', 'outside/before-it-moved.sock')
    os.rename(facts['OLDNAME'], base + '/outside/moved.sock')
    facts['MOVED'] = base + '/outside/moved.sock'
    os.chdir(base + '/outside')
    listen(socket.AF_UNIX, socket.SOCK_STREAM, 'relative.sock')
    facts['RELATIVE'] = base + '/outside/relative.sock'
facts['ABSTRACT'] = 'sallyport-' + str(os.getpid())
listen(socket.AF_UNIX, socket.SOCK_STREAM, chr(0) + facts['ABSTRACT'])
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
shm = libc.shmget(0, 4096, 0o1600)
facts['SHM'] = str(shm)
ctypes.memmove(libc.shmat(shm, None, 0), secret.encode(), len(secret))
tmux = None
if os.path.exists('/usr/bin/tmux'):
    facts['TMUX_SOCKET'] = base + '/outside/tmux.sock'
    subprocess.run(['/usr/bin/tmux', '-f', '/dev/null', '-S', facts['TMUX_SOCKET'], 'new-session', '-d', 'sleep 300'], env=dict(os.environ, TERM='xterm', SHELL='/bin/sh'))
print(json.dumps(facts), flush=True)
def stop(*_):
    libc.shmctl(shm, 0, None)
    if 'TMUX_SOCKET' in facts: subprocess.run(['/usr/bin/tmux', '-S', facts['TMUX_SOCKET'], 'kill-server'], stderr=subprocess.DEVNULL)
    os._exit(0)
signal.signal(signal.SIGTERM, stop)
while True:
    for key, _ in watch.select():
        if key.data == socket.SOCK_STREAM:
            peer, _ = key.fileobj.accept()
            peer.settimeout(1)
            try: print(peer.recv(4096).decode(errors='replace').strip(), flush=True)
            except OSError: pass
            peer.close()
        else:
            print(key.fileobj.recv(4096).decode(errors='replace').strip(), flush=True)
`
