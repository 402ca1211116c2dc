import { faultText } from '../../core/fault.ts'
import { ownPaths } from '../../io/paths.ts'
import { endPause, readPause } from '../../io/stores/pause.ts'
import { parseOptions } from '../terminal/options.ts'
import { failed, misused, shown } from '../terminal/outcome.ts'
import { recordSetting } from '../terminal/record-setting.ts'

export const summary = 'end a pause'

export const help = `usage: sallyport resume

Ends what \`sallyport pause\` began.

exit codes: 0 nothing is paused, 2 it could not be ended or recorded, 64 usage
`

const spec = { help: { type: 'boolean', short: 'h' } } as const

/** It makes the gate stricter, so it needs no terminal, and it happens even where it cannot be recorded. */
export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length > 0) return misused('`resume` takes no operands')
  const { pause } = ownPaths()
  const wasPaused = readPause(pause, Date.now()) !== null
  const ended = endPause(pause)
  if (!ended.ok) return failed(faultText(ended.faults[0]))
  if (!wasPaused) return shown('nothing was paused\n')
  const recorded = await recordSetting('resume', '')
  return recorded.ok
    ? shown('the gate decides again\n')
    : failed(`the gate decides again, but that could not be recorded: ${faultText(recorded.faults[0])}`)
}
