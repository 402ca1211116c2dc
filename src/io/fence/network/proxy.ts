import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import { addressRefusal, hostRefusal, type WantedHost } from '../../../fence/network-access.ts'

/** A connection that the proxy refused. */
export interface RefusedConnection extends WantedHost {
  readonly because: string
}

/** The access of one call to the network. */
export interface ProxyAccess {
  /** The credentials that the call must send with each request: `call:password`. */
  readonly credentials: string
  /** The connections that were refused so far. */
  readonly refused: readonly RefusedConnection[]
  /** Ends the access; open connections are closed. */
  close(): void
}

/** An HTTP proxy that lets each call reach only the hosts on its own list. */
export interface FenceProxy {
  /** Takes over a connection from inside the sandbox. */
  take(socket: Socket): void
  /** Opens access for one call. */
  allow(hosts: readonly string[]): ProxyAccess
  close(): void
}

interface OpenAccess {
  readonly hosts: readonly string[]
  readonly refused: RefusedConnection[]
  readonly sockets: Set<Duplex>
}

export function fenceProxy(): FenceProxy {
  const open = new Map<string, OpenAccess>()
  const server: Server = createServer((request, response) => void forwardRequest(request, response))
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => void tunnel(request, socket, head))
  server.on('clientError', (_error, socket) => socket.destroy())

  const accessOf = (request: IncomingMessage): OpenAccess | null => {
    const sent = /^Basic (.+)$/i.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? ''
    return open.get(Buffer.from(sent, 'base64').toString('utf8')) ?? null
  }

  /** `CONNECT host:port`, which most programs use for https. */
  async function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const access = accessOf(request)
    if (access === null) return void socket.end(unauthorised)
    const wanted = wantedHost(`http://${request.url ?? ''}`)
    const dialled = wanted === null ? null : await checked(wanted, access)
    if (wanted === null || dialled === null) return void socket.end(refusalText(access))
    access.sockets.add(socket)
    const remote = connect({ host: dialled, port: wanted.port }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) remote.write(head)
      socket.pipe(remote).pipe(socket)
    })
    const end = () => {
      access.sockets.delete(socket)
      remote.destroy()
      socket.destroy()
    }
    remote.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'))
    remote.on('close', end)
    socket.on('close', end)
  }

  /** A whole URL in the request line, which programs use for plain http. */
  async function forwardRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const access = accessOf(request)
    if (access === null)
      return void response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="fence"' }).end('no credentials\n')
    const wanted = wantedHost(request.url ?? '')
    const dialled = wanted === null ? null : await checked(wanted, access)
    if (wanted === null || dialled === null) return void response.writeHead(403).end(`${refusalLine(access)}\n`)
    const { pathname, search, host } = new URL(request.url ?? '')
    const { 'proxy-authorization': _secret, 'proxy-connection': _hop, ...headers } = request.headers
    const passed = forward(
      // The checked address is dialled: a second look-up could give another one.
      {
        host: dialled,
        port: wanted.port,
        method: request.method,
        path: `${pathname}${search}`,
        headers: { ...headers, host },
      },
      answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => (response.headersSent ? response.destroy() : void response.writeHead(502).end()))
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  }

  /** The address to dial, or null and a note of the refusal. */
  async function checked(wanted: WantedHost, { hosts, refused }: OpenAccess): Promise<string | null> {
    const refuse = (because: string): null => {
      if (refused.length < mostNotes) refused.push({ ...wanted, because })
      return null
    }
    const onList = hostRefusal(wanted, hosts)
    if (onList !== null) return refuse(onList)
    const addresses = await addressesOf(wanted.host)
    const [first] = addresses
    if (first === undefined) return refuse('its name cannot be looked up')
    const own = Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address))
    const wrong = addresses.flatMap(address => addressRefusal(address, { list: hosts, port: wanted.port, own }) ?? [])
    return wrong[0] === undefined ? first : refuse(wrong[0])
  }

  return {
    take: socket => void server.emit('connection', socket),
    allow: hosts => {
      const credentials = `call:${randomBytes(16).toString('hex')}`
      const access: OpenAccess = { hosts, refused: [], sockets: new Set() }
      open.set(credentials, access)
      return {
        credentials,
        refused: access.refused,
        close: () => {
          open.delete(credentials)
          for (const socket of access.sockets) socket.destroy()
        },
      }
    },
    close: () => {
      for (const { sockets } of open.values()) for (const socket of sockets) socket.destroy()
      open.clear()
      server.closeAllConnections()
    },
  }
}

const mostNotes = 1_000

const unauthorised =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="fence"\r\nConnection: close\r\n\r\n'

const refusalLine = ({ refused }: OpenAccess): string => {
  const last = refused.at(-1)
  return last === undefined
    ? 'the fence blocked a request that names no host'
    : `the fence blocked network access to ${last.host}: ${last.because}`
}

function refusalText(access: OpenAccess): string {
  const line = refusalLine(access).replaceAll(/[^\x20-\x7e]/g, '?')
  return `HTTP/1.1 403 ${line}\r\nContent-Type: text/plain\r\nContent-Length: ${line.length + 1}\r\nConnection: close\r\n\r\n${line}\n`
}

function wantedHost(url: string): WantedHost | null {
  if (!URL.canParse(url)) return null
  const { hostname, port, protocol } = new URL(url)
  if (hostname === '' || protocol !== 'http:') return null
  return { host: hostname, port: port === '' ? 80 : Number(port) }
}

async function addressesOf(host: string): Promise<readonly string[]> {
  const plain = host.replace(/^\[|\]$/g, '')
  if (isIP(plain) !== 0) return [plain]
  try {
    return (await lookup(plain, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
