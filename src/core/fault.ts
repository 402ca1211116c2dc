/** The kind of a failure: it tells a caller how to react (R176, R177). */
export type ErrorKind =
  | 'validation'
  | 'permission'
  | 'not_found'
  | 'sandbox_denied'
  | 'timeout'
  | 'human_required'
  | 'cancelled'
  | 'config_error'
  | 'unknown'

/** Machine-readable causes. They are API: tests and scripts compare the codes, people read the message. */
const kindOf = {
  validation: 'validation',
  unknown_key: 'validation',
  input_too_large: 'validation',
  input_too_deep: 'validation',
  text_malformed: 'validation',
  nul_byte: 'permission',
  floor: 'permission',
  boundary: 'permission',
  policy_denied: 'permission',
  private_address: 'permission',
  host_unresolved: 'permission',
  approval_denied: 'permission',
  no_approver: 'permission',
  no_rule: 'permission',
  approval_timeout: 'timeout',
  approval_failed: 'permission',
  approval_aborted: 'cancelled',
  cancelled: 'cancelled',
  session_stopped: 'cancelled',
  human_required: 'human_required',
  loop_guard: 'permission',
  shell_unparsed: 'validation',
  limit_reached: 'permission',
  policy_invalid: 'config_error',
  policy_unreadable: 'config_error',
  policy_untrusted: 'config_error',
  policy_changed: 'config_error',
  config_error: 'config_error',
  audit_unavailable: 'permission',
  audit_broken: 'permission',
  conflict: 'validation',
  not_found: 'not_found',
  sandbox_denied: 'sandbox_denied',
  timeout: 'timeout',
  tool_failed: 'unknown',
  internal: 'unknown',
} as const satisfies Record<string, ErrorKind>

export type Code = keyof typeof kindOf

export const errorKind = (code: Code): ErrorKind => kindOf[code]

/** A failure as a value: a code for programs, a lower-case message for people, and its place. */
export interface Fault {
  readonly code: Code
  readonly message: string
  readonly at?: Location
  /** The message may quote an untrusted file: a person may read it, a model may not. */
  readonly quotesUntrusted?: true
}

export interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: Faults }
export type Faults = readonly [Fault, ...Fault[]]

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (code: Code, message: string, at?: Location): { readonly ok: false; readonly faults: Faults } => ({
  ok: false,
  faults: [at === undefined ? { code, message } : { code, message, at }],
})

/** A fault as one line: `policy.yaml:3:5: unknown key ... (policy_invalid)`. */
export function faultText(fault: Fault): string {
  const place = fault.at === undefined ? '' : `${fault.at.file}:${fault.at.line}:${fault.at.column}: `
  return `${place}${fault.message} (${fault.code})`
}
