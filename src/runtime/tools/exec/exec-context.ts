import type { Clock } from '../../../core/clock.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { CommandContext } from '../../../io/exec/command-for.ts'
import type { ExecSessions } from '../../../tools/families/exec-sessions.ts'

/** The state that all exec tools of a run share. */
export interface ExecContext extends CommandContext {
  readonly clock: Clock
  /** The gate's list of programs that take input. */
  readonly sessions: ExecSessions
}

/** The names of the variables that a call and its run set; their values are in no result and no record (R194). */
export const variableNames = (input: { readonly env?: JsonObject | undefined }, { variables }: ExecContext): string[] =>
  [...new Set([...Object.keys(variables), ...Object.keys(input.env ?? {})])].sort()
