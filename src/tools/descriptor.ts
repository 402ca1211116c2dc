import type { World } from '../core/call.ts'
import type { Effect } from '../core/effect.ts'
import type { Result } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Risk } from '../core/risk.ts'
import type { Tier } from '../core/tier.ts'
import type { FenceAsk, FenceWish } from '../fence/wish.ts'
import type { Analysis } from '../shell/analysis.ts'
import type { HeldLine } from './families/exec-sessions.ts'

/** How a tool is judged. */
export const categories = [
  'shell_exec',
  'file_read',
  'file_write',
  'network',
  'agent',
  'stdin',
  'custom',
  'none',
] as const
export type Category = (typeof categories)[number]

/** Other names of categories in the documents (C22). */
export const otherSpellings = [
  ['shell', 'shell_exec'],
  ['file', 'file_write'],
] as const satisfies readonly (readonly [string, Category])[]
export type CategoryName = Category | (typeof otherSpellings)[number][0]

/** Describes the calls of a tool (R178). A tool without a descriptor is passed through, and its calls ask (R180). */
export interface Descriptor {
  readonly category: CategoryName
  readonly extractRisk: (args: JsonObject, world: World) => ExtractedRisk
  /** The request that is hashed, shown and recorded: small, stable, without secrets. */
  readonly sanitiseForApproval: (args: JsonObject, world: World) => JsonObject
  readonly sanitiseForEvent: (args: JsonObject, world: World) => JsonObject
}

export interface ExtractedRisk {
  readonly argv: readonly string[]
  readonly riskLevel: Risk
  readonly reason: string
}

/** A described call. */
export interface Description {
  readonly category: Category
  /** The tier of the tool itself, without its effects (R46-R48). */
  readonly tier: Tier
  readonly effects: readonly Effect[]
  /** Whether the tool's fields are not known, so that the input was only searched for names that tell something. */
  readonly isScanned: boolean
  readonly risk: ExtractedRisk
  /** The sanitised request (R126), and the form for events. */
  readonly request: JsonObject
  /** The request as canonical JSON, for its key. */
  readonly requestText: string
  readonly event: JsonObject
  /** The secrets that were removed from the request, for keyed hashes only (C25, C37). Never written. */
  readonly secrets: readonly string[]
  /** Whether the call asks for more rights than the session has (R56). */
  readonly escalated: boolean
  /** The fence that the call asks for; null if it starts no command (R102). */
  readonly fence: FenceWish | null
  /** The limits and the network that the call names for its own fence; null for every tool but `sandbox`. */
  readonly fenceAsk: FenceAsk | null
  /** The text that the spans of the effects refer to. */
  readonly text: string | null
  /** The input key with exactly that text; null if there is none. */
  readonly textKey: string | null
  readonly analysis: Analysis | null
  /** Set if the call types into a running program. */
  readonly typing: Typing | null
  /** One line for a person. */
  readonly summary: string
}

/** The state of the exec session that a call types into (C11). */
export interface Typing {
  /** Why the run may type into it without a prompt; null if it may not. */
  readonly approved: string | null
  /** Lets the run type into it from now on. */
  approve(): void
  /** Holds the line that was judged; null if it has changed since. */
  hold(): HeldLine | null
}

/** Reads a tool's input and describes the call, or says what is wrong with the input. */
export type Describe = (input: JsonObject, world: World) => Result<Description>
