import { statSync } from 'node:fs'
import type { Clock } from '../../../core/clock.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import type { CallNetworks } from '../../../io/exec/call-networks.ts'
import type { Command } from '../../../io/exec/command.ts'
import { commandDirectory } from '../../../tools/families/command.ts'
import type { ExecSessions } from '../../../tools/families/exec-sessions.ts'

/** What all exec tools of a run share. */
export interface ExecContext {
  /** The environment of commands outside the fence; in it, the plan says which of it they get. */
  readonly env: NodeJS.ProcessEnv
  /** Variables that every command gets, for example from a `.env` file. */
  readonly variables: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly networks: CallNetworks
  /** The gate's list of programs that take input. */
  readonly sessions: ExecSessions
}

export interface RequestedCommand {
  readonly argv: readonly string[]
  /** Variables of this call. */
  readonly env: Readonly<Record<string, string>>
  readonly input: Command['input']
  readonly onOutput: Command['onOutput']
}

/** The command of an allowed call, in the directory and the fence that it was judged with. */
export async function commandFor(
  requested: RequestedCommand,
  { call, plan }: Running,
  { env, variables, networks }: ExecContext,
): Promise<Command> {
  const cwd = commandDirectory(call.input, call.place)
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ToolFailure('not_found', `the directory \`${cwd}\` does not exist`)
  return {
    ...requested,
    cwd,
    plan,
    env,
    variables: { ...(typeof requested.input === 'object' ? atTerminal : {}), ...variables, ...requested.env },
    network: plan === null ? null : await networks.open(plan.network),
  }
}

/** A model reads plain text better than colours and moving cursors, and a pager would wait for a key. */
const atTerminal = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat' }

/** The names of the variables that a call and its run set; their values are in no result and no record (R194). */
export const variableNames = (input: { readonly env?: JsonObject | undefined }, { variables }: ExecContext): string[] =>
  [...new Set([...Object.keys(variables), ...Object.keys(input.env ?? {})])].sort()
