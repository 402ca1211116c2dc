import type { Context } from 'hono'
import type { ApiError } from '../api.ts'

/** An error of the API, as JSON. */
export const apiError = (
  c: Context,
  status: 400 | 404 | 409 | 422 | 429 | 500 | 503,
  code: string,
  error: string,
): Response => c.json({ error, code } satisfies ApiError, status)
