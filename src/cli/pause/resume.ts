import { faultText } from '../../core/fault.ts'
import { recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { endPause, readPause } from '../../io/stores/pause.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print } from '../terminal/outcome.ts'

/** Resuming makes the gate stricter, so it needs no terminal and happens even if it cannot be recorded. */
export const resumeCommand = defineCommand({
  help: `usage: sallyport resume

Ends a pause: the gate asks and denies again.

exit codes: 0 not paused any more, 2 not ended or not recorded, 64 usage
`,
  operands: { most: 0, otherwise: '`resume` takes no operands' },
  async run(_options) {
    const { pause } = ownPaths()
    const wasPaused = readPause(pause, Date.now()) !== null
    const ended = endPause(pause)
    if (!ended.ok) return failed(faultText(ended.faults[0]))
    if (!wasPaused) return print('the gate is not paused\n')
    const recorded = await recordSetting('resume', '')
    return recorded.ok
      ? print('resumed: the gate decides again\n')
      : failed(`resumed, but this cannot be recorded: ${faultText(recorded.faults[0])}`)
  },
})
