import { fail, faultText, type Result } from '../../core/fault.ts'
import { recordSetting } from '../../io/journal/record-setting.ts'
import { changeSettings, type SettingsChange } from '../../io/stores/settings-file.ts'

/** A change to a client's settings that a person has confirmed. */
interface AgreedChange extends SettingsChange {
  readonly setting: 'install' | 'uninstall'
  /** The text in the journal. */
  readonly what: string
}

/** Returns the path of the copy of the old file. INVARIANT: the change is recorded before it is made, and so is its failure. */
export async function writeSettings({ setting, what, ...change }: AgreedChange): Promise<Result<string | null>> {
  const recorded = await recordSetting(setting, what)
  if (!recorded.ok)
    return fail('audit_unavailable', `not written, because it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const changed = changeSettings(change)
  if (!changed.ok) await recordSetting(`${setting}_failed`, what)
  return changed
}
