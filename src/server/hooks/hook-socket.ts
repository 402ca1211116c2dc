import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import * as v from 'valibot'
import type { HookAnswer } from '../../adapters/hooks/client.ts'
import { fail, ok, type Result } from '../../core/fault.ts'

/** A request of an installed hook, as `ask-server.cjs` sends it. */
export type SocketRequest = Readonly<v.InferOutput<typeof requestSchema>>

const requestSchema = v.object({
  client: v.string(),
  /** Identifies the hook's code. */
  build: v.string(),
  cwd: v.string(),
  env: v.record(v.string(), v.string()),
  /** How long the hook may wait for a person. */
  waitMs: v.pipe(v.number(), v.minValue(0)),
  /** The client's request, as the hook got it. */
  sent: v.string(),
})

export interface HookSocketOptions {
  readonly path: string
  /** Whether this server may answer for the hook; if not, the hook answers itself. */
  readonly accepts: (request: SocketRequest) => boolean
  readonly answer: (request: SocketRequest, waiting: SocketCaller) => Promise<HookAnswer>
}

export interface SocketCaller {
  /** Aborted when the hook ends. */
  readonly signal: AbortSignal
  /** Tells the hook to wait that long for a person. */
  readonly onWait: (ms: number) => void
}

export interface HookSocket {
  /** Takes no more requests, so that hooks answer themselves. */
  stop(): void
  close(): Promise<void>
}

/** Escaped as JSON, the largest request that a hook reads may be twice as long. */
const mostBytes = 70_000_000
const mostHooks = 20_000

/** Answers hooks over a Unix socket. Only this user can reach it, because only they can open its directory. */
export async function openHookSocket(options: HookSocketOptions): Promise<Result<HookSocket>> {
  const { path } = options
  const running = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  if (await isServed(path)) return fail('config_error', 'another server is running for this user')
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (sockets.size > mostHooks) return void socket.destroy()
    const answering = serve(socket, options).catch(() => void socket.destroy())
    running.add(answering)
    void answering.finally(() => running.delete(answering))
  })
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    chmodSync(dirname(path), 0o700)
    rmSync(path, { force: true })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ path, backlog: 1_024 }, resolve))
    chmodSync(path, 0o600)
  } catch (error) {
    return fail('config_error', `hooks cannot ask this server: ${error instanceof Error ? error.message : 'unknown'}`)
  }
  const stop = () => {
    // Node also removes the socket's file.
    server.close()
  }
  return ok({
    stop,
    close: async () => {
      stop()
      await Promise.all(running)
      for (const socket of sockets) socket.destroy()
    },
  })
}

async function serve(socket: Socket, { accepts, answer }: HookSocketOptions): Promise<void> {
  const left = new AbortController()
  socket.on('close', () => left.abort())
  const line = await readLine(socket)
  const request = line === null ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), requestSchema), line)
  if (request?.success !== true || !accepts(request.output)) return void socket.destroy()
  const send = (value: object) => void socket.write(`${JSON.stringify(value)}\n`)
  send({ accepted: true })
  const given = await answer(request.output, { signal: left.signal, onWait: ms => send({ wait: ms }) })
  socket.end(`${JSON.stringify({ answer: given })}\n`)
}

/** The first line; null if the connection ends before, or if it is too long. */
function readLine(socket: Socket): Promise<string | null> {
  return new Promise(resolve => {
    const parts: Buffer[] = []
    let size = 0
    const read = (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (part.at(-1) === lineFeed) end(Buffer.concat(parts).toString('utf8', 0, size - 1))
      else if (size > mostBytes) end(null)
    }
    const end = (line: string | null) => {
      socket.off('data', read)
      // The stream must keep flowing, or the end of the hook is not noticed.
      socket.resume()
      resolve(line)
    }
    socket.on('data', read)
    socket.once('close', () => resolve(null))
  })
}

const lineFeed = 0x0a

/** Whether a server listens there. The socket of a server that was killed stays behind. */
const isServed = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(path)
    const end = (found: boolean) => {
      socket.destroy()
      resolve(found)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
