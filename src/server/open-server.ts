import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../core/fault.ts'
import { systemClock } from '../io/clock.ts'
import { errorCode } from '../io/journal/journal-disk.ts'
import { watchJournal } from '../io/journal/watch-journal.ts'
import { openPorts } from '../io/open-ports.ts'
import { ownPaths } from '../io/paths.ts'
import { packageRoot } from '../io/policies/presets.ts'
import { createApp } from './app.ts'
import { openCallIndex } from './calls/call-index.ts'
import { endGone } from './calls/end-gone.ts'
import type { ServerContext } from './context.ts'
import { signIn } from './login/sign-in.ts'
import { overviewReader } from './overview.ts'
import { readStaticFiles } from './pages/static-files.ts'
import { openParts } from './parts.ts'
import { streamHub } from './stream/stream-hub.ts'

export interface ServerOptions {
  /** A loopback address. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly user: string
  readonly version: string
  readonly env?: NodeJS.ProcessEnv
  /** How many calls may wait for an answer at once, and for how long. */
  readonly mostPending?: number
  readonly questionMs?: number
  /** Opens the inbox and what belongs to it. */
  readonly open?: typeof openParts
  readonly heartbeatMs?: number
}

export interface OpenedServer {
  readonly url: string
  readonly port: number
  /** A link that signs one browser in, once. The one before it no longer works. */
  newLink(): string
  /** Why installed hooks cannot ask this server; null if they can. */
  readonly fault: string | null
  readonly context: ServerContext
  close(): Promise<void>
}

/** Opens the server on this machine: its journal, its index, its inbox, and a port on the loopback address. */
export async function openServer(options: ServerOptions): Promise<Result<OpenedServer>> {
  const { host, user, version, env = process.env } = options
  const paths = ownPaths(env)
  const opened = await openPorts({ env })
  if (!opened.ok) return opened
  const ports = opened.value
  const http = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    requireHostHeader: true,
  })
  http.maxConnections = mostConnections
  const listening = await listen(http, host, options.port)
  if (!listening.ok) {
    await ports.journal.close()
    return listening
  }
  const port = listening.value

  const watch = watchJournal(paths.journal)
  const calls = openCallIndex(paths.journal, watch)
  const { heartbeatMs, mostPending, questionMs, open = openParts } = options
  const { hooks, settings } = await open({ env, paths, ...given({ mostPending, questionMs }) })
  const { inbox } = hooks
  const stream = streamHub({ directory: paths.journal, watch, ...given({ heartbeatMs }) })
  const overview = overviewReader({
    ...{ env, paths, user, machine: hostname(), version },
    ...{ clock: systemClock, calls, inbox, settings },
  })
  const tell = overviewTeller(overview, event => stream.send('overview', event))
  const stops = [
    inbox.events.on(({ type, ...event }) => {
      stream.send(type, event as never)
      tell()
    }),
    watch.changes.on(tell),
  ]
  const timer = setInterval(() => {
    tell()
    void endGone(calls.recent.asked(), ports).catch(() => {})
  }, overviewMs)
  timer.unref()

  const context: ServerContext = {
    ...{ env, paths, user, machine: hostname(), version, ports },
    journal: { directory: paths.journal, anchor: paths.journalAnchor, watch },
    ...{ calls, inbox, hooks, stream, settings, overview },
    changed: tell,
  }
  const signing = signIn(systemClock)
  const answer = createApp({
    context,
    signIn: signing,
    files: readStaticFiles(join(packageRoot(), 'dist', 'console')),
    port,
  })
  http.on('request', (incoming, outgoing) => answer({ incoming, outgoing }))
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`

  return ok({
    url,
    port,
    context,
    fault: hooks.socketFault,
    newLink: () => `${url}/login#${signing.newCode()}`,
    close: async () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      const closed = new Promise(resolve => http.close(resolve))
      await hooks.close()
      stream.close()
      http.closeAllConnections()
      await closed
      calls.close()
      watch.close()
      await ports.journal.close()
    },
  })
}

/** The options that are set. */
const given = <T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never

const mostConnections = 256
const overviewMs = 5_000

function listen(http: ReturnType<typeof createServer>, host: string, port: number): Promise<Result<number>> {
  return new Promise(resolve => {
    http.once('error', error =>
      resolve(
        errorCode(error) === 'EADDRINUSE'
          ? fail('config_error', `port ${port} is taken by another program; choose another with --port`)
          : fail('config_error', `cannot listen on \`${host}\` port ${port}: ${error.message}`),
      ),
    )
    http.listen({ host, port, exclusive: true }, () => {
      const address = http.address()
      resolve(ok(typeof address === 'object' && address !== null ? address.port : port))
    })
  })
}

/** Sends the overview when it differs from the last one; several changes at once are one event. */
function overviewTeller<T>(read: () => Promise<T>, send: (value: T) => void): () => void {
  let last = ''
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void read().then(
        value => {
          const text = JSON.stringify(value)
          if (text === last) return
          last = text
          send(value)
        },
        () => {},
      )
    }, 50).unref()
  }
}
