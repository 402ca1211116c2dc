import { faultText } from '../../core/fault.ts'
import { ownPaths } from '../../io/paths.ts'
import { endPause, readPause } from '../../io/stores/pause.ts'
import { defineCommand } from '../define-command.ts'
import { recordSetting } from '../record-setting.ts'
import { failed, print } from '../terminal/outcome.ts'

/** It makes the gate stricter, so it needs no terminal, and it happens even where it cannot be recorded. */
export const resumeCommand = defineCommand({
  help: `usage: sallyport resume

Ends what \`sallyport pause\` began.

exit codes: 0 nothing is paused, 2 it could not be ended or recorded, 64 usage
`,
  operands: { most: 0, otherwise: '`resume` takes no operands' },
  async run(_options) {
    const { pause } = ownPaths()
    const wasPaused = readPause(pause, Date.now()) !== null
    const ended = endPause(pause)
    if (!ended.ok) return failed(faultText(ended.faults[0]))
    if (!wasPaused) return print('nothing was paused\n')
    const recorded = await recordSetting('resume', '')
    return recorded.ok
      ? print('the gate decides again\n')
      : failed(`the gate decides again, but that could not be recorded: ${faultText(recorded.faults[0])}`)
  },
})
