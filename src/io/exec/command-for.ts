import { statSync } from 'node:fs'
import type { Running } from '../../gate/run-call.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import { commandDirectory } from '../../tools/families/command.ts'
import type { CallNetworks } from './call-networks.ts'
import type { Command } from './command.ts'

/** The state that the commands of one session share. */
export interface CommandContext {
  /** The environment of commands outside the fence; in it, the plan says which of it they get. */
  readonly env: NodeJS.ProcessEnv
  /** Variables that every command gets, for example from a `.env` file. */
  readonly variables: Readonly<Record<string, string>>
  readonly networks: CallNetworks
}

export interface RequestedCommand extends Pick<Command, 'argv' | 'input' | 'onOutput'> {
  /** Variables of this call. */
  readonly env: Readonly<Record<string, string>>
}

/** The command of an allowed call, in the directory and the fence that it was judged with. Throws a `ToolFailure`. */
export async function commandFor(
  requested: RequestedCommand,
  { call, plan }: Running,
  { env, variables, networks }: CommandContext,
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
