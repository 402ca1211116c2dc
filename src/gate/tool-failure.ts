import type { Code } from '../core/fault.ts'

/** The codes that a tool may use for its own failure (R176). */
export const failureCodes = [
  'validation',
  'not_found',
  'sandbox_denied',
  'timeout',
  'human_required',
  'cancelled',
  'private_address',
  'tool_failed',
] as const satisfies readonly Code[]
export type FailureCode = (typeof failureCodes)[number]

/**
 * Thrown by a tool that knows why it failed. Any other error counts as `tool_failed`.
 *
 * @example
 * throw new ToolFailure('not_found', 'there is no session 7')
 */
export class ToolFailure extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message: string) {
    super(message)
    this.name = 'ToolFailure'
    this.code = code
  }
}

/** The code for a thrown value. Node names its own aborts and timeouts `AbortError` and `TimeoutError`. */
export function failureCode(thrown: unknown): FailureCode {
  if (thrown instanceof ToolFailure) return failureCodes.find(code => code === thrown.code) ?? 'tool_failed'
  const name = thrown instanceof Error ? thrown.name : ''
  return name === 'AbortError' ? 'cancelled' : name === 'TimeoutError' ? 'timeout' : 'tool_failed'
}
