import type { Subcommand } from '../engine/table.ts'

/**
 * Kinds of subcommands for remote services. Their options are parameters of the service: hundreds, none of which runs or
 * writes anything on this machine, so unlisted ones have no effect.
 */
export const cloudReads: Subcommand = { tier: 'read', otherOptions: 'plain' }
export const printsSecrets: Subcommand = { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain' }
export const applies: Subcommand = { tier: 'execute', does: ['change cloud/apply'], otherOptions: 'plain' }
export const deploys: Subcommand = { tier: 'execute', does: ['change cloud/deploy'], otherOptions: 'plain' }
export const stops: Subcommand = { tier: 'execute', does: ['change cloud/stop'], otherOptions: 'plain' }
export const deletes: Subcommand = { tier: 'execute', does: ['change cloud/delete'], otherOptions: 'plain' }
export const grants: Subcommand = { tier: 'execute', does: ['change cloud/grant'], otherOptions: 'plain' }
export const logsIn: Subcommand = { tier: 'execute', does: ['change cloud/login'], otherOptions: 'plain' }
/** Settings of the program itself, in the user's home. */
export const cloudManages: Subcommand = { tier: 'execute', does: ['change cloud/manage'], otherOptions: 'plain' }
export const configures: Subcommand = { tier: 'write', does: ['change cloud/configure'], otherOptions: 'plain' }
/** Runs code of the project: its functions, its build, its configuration. */
export const runsProject: Subcommand = {
  tier: 'execute',
  code: 'project',
  otherOptions: 'plain',
  operands: 'may name code',
}
/** A command line on another machine, or code that only the service can see. */
export const runsThere: Subcommand = { tier: 'execute', does: ['change cloud/run'], otherOptions: 'plain' }
