import type { Effect } from '../core/effect.ts'
import type { Fault } from '../core/fault.ts'
import type { Shape } from '../core/shape.ts'
import type { Intent } from './syntax/intent.ts'

/** The effects of a command, and its form. */
export interface Analysis {
  readonly effects: readonly Effect[]
  readonly shape: Shape
  readonly intent: Intent
  /** Why parts could not be parsed; each also has an `opaque` effect. */
  readonly faults: readonly Fault[]
}
