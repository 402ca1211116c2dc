import type { Command } from '../engine/table.ts'

/**
 * What subcommands of programs for remote services do. Their options are parameters of the service: hundreds, none of
 * which executes or writes anything here, so an unlisted one tells nothing.
 */
export const reads: Command = { tier: 'read', otherOptions: 'plain' }
export const printsSecrets: Command = { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain' }
export const applies: Command = { tier: 'execute', does: ['change cloud/apply'], otherOptions: 'plain' }
export const deploys: Command = { tier: 'execute', does: ['change cloud/deploy'], otherOptions: 'plain' }
export const stops: Command = { tier: 'execute', does: ['change cloud/stop'], otherOptions: 'plain' }
export const deletes: Command = { tier: 'execute', does: ['change cloud/delete'], otherOptions: 'plain' }
export const grants: Command = { tier: 'execute', does: ['change cloud/grant'], otherOptions: 'plain' }
export const logsIn: Command = { tier: 'execute', does: ['change cloud/login'], otherOptions: 'plain' }
/** Settings of the program itself, in the user's home. */
export const manages: Command = { tier: 'execute', does: ['change cloud/manage'], otherOptions: 'plain' }
export const configures: Command = { tier: 'write', does: ['change cloud/configure'], otherOptions: 'plain' }
/** Runs code of the project: its functions, its build, its configuration. */
export const runsProject: Command = {
  tier: 'execute',
  code: 'project',
  otherOptions: 'plain',
  operands: 'may name code',
}
/** A command line on another machine, or code that only the service knows. */
export const runsThere: Command = { tier: 'execute', does: ['change cloud/run'], otherOptions: 'plain' }
