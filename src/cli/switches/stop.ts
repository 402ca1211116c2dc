import { visible } from '../../core/wording/visible.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { findSession } from './find-session.ts'
import { ownSwitches, reportChange } from './own-switches.ts'

/** Stopping makes the gate stricter, so it needs no terminal and happens even if it cannot be recorded. */
export const stopCommand = defineCommand({
  help: `usage: sallyport stop [SESSION]

Stops a session: each further call of it is denied, and the agent is told that a person stopped it.
Commands that Sallyport runs for it are killed within a second. It stays stopped, also after a
restart, until \`sallyport resume\`. Without SESSION it stops all sessions, also ones that start later.

  SESSION   the id of a session, or the start of it

exit codes: 0 stopped, 2 not stopped or not recorded, 64 usage
`,
  operands: { most: 1, otherwise: 'name one session at most' },
  async run(options) {
    const [given] = options.operands
    if (given === undefined)
      return reportChange(await ownSwitches().stop(null), 'stopped all sessions; `sallyport resume` lets them go on')
    const id = findSession(given)
    if (id === null) return exitCodes.deny
    return reportChange(
      await ownSwitches().stop(id),
      `stopped session ${visible(id)}; \`sallyport resume ${visible(id.slice(0, 8))}\` lets it go on`,
    )
  },
})
