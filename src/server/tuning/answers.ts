import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as v from 'valibot'
import { type Code, errorKind, type Fault, fail, ok, type Result } from '../../core/fault.ts'
import type { ApiError } from '../api.ts'
import type { TextFault } from './shapes.ts'

/** The body of a request, checked; a fault if it is too large, not JSON or of another shape. */
export async function checkedBody<S extends v.GenericSchema>(
  { req }: Context,
  schema: S,
  maxBytes: number,
): Promise<Result<v.InferOutput<S>>> {
  const announced = Number(req.header('content-length') ?? 0)
  if (announced > maxBytes) return tooLarge(maxBytes)
  const text = await req.text()
  if (Buffer.byteLength(text) > maxBytes) return tooLarge(maxBytes)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? ok(parsed.output) : fail('validation', whyInvalid(parsed.issues))
}

const tooLarge = (maxBytes: number) => fail('input_too_large', `the request must have at most ${maxBytes} bytes`)

/** `path: …` for a field, else the message alone. */
const whyInvalid = ([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string => {
  const path = v.getDotPath(issue)
  const message = issue.message.slice(0, 1).toLowerCase() + issue.message.slice(1)
  return path === null ? message : `\`${path}\`: ${message}`
}

/** The answer to a request that failed. */
export const faultReply = (c: Context, { code, message }: Pick<Fault, 'code' | 'message'>) =>
  c.json({ error: message, code } satisfies ApiError, statusOf(code))

function statusOf(code: Code): ContentfulStatusCode {
  if (code === 'input_too_large') return 413
  switch (errorKind(code)) {
    case 'validation':
      return 400
    case 'not_found':
      return 404
    case 'config_error':
      return 409
    case 'permission':
      return 403
    default:
      return 500
  }
}

/** Faults with their places in a text. */
export const textFaults = (
  faults: readonly (Pick<Fault, 'message' | 'at'> & { readonly code: string })[],
): readonly TextFault[] =>
  faults.map(({ code, message, at }) => ({
    code,
    message,
    file: at?.file ?? null,
    line: at?.line ?? 0,
    column: at?.column ?? 0,
  }))
