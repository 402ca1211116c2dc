import type { Effect } from '../core/effect.ts'
import type { Fault } from '../core/fault.ts'
import type { Shape } from '../core/shape.ts'
import type { Intent } from './syntax/intent.ts'

/** What a command would do, and how it is built. */
export interface Analysis {
  readonly effects: readonly Effect[]
  readonly shape: Shape
  readonly intent: Intent
  /** Why parts could not be read; each also stands as an `opaque` effect. */
  readonly faults: readonly Fault[]
}
