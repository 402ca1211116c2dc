import { faultText } from '../../core/fault.ts'
import { ownPaths } from '../../io/paths.ts'
import { changeTrust, readTrust } from '../../io/stores/trust-store.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { type ParsedOptions, parseOptions } from '../terminal/options.ts'
import { failed, misused, shown, shownJson } from '../terminal/outcome.ts'
import { recordSetting } from '../terminal/record-setting.ts'
import { visible } from '../terminal/visible.ts'
import { projectFile } from './project-file.ts'

export const summary = "take a project's policy out of force"

export const help = `usage: sallyport forget [DIR] [--yes] [--json]

Forgets that the project's sallyport.yaml was trusted. What it allowed asks again; what was kept
of its asks and denies goes. A file that is still there can ask and deny, as any file can.

  --yes    do not ask: for a script that you wrote, never for an agent

exit codes: 0 forgotten, 2 not, 64 usage
`

const spec = {
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length > 1) return misused('forget one project at a time')
  const file = projectFile(options.value.operands[0])
  return file.ok ? forgetFile(file.value, options.value) : failed(faultText(file.faults[0]))
}

async function forgetFile(file: string, options: ParsedOptions): Promise<number> {
  const store = ownPaths().trust
  const pins = readTrust(store)
  if (!pins.ok) return failed(faultText(pins.faults[0]))
  if (!pins.value.has(file)) return failed(`\`${file}\` is not trusted; see \`sallyport trust --list\``)
  if (!(await isWanted(file, options))) return exitCodes.deny
  const recorded = await recordSetting('forget', file)
  if (!recorded.ok) return failed(`not forgotten, since it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const changed = changeTrust(store, file, null)
  if (!changed.ok) {
    await recordSetting('forget_failed', file)
    return failed(faultText(changed.faults[0]))
  }
  return options.flag('json') ? shownJson({ trusted: false, file }) : shown(`${visible(file)} is forgotten\n`)
}

async function isWanted(file: string, options: ParsedOptions): Promise<boolean> {
  if (options.flag('yes')) return true
  if (!hasTerminal()) {
    failed('only a person at a terminal can forget a policy; run it there, or give --yes in a script of your own')
    return false
  }
  const isYes = await confirm(`Forget ${visible(file)}?`)
  if (!isYes) failed('not forgotten; nothing has changed')
  return isYes
}
