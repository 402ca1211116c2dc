import type { AllowMeaning } from '../../core/allow-meaning.ts'
import type { Fault, Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Verdict } from '../../core/verdict.ts'
import type { CallInput } from '../../gate/take-call.ts'
import type { ContainingClient } from './contain-offer.ts'

/** One client's protocol: the requests it sends to its hook, and the answers it accepts. No client's protocol is guessed from another's. */
export interface HookClient {
  /** Parses a request. A request that is not understood is a fault, which blocks. */
  readonly read: (sent: JsonObject, env: Environment) => Result<HookEvent>
  /** Turns a verdict into an answer that the client understands. */
  readonly answer: (event: CallEvent, verdict: Verdict) => HookAnswer
  /**
   * The permission modes of the client in which an allow approves the call. In every other mode, in an unknown one and without a mode
   * it means `no-objection`, unless a policy sets `allow: approve`. Null: the client never skips its own checks because of a hook.
   */
  readonly approvesIn: readonly string[] | null
  /** Changes a tool result before the model gets it, or adds a note to it; null where the client does not allow that. */
  readonly amend: ((event: ResultEvent, change: ResultChange) => HookAnswer) | null
  /** A block as JSON, for clients that drop the reason on stderr; null where only exit 2 is certain to block. */
  readonly block?: (sent: JsonObject, reason: string) => JsonObject | null
  /** Variables that the client sets anew at each start. Approvals ignore them, so that they survive a restart. */
  readonly perRunVariables?: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

export type HookEvent = CallEvent | ResultEvent | OtherEvent

/** A call that the agent wants to make. */
export interface CallEvent {
  readonly kind: 'call'
  /** The client's name for the event. */
  readonly name: string
  readonly call: CallInput
  /** Whether the client can show a prompt to a person. If not, an ask becomes a deny that says how to approve. */
  readonly canAsk: boolean
  /** Whether the client runs a replaced input. If not, a call that a rule replaces is denied. */
  readonly canReplace?: boolean
  /** The client's permission mode, if it sends one. */
  readonly mode?: string
  /** Set if the client runs the fenced form of this call and nothing else, so that the fence may answer an ask. */
  readonly contain?: ContainingClient
  /** The whole input that the client must run in place of the call's own, because the fence answered. */
  readonly fenced?: JsonObject
}

/**
 * The meaning of an allow for the client, unless a policy says otherwise. A mode that Sallyport does not know may be one that a person chose
 * because it is stricter: the client's own checks go on there, which costs at most a prompt that it would show without Sallyport.
 */
export const allowIn = (
  { approvesIn }: Pick<HookClient, 'approvesIn'>,
  mode: string | undefined,
): AllowMeaning | null =>
  approvesIn === null ? null : mode !== undefined && approvesIn.includes(mode) ? 'approve' : 'no-objection'

/**
 * The input that an allow or ask must carry in place of the call's own: a rule's replacement, which was judged, or the fenced form
 * of the call. Null if the call keeps its own input.
 */
export const replacedInput = (
  { decision, replacement }: Verdict,
  { fenced }: Pick<CallEvent, 'fenced'> = {},
): JsonObject | null => (decision === 'deny' ? null : (fenced ?? replacement?.input ?? null))

/** The result of a call. */
export interface ResultEvent {
  readonly kind: 'result'
  readonly name: string
  /** Null if the client does not let the hook change it. */
  readonly output: JsonObject[string] | null
  /** Set for a command of the client's shell tool. */
  readonly ran?: RanCommand
}

/** A change to a tool result; one of the two is set. */
export interface ResultChange {
  /** The contents that replace those of the result. */
  readonly output?: JsonObject[string]
  /** A text that the model gets beside the result. */
  readonly note?: string
}

/** A shell command that has ended, or that goes on in the background. */
export interface RanCommand {
  readonly session: string
  readonly agents: readonly string[]
  /** The client's id of the call; null if it sends none. */
  readonly call: string | null
  /** The text that the client really ran. */
  readonly text: string
  /** The command's output, as far as the client sends it. */
  readonly printed: string
  /** Null if the client does not say. */
  readonly exitCode: number | null
}

/** An event that needs no decision. */
export interface OtherEvent {
  readonly kind: 'other'
}

/** How the hook ends: exit 0 with one complete answer on stdout, or exit 2 with a reason on stderr. */
export type HookAnswer = { readonly exit: 0; readonly stdout: string } | { readonly exit: 2; readonly stderr: string }

/** No opinion: the client proceeds as it would without a hook. */
export const silent: HookAnswer = { exit: 0, stdout: '' }

export const say = (value: JsonObject): HookAnswer => ({ exit: 0, stdout: `${JSON.stringify(value)}\n` })

/** The one form of block that every client honours: exit 2 with a non-empty reason. */
export const block = (reason: string): HookAnswer => ({ exit: 2, stderr: `${blockReason(reason)}\n` })

export const blockReason = (reason: string): string => `sallyport: ${reason}`

/**
 * For a fault in a policy file, names the line and the command that helps a person fix it. INVARIANT: text from an untrusted file never
 * reaches the model, because it could contain instructions.
 */
export const faultReason = ({ message, code, at, quotesUntrusted }: Fault): string => {
  const what = quotesUntrusted === true ? "the project's policy cannot be read" : message
  const blocked = `${what} (${code}), so the call is blocked`
  if (at === undefined) return blocked
  return `${at.file}, line ${at.line}: ${blocked} until a person fixes it: run \`sallyport policy lint ${at.file}\``
}
