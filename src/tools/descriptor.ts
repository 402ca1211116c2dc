import type { World } from '../core/call.ts'
import type { Effect } from '../core/effect.ts'
import type { Result } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Risk } from '../core/risk.ts'
import type { Tier } from '../core/tier.ts'
import type { FenceWish } from '../fence/wish.ts'
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

/** What some documents call a category (C22). */
export const otherSpellings = [
  ['shell', 'shell_exec'],
  ['file', 'file_write'],
] as const satisfies readonly (readonly [string, Category])[]
export type CategoryName = Category | (typeof otherSpellings)[number][0]

/** What a tool says about its calls (R178). A builder's tool may bring its own; without one it is passed through. */
export interface Descriptor {
  readonly category: CategoryName
  readonly extractRisk: (args: JsonObject, world: World) => ExtractedRisk
  /** Small, stable, without secrets: what is hashed, shown and recorded. */
  readonly sanitiseForApproval: (args: JsonObject, world: World) => JsonObject
  readonly sanitiseForEvent: (args: JsonObject, world: World) => JsonObject
}

export interface ExtractedRisk {
  readonly argv: readonly string[]
  readonly riskLevel: Risk
  readonly reason: string
}

/** One call after its descriptor has looked at it. */
export interface Description {
  readonly category: Category
  /** The tool's own tier, before its effects speak (R46-R48). */
  readonly tier: Tier
  readonly effects: readonly Effect[]
  readonly risk: ExtractedRisk
  /** The sanitised request (R126), and the form for events. */
  readonly request: JsonObject
  /** The request as canonical JSON, for its key. */
  readonly requestText: string
  readonly event: JsonObject
  /** What was taken out of the request, for keyed hashes only (C25, C37); never written anywhere. */
  readonly secrets: readonly string[]
  /** Whether the call asks for more rights than the session has (R56). */
  readonly escalated: boolean
  /** What it says about the fence; null for a call that starts no command (R102). */
  readonly fence: FenceWish | null
  /** The text that the effects' spans point into. */
  readonly text: string | null
  /** The input key that holds that text as it is; null if none does. */
  readonly textKey: string | null
  readonly analysis: Analysis | null
  /** Set where the call types into a program that a run has started. */
  readonly typing: Typing | null
  /** One line for a person. */
  readonly summary: string
}

/** What typing into an exec session depends on beside the policies (C11). */
export interface Typing {
  /** Why the run may type into it unasked; null if it may not. */
  readonly approved: string | null
  /** Lets the run type into it from now on. */
  approve(): void
  /** Takes hold of the line that was judged; null if it is another one by now. */
  hold(): HeldLine | null
}

/** Reads a tool's input and describes the call, or says what is wrong with the input. */
export type Describe = (input: JsonObject, world: World) => Result<Description>
