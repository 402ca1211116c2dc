import type { Fault, Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Verdict } from '../../core/verdict.ts'
import type { CallInput } from '../../gate/take-call.ts'

/** One client's dialect: what its hook is sent, and what it takes for an answer. Nothing is shared between clients by guess. */
export interface HookClient {
  /** Reads what the client sent; what is not understood is a fault, which blocks. */
  readonly read: (sent: JsonObject, env: Environment) => Result<HookEvent>
  /** Says a verdict about a call in the client's words. */
  readonly answer: (event: CallEvent, verdict: Verdict) => HookAnswer
  /** Hands a result back with other contents; null where the client has no way to. */
  readonly replace: ((event: ResultEvent, output: JsonObject[string]) => HookAnswer) | null
  /** A block in the client's words, where a reason on stderr reaches nobody; null where only exit 2 is sure to block. */
  readonly block?: (sent: JsonObject, reason: string) => JsonObject | null
  /** Variables that the client sets anew each time it starts: an approval outlives them. */
  readonly perRunVariables?: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

export type HookEvent = CallEvent | ResultEvent | OtherEvent

/** A call that the agent wants to make. */
export interface CallEvent {
  readonly kind: 'call'
  /** The client's name of the event. */
  readonly name: string
  readonly call: CallInput
  /** Whether the client can put a question to a person: elsewhere an ask is a deny that says how to approve. */
  readonly canAsk: boolean
  /** Whether the client runs another input if it is given one: elsewhere a call that a rule replaces is a deny. */
  readonly canReplace?: boolean
}

/** The input that must go into an answer which is no deny, since it is the one that was judged; null if that is the call's own. */
export const replacedInput = ({ decision, replacement }: Verdict): JsonObject | null =>
  decision === 'deny' || replacement === null ? null : replacement.input

/** What a call gave back. */
export interface ResultEvent {
  readonly kind: 'result'
  readonly name: string
  readonly output: JsonObject[string]
}

/** An event that decides nothing. */
export interface OtherEvent {
  readonly kind: 'other'
}

/** How the hook ends: one complete text on stdout and exit 0, or a reason on stderr and exit 2. */
export type HookAnswer = { readonly exit: 0; readonly stdout: string } | { readonly exit: 2; readonly stderr: string }

/** No opinion: the client goes on as it would without a hook. */
export const silent: HookAnswer = { exit: 0, stdout: '' }

export const say = (value: JsonObject): HookAnswer => ({ exit: 0, stdout: `${JSON.stringify(value)}\n` })

/** The one block that every client honours: exit 2 with a reason that is not empty. */
export const block = (reason: string): HookAnswer => ({ exit: 2, stderr: `${blockReason(reason)}\n` })

export const blockReason = (reason: string): string => `sallyport: ${reason}`

/**
 * A policy's fault has its place, and names who can mend it and with what. INVARIANT: what a file says that nobody trusts reaches no model:
 * it could give orders.
 */
export const faultReason = ({ message, code, at, quotesUntrusted }: Fault): string => {
  const what = quotesUntrusted === true ? "the project's policy cannot be read" : message
  const blocked = `${what} (${code}), so the call is blocked`
  if (at === undefined) return blocked
  return `${at.file}, line ${at.line}: ${blocked} until a person mends it: \`sallyport policy lint ${at.file}\``
}
