import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { changeTrust, readTrust } from '../../io/stores/trust-store.ts'
import { defineCommand } from '../define-command.ts'
import { isConfirmed } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, printJson } from '../terminal/outcome.ts'
import { projectFile } from './project-file.ts'

export const forgetCommand = defineCommand({
  help: `usage: sallyport forget [DIR] [--yes] [--json]

Stops trusting the project's sallyport.yaml: calls that it allowed ask again. The trusted version's
rules that ask or deny stay in force even after the file is changed or deleted; this removes them.
The file as it is now can still ask and deny, like the file of any project.

  --yes    do not ask; for your own scripts, never for an agent
  --json   print the result as JSON

exit codes: 0 forgotten, 2 not forgotten, 64 usage
`,
  options: {
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { most: 1, otherwise: 'name one project at most' },
  run(options) {
    const file = projectFile(options.operands[0])
    return file.ok ? forgetFile(file.value, options) : failed(faultText(file.faults[0]))
  },
})

async function forgetFile(file: string, options: ParsedOptions): Promise<number> {
  const store = ownPaths().trust
  const pins = readTrust(store)
  if (!pins.ok) return failed(faultText(pins.faults[0]))
  if (!pins.value.has(file)) return failed(`\`${file}\` is not trusted; see \`sallyport trust --list\``)
  const isYes = await isConfirmed(options, {
    question: `Stop trusting ${visible(file)}?`,
    action: 'stop trusting a policy',
    declined: 'not forgotten; nothing has changed',
  })
  if (!isYes) return exitCodes.deny
  const recorded = await recordSetting('forget', file)
  if (!recorded.ok) return failed(`not forgotten, because it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const changed = changeTrust(store, file, null)
  if (!changed.ok) {
    await recordSetting('forget_failed', file)
    return failed(faultText(changed.faults[0]))
  }
  return options.flag('json') ? printJson({ trusted: false, file }) : print(`${visible(file)} is no longer trusted\n`)
}
