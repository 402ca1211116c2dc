import { signal } from '@preact/signals'
import type { ApiError } from '../../src/server/api.ts'

/** Whether the server refused the cookie. The shell then shows how to sign in, in place of the page. */
export const signedOut = signal(false)

/** The answer of a request. Errors are values: `code` is for programs, `error` for people. */
export type Answer<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & RequestError)

export interface RequestError extends ApiError {
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
}

export type Query = Readonly<Record<string, string | number | null | undefined>>

/**
 * Reads from the server.
 *
 * ```ts
 * const page = await get<CallPage>('/api/calls', { session, limit: 100 })
 * if (page.ok) rows.value = page.value.rows
 * else toastError(page)
 * ```
 */
export const get = <T>(path: string, query: Query = {}): Promise<Answer<T>> => send<T>(path + queryText(query), {})

/** Changes something on the server. */
export const post = <T>(path: string, body: unknown = {}): Promise<Answer<T>> =>
  send<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Removes something on the server. */
export const remove = <T>(path: string): Promise<Answer<T>> => send<T>(path, { method: 'DELETE' })

/** `?a=1&b=2` without the empty fields; an empty text if none is left. */
export function queryText(query: Query): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') params.set(key, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  let response: Response
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' })
  } catch {
    return {
      ok: false,
      status: 0,
      code: 'unreachable',
      error: 'the server does not answer; is `sallyport serve` running?',
    }
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) {
    signedOut.value = false
    return { ok: true, value: body as T }
  }
  if (response.status === 401 && path !== '/api/login') signedOut.value = true
  return { ok: false, status: response.status, ...errorIn(body, response.status) }
}

/** The error in an answer's body. A proxy or a crash may send something else. */
export function errorIn(body: unknown, status: number): ApiError {
  const { error, code } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ApiError>
  return {
    error: typeof error === 'string' ? error : `the server answered with status ${status}`,
    code: typeof code === 'string' ? code : 'unexpected_answer',
  }
}
