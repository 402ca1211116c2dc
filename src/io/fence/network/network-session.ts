import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { fail, ok, type Result } from '../../../core/fault.ts'
import { findSystemProgram } from '../find-programs.ts'
import type { FencedStart } from '../start-fenced.ts'
import { fenceProxy, type ProxyAccess } from './proxy.ts'

/** A network of its own for fenced commands, whose only way out is our proxy. */
export interface NetworkSession {
  /** The words that put a command into this network. */
  readonly enter: readonly string[]
  /** The port of the proxy on this machine, where fenced commands share the machine's loopback (macOS). */
  readonly proxyPort?: number
  /** Opens access for one call, and the variables that tell its programs about the proxy. */
  open(hosts: readonly string[]): CallNetwork
  close(): void
}

export interface CallNetwork {
  readonly variables: Readonly<Record<string, string>>
  readonly access: ProxyAccess
  /**
   * Whether the kernel counted packets, since the access was opened, that no route leads out for: a program does not use the
   * proxy. All calls of a session count together. Null if the kernel cannot be asked.
   */
  triedOtherHosts(): boolean | null
}

/** How a command is started in the network of a session. */
export const entering = ({ enter, proxyPort }: NetworkSession): Pick<FencedStart, 'network' | 'proxyPort'> => ({
  network: enter,
  ...(proxyPort === undefined ? {} : { proxyPort }),
})

/** Starts the network of fenced commands in the way of this operating system. */
export const startNetwork = (): Promise<Result<NetworkSession>> =>
  process.platform === 'darwin' ? startOnLoopback() : startNamespace()

/** On macOS the sandbox lets a command reach one port of this machine: that of the proxy. */
async function startOnLoopback(): Promise<Result<NetworkSession>> {
  const server = createServer()
  const port = await new Promise<number | null>(resolve => {
    server.once('error', () => resolve(null))
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  if (port === null) return fail('sandbox_denied', 'the proxy of the fence cannot be set up')
  return ok({ enter: [], proxyPort: port, ...served(server, { port, unrouted: () => null, end: () => {} }) })
}

/**
 * Starts a namespace: a process holds its namespace, and a second one opens a listening socket inside and hands it over, so
 * that nothing of ours runs in the sandbox.
 */
async function startNamespace(): Promise<Result<NetworkSession>> {
  const bwrap = findSystemProgram('bwrap')
  const nsenter = findSystemProgram('nsenter')
  if (bwrap === null || nsenter === null)
    return fail('sandbox_denied', '`nsenter` or `bwrap` is missing; install util-linux and bubblewrap')
  const holder = spawn(bwrap, [...holderFlags, '--info-fd', '3', '--', 'sleep', 'infinity'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
  })
  const pid = await holderPid(holder)
  if (pid === null) return fail('sandbox_denied', 'the network of the fence cannot be set up')
  const enter = [nsenter, '-t', `${pid}`, '-U', '-n', '--preserve-credentials']
  const server = await listenerInside(enter)
  if (server === null) {
    holder.kill('SIGKILL')
    return fail('sandbox_denied', 'the proxy of the fence cannot be set up')
  }
  holder.unref()
  return ok({
    enter,
    ...served(server, { port: inside, unrouted: () => unroutedPackets(pid), end: () => holder.kill('SIGKILL') }),
  })
}

interface ServedNetwork {
  readonly port: number
  /** Packets that had no route so far; null if the kernel cannot be asked. */
  unrouted(): number | null
  end(): void
}

/** Serves the proxy at a listening socket. */
function served(server: Server, { port, unrouted, end }: ServedNetwork): Pick<NetworkSession, 'open' | 'close'> {
  const proxy = fenceProxy()
  server.on('connection', socket => proxy.take(socket))
  server.unref()
  return {
    open: hosts => {
      const access = proxy.allow(hosts)
      const before = unrouted() ?? 0
      return {
        access,
        variables: proxyVariables({ credentials: access.credentials, port, hosts }),
        triedOtherHosts: () => {
          const now = unrouted()
          return now === null ? null : now > before
        },
      }
    },
    close: () => {
      server.close()
      proxy.close()
      end()
    },
  }
}

/** Without `--dev` there is one user namespace only, which another process of the same user may enter. */
const holderFlags = ['--unshare-user', '--unshare-net', '--die-with-parent', '--dev-bind', '/', '/']

/** The proxy's port in a network namespace. */
const inside = 3128

/** Programs inside reach their own servers directly, and everything else through the proxy. */
function proxyVariables({
  credentials,
  port,
  hosts,
}: {
  readonly credentials: string
  readonly port: number
  readonly hosts: readonly string[]
}): Readonly<Record<string, string>> {
  const proxy = `http://${credentials}@127.0.0.1:${port}`
  const reachesHost = hosts.some(host => /^(?:localhost|127\.|\[::1\])/.test(host))
  const direct = reachesHost ? '' : 'localhost,127.0.0.1,::1'
  return {
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map(name => [name, proxy]),
    ),
    NO_PROXY: direct,
    no_proxy: direct,
    NODE_USE_ENV_PROXY: '1',
  }
}

function holderPid(holder: ChildProcess): Promise<number | null> {
  return new Promise(resolve => {
    let text = ''
    const stream = holder.stdio[3]
    const end = (pid: number | null) => {
      clearTimeout(timer)
      resolve(pid)
    }
    const timer = setTimeout(() => {
      holder.kill('SIGKILL')
      end(null)
    }, startMs)
    holder.once('error', () => end(null))
    holder.once('exit', () => end(null))
    if (stream !== null && stream !== undefined && 'on' in stream)
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
        const found = /"child-pid"\s*:\s*(\d+)/.exec(text)?.[1]
        if (found !== undefined) end(Number(found))
      })
  })
}

const startMs = 10_000

/** Packets of a process's network that had no route, or that were sent to a port of its own loopback at which nothing listens. */
function unroutedPackets(pid: number): number {
  try {
    const [names = '', counts = ''] = linesOf(pid, 'snmp').filter(line => line.startsWith('Ip:'))
    const unrouted = Number(counts.split(' ')[names.split(' ').indexOf('OutNoRoutes')])
    // Many machines have their name server at a loopback address.
    const [udpNames = '', udpCounts = ''] = linesOf(pid, 'snmp').filter(line => line.startsWith('Udp:'))
    const unheard = Number(udpCounts.split(' ')[udpNames.split(' ').indexOf('NoPorts')])
    const newer = Number(/^Ip6OutNoRoutes\s+(\d+)$/m.exec(linesOf(pid, 'snmp6').join('\n'))?.[1] ?? 0)
    return unrouted + unheard + newer
  } catch {
    return 0
  }
}

const linesOf = (pid: number, name: string): readonly string[] =>
  readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n')

/** A listening socket in the other network. The process that opens it ends as soon as the socket is handed over. */
function listenerInside([program = '', ...words]: readonly string[]): Promise<Server | null> {
  return new Promise(resolve => {
    const child = spawn(program, [...words, process.execPath, '-e', listen], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { PATH: '/usr/bin:/bin' },
    })
    const end = (server: Server | null) => {
      clearTimeout(timer)
      resolve(server)
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      end(null)
    }, startMs)
    child.once('error', () => end(null))
    child.once('exit', () => end(null))
    child.on('message', (_message, handle) => end((handle as Server | undefined) ?? null))
  })
}

const listen = `const server = require('net').createServer()
server.listen(${inside}, '127.0.0.1', () => process.send('listening', server, () => { server.close(); process.disconnect() }))`
