import { fail, faultText, type Result } from '../../core/fault.ts'
import { changeSettings, type SettingsChange } from '../../io/stores/settings-file.ts'
import { recordSetting } from '../record-setting.ts'

/** A change of a client's settings that a person has agreed to. */
interface AgreedChange extends SettingsChange {
  readonly setting: 'install' | 'uninstall'
  /** What the journal says of it. */
  readonly what: string
}

/** Gives back where the old text is kept. INVARIANT: the record comes first; if the file cannot be written, that is recorded too. */
export async function writeSettings({ setting, what, ...change }: AgreedChange): Promise<Result<string | null>> {
  const recorded = await recordSetting(setting, what)
  if (!recorded.ok)
    return fail('audit_unavailable', `not written, since it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const changed = changeSettings(change)
  if (!changed.ok) await recordSetting(`${setting}_failed`, what)
  return changed
}
