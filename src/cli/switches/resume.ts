import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { endPause, readPause } from '../../io/stores/pause.ts'
import { openStops } from '../../io/stores/stops.ts'
import { defineCommand } from '../define-command.ts'
import { hasTerminal } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print } from '../terminal/outcome.ts'
import { findSession } from './find-session.ts'
import { ownSwitches, reportChange } from './own-switches.ts'

export const resumeCommand = defineCommand({
  help: `usage: sallyport resume [SESSION]

Back to normal: ends a pause, so that the gate asks and denies again, and lets stopped sessions
go on. With SESSION it only lets that session go on. Only a person at a terminal can let a stopped
session go on.

  SESSION   the id of a stopped session, or the start of it

exit codes: 0 back to normal, 2 not or not recorded, 64 usage
`,
  operands: { most: 1, otherwise: 'name one session at most' },
  async run(options) {
    const [given] = options.operands
    if (given !== undefined) return resumeSession(given)
    const paused = await resumeGate()
    const stopped = openStops(ownPaths().stops).list().length > 0
    if (!stopped) return paused ?? print('nothing is paused or stopped\n')
    if (!hasTerminal()) return failed(needsTerminal)
    const resumed = reportChange(await ownSwitches().resume(null), 'resumed: stopped sessions may make calls again')
    return Math.max(resumed, paused ?? exitCodes.allow)
  },
})

const needsTerminal = 'only a person at a terminal can let a stopped session go on; run it there'

/** Ending a pause makes the gate stricter, so it needs no terminal and happens even if it cannot be recorded. Null: no pause. */
async function resumeGate(): Promise<number | null> {
  const { pause } = ownPaths()
  const wasPaused = readPause(pause, Date.now()) !== null
  const ended = endPause(pause)
  if (!ended.ok) return failed(faultText(ended.faults[0]))
  if (!wasPaused) return null
  const recorded = await recordSetting('resume', '')
  return recorded.ok
    ? print('resumed: the gate decides again\n')
    : failed(`resumed, but this cannot be recorded: ${faultText(recorded.faults[0])}`)
}

async function resumeSession(given: string): Promise<number> {
  const stops = openStops(ownPaths().stops).list()
  if (stops.some(({ session }) => session === null))
    return failed('all sessions are stopped; `sallyport resume` without a session lets them go on')
  const ids = stops.flatMap(({ session }) => session ?? [])
  const id = findSession(given, ids)
  if (id === null) return exitCodes.deny
  if (!ids.includes(id)) return print(`session ${visible(id)} is not stopped\n`)
  if (!hasTerminal()) return failed(needsTerminal)
  return reportChange(await ownSwitches().resume(id), `resumed session ${visible(id)}; tell the agent to go on`)
}
