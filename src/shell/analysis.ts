import type { Effect } from '../core/effect.ts'
import type { Fault } from '../core/fault.ts'

/** What a command would do, and how it is built. */
export interface Analysis {
  readonly effects: readonly Effect[]
  readonly shape: Shape
  readonly intent: Intent
  /** Why parts could not be read; each also stands as an `opaque` effect. */
  readonly faults: readonly Fault[]
}

/** How the text is built, whatever it does (R26). */
export interface Shape {
  readonly pipe: boolean
  readonly chain: boolean
  readonly subshell: boolean
  readonly substitution: boolean
  readonly redirect: boolean
  readonly background: boolean
  /** A download feeds a shell or an interpreter (R29). */
  readonly download: boolean
}

/** The command that the text stands for, for lists and for people (R122, R128). */
export interface Intent {
  readonly argv: readonly string[]
  readonly isComplex: boolean
  readonly reason: string
}
