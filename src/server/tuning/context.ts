import type { Clock } from '../../core/clock.ts'
import type { Result } from '../../core/fault.ts'

/** The parts of the server that the pages for tuning the gate need. */
export interface TuningContext {
  /** Where the server was started. */
  readonly cwd: string
  readonly clock: Clock
  /** Records that a person changed a setting, and who did it. */
  readonly record: (setting: string, value: string) => Promise<Result<unknown>>
}
