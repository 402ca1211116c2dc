import { faultText, type Result } from '../../core/fault.ts'
import { personName, recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { type Changed, changeSwitches, type SwitchChanges } from '../../io/stores/change-switches.ts'
import { failed, print } from '../terminal/outcome.ts'

/** The switches of the person at this command line. */
export const ownSwitches = (): SwitchChanges =>
  changeSwitches({ paths: ownPaths(), now: () => Date.now(), by: personName(), record: recordSetting })

/** Prints the result of a change and returns the exit code. */
export function reportChange(changed: Result<Changed>, text: string): number {
  if (!changed.ok) return failed(`nothing has changed: ${faultText(changed.faults[0])}`)
  const { unrecorded } = changed.value
  print(`${text}\n`)
  return unrecorded === null ? 0 : failed(`this could not be recorded: ${faultText(unrecorded)}`)
}
