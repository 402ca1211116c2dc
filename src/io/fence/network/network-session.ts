import { type ChildProcess, spawn } from 'node:child_process'
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
  return ok({ enter: [], proxyPort: port, ...served(server, port, () => {}) })
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
  return ok({ enter, ...served(server, inside, () => holder.kill('SIGKILL')) })
}

/** Serves the proxy at a listening socket. */
function served(server: Server, port: number, end: () => void): Pick<NetworkSession, 'open' | 'close'> {
  const proxy = fenceProxy()
  server.on('connection', socket => proxy.take(socket))
  server.unref()
  return {
    open: hosts => {
      const access = proxy.allow(hosts)
      return { access, variables: proxyVariables({ credentials: access.credentials, port, hosts }) }
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
