import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { RouteModule, ServerContext } from './context.ts'
import { cookieHeader, cookiesIn } from './login/cookie.ts'
import type { SignIn } from './login/sign-in.ts'
import { markSignedIn } from './login/signed-in-by.ts'
import { type Exchange, sendPage } from './pages/send-page.ts'
import type { StaticFiles } from './pages/static-files.ts'
import {
  type CheckedRequest,
  checkRequest,
  headerOf,
  isRefusal,
  keyHeader,
  type Refusal,
  type RequestFacts,
  refused,
} from './planes/check-request.ts'
import { failureLimit } from './planes/failure-limit.ts'
import { ownNames } from './planes/own-names.ts'
import { readBody } from './planes/read-body.ts'
import { securityHeaders } from './planes/security-headers.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { callRoutes } from './routes/calls.ts'
import { eventRoutes } from './routes/events.ts'
import { machineRoutes } from './routes/machine.ts'
import { settingRoutes } from './routes/setting-routes.ts'

/** The parts of the API. A new part is one line here. */
const routes: readonly RouteModule[] = [machineRoutes, approvalRoutes, callRoutes, eventRoutes, settingRoutes]

export interface AppOptions {
  readonly context: ServerContext
  readonly signIn: SignIn
  readonly files: StaticFiles
  readonly port: number
}

/** Answers a request of Node's HTTP server. */
export type Answer = (exchange: Exchange) => void

/**
 * The whole server: each request passes the check of its plane before any route can see it, so no route can forget it.
 */
export function createApp({ context, signIn, files, port }: AppOptions): Answer {
  const names = ownNames(port)
  const guesses = failureLimit(mostFailures)
  const api = apiListener(context)

  /** Signs a browser in with the code from the terminal. */
  async function login({ incoming, outgoing }: Exchange): Promise<void> {
    const credentials = signIn.take(codeIn(await readBody(incoming)))
    if (credentials === null)
      return refuse(outgoing, afterFailure('this link was used or has expired; print a new one in the terminal'))
    outgoing.setHeader('set-cookie', cookieHeader(port, credentials.cookie))
    sendJson(outgoing, 200, { key: credentials.key })
  }

  const afterFailure = (error: string): Refusal =>
    guesses.fail(context.ports.clock.now().getTime())
      ? refused(429, 'too_many_failures', 'too many failed attempts; wait a minute')
      : refused(401, 'signed_out', error)

  /** A call of a client's HTTP hook. */
  async function hook({ incoming, outgoing }: Exchange, path: string): Promise<void> {
    const { status, body: answer } = await context.hooks.http({
      client: path.slice('/hooks/'.length),
      body: await readBody(incoming),
      header: name => incoming.headers[name.toLowerCase()]?.toString(),
      isGone: () => outgoing.destroyed || incoming.socket.destroyed,
    })
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(answer)
  }

  function answerOn({ plane, path }: CheckedRequest, exchange: Exchange, request: RequestFacts): void | Promise<void> {
    switch (plane) {
      case 'page':
        return sendPage(files, path, exchange)
      case 'login':
        return login(exchange)
      case 'hooks':
        return hook(exchange, path)
      case 'api': {
        const browser = signIn.find(cookiesIn(headerOf(request, 'cookie'), port), headerOf(request, keyHeader))
        if (browser === null)
          return refuse(exchange.outgoing, afterFailure('sign in with the link that the terminal shows'))
        markSignedIn(exchange.incoming, browser)
        return api(exchange.incoming, exchange.outgoing)
      }
    }
  }

  return exchange => {
    const { incoming, outgoing } = exchange
    for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value)
    const request = factsOf(exchange)
    const checked = checkRequest(request, names)
    if (isRefusal(checked)) return refuse(outgoing, checked)
    Promise.resolve(answerOn(checked, exchange, request)).catch(() => {
      if (!outgoing.headersSent) sendJson(outgoing, 500, { error: 'the server failed', code: 'internal' })
      else incoming.destroy()
    })
  }
}

const mostFailures = 30

function apiListener(context: ServerContext) {
  const app = new Hono()
  for (const addRoutes of routes) addRoutes(app, context)
  app.notFound(c => c.json({ error: 'no such route', code: 'not_found' }, 404))
  app.onError((_, c) => c.json({ error: 'the server failed', code: 'internal' }, 500))
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}

function factsOf({ incoming }: Exchange): RequestFacts {
  const headers = new Map<string, string[]>()
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    const name = (incoming.rawHeaders[i] ?? '').toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), incoming.rawHeaders[i + 1] ?? ''])
  }
  return { method: incoming.method ?? '', target: incoming.url ?? '', headers }
}

function codeIn(body: string): string {
  try {
    const { code } = JSON.parse(body)
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}

/** INVARIANT: a refused request may have a body that was not read, so its connection is not used again. */
function refuse(outgoing: Exchange['outgoing'], { status, code, error }: Refusal): void {
  outgoing.setHeader('connection', 'close')
  sendJson(outgoing, status, { error, code })
}

function sendJson(outgoing: Exchange['outgoing'], status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
