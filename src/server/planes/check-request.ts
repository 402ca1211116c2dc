import type { OwnNames } from './own-names.ts'

/**
 * The planes of the server. `page`: the console's files, which hold no data. `login`: takes the one-time code. `api`: needs the cookie
 * and the key. `hooks`: takes calls from programs on this machine, never from a browser, and answers no question.
 */
export type Plane = 'page' | 'login' | 'api' | 'hooks'

/** A request as it came over the wire, before any decoding. */
export interface RequestFacts {
  readonly method: string
  readonly target: string
  /** Lower-case names. A header that came twice has two values. */
  readonly headers: ReadonlyMap<string, readonly string[]>
}

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 411 | 413 | 415 | 421 | 429 | 503
  readonly code: string
  readonly error: string
}

/** The header with the key that the login gave to the page. */
export const keyHeader = 'x-sallyport-key'

export interface CheckedRequest {
  readonly plane: Plane
  readonly path: string
}

/**
 * Decides whether a request may reach its plane, apart from the cookie. INVARIANT: the plane follows from the raw target. A path that
 * is spelled in another way belongs to the pages, where no route of the API exists.
 */
export function checkRequest(request: RequestFacts, own: OwnNames): CheckedRequest | Refusal {
  const { method, target } = request
  if (!/^\/(?!\/)[!-~]*$/.test(target) || target.length > maxTarget || target.includes('\\'))
    return refused(400, 'bad_target', 'the request target must be a path on this server')
  if (once.some(name => valuesOf(request, name).length > 1))
    return refused(400, 'repeated_header', 'a header that may come once came twice')
  const host = headerOf(request, 'host')
  if (host === null || !own.has(host))
    return refused(421, 'foreign_host', 'this server answers only under its own loopback address')
  const path = target.split('?', 1)[0] ?? ''
  const plane = planeOf(path)
  if (!methods[plane].includes(method)) return refused(405, 'method', `\`${method}\` is not possible here`)
  const refusal = fromElsewhere(request, plane, host) ?? badBody(request, plane, path)
  return refusal ?? { plane, path }
}

export const isRefusal = (checked: CheckedRequest | Refusal): checked is Refusal => 'status' in checked

function planeOf(path: string): Plane {
  if (path === '/api/login') return 'login'
  if (path === '/api' || path.startsWith('/api/')) return 'api'
  return path === '/hooks' || path.startsWith('/hooks/') ? 'hooks' : 'page'
}

const methods: Readonly<Record<Plane, readonly string[]>> = {
  page: ['GET', 'HEAD'],
  login: ['POST'],
  api: ['GET', 'POST', 'PUT', 'DELETE'],
  hooks: ['POST'],
}

const maxTarget = 4_096

/** A second copy of one of these could be read by one part of the server and not by another. */
const once = ['host', 'origin', 'content-type', 'content-length', 'transfer-encoding', 'sec-fetch-site', keyHeader]

/** Whether a page of another origin, or something else than a page, made the request. */
function fromElsewhere(request: RequestFacts, plane: Plane, host: string): Refusal | null {
  const origin = headerOf(request, 'origin')
  const site = headerOf(request, 'sec-fetch-site')
  if (plane === 'hooks')
    return origin === null && site === null ? null : refused(403, 'browser', 'a browser cannot submit calls')
  const isChange = request.method !== 'GET' && request.method !== 'HEAD'
  if (origin === null ? isChange : origin !== `http://${host}`)
    return refused(403, 'foreign_origin', 'only the pages of this server may do this')
  const isNavigation = headerOf(request, 'sec-fetch-mode') === 'navigate'
  const isOwn = site === null || site === 'same-origin' || (!isChange && site === 'none')
  // A link on another site may open the console: the pages hold no data, and the cookie does not travel with such a request.
  if (!isOwn && !(plane === 'page' && isNavigation))
    return refused(403, 'cross_site', 'only the pages of this server may do this')
  return null
}

/** Bodies are JSON of a declared length, so that no form can send one and no body grows past its limit. */
function badBody(request: RequestFacts, plane: Plane, path: string): Refusal | null {
  const length = headerOf(request, 'content-length')
  const hasBody = headerOf(request, 'transfer-encoding') !== null || (length !== null && length !== '0')
  if (request.method !== 'POST' && request.method !== 'PUT')
    return hasBody ? refused(400, 'body', `\`${request.method}\` has no body here`) : null
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(headerOf(request, 'content-type') ?? ''))
    return refused(415, 'content_type', 'send JSON with the content type `application/json`')
  if (length === null || !/^\d{1,9}$/.test(length)) return refused(411, 'length', 'send the length of the body')
  return Number(length) > bodyLimit(plane, path) ? refused(413, 'too_large', 'the body is too large') : null
}

/** Bytes of a body. A hook sends whole files, and some routes take a policy. */
function bodyLimit(plane: Plane, path: string): number {
  if (plane === 'hooks') return 16_000_000
  return takesPolicy.test(path) ? 262_144 : 65_536
}

const takesPolicy = /^\/api\/(policy|policies|playground|explain|replay)(\/|$)/

const valuesOf = ({ headers }: RequestFacts, name: string): readonly string[] => headers.get(name) ?? []

export const headerOf = (request: RequestFacts, name: string): string | null => valuesOf(request, name)[0] ?? null

export const refused = (status: Refusal['status'], code: string, error: string): Refusal => ({ status, code, error })
