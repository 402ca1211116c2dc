import { mentionsHook } from '../../adapters/install/hook-command.ts'
import type { ClientSettings, InstallState, SettingsFile } from '../../adapters/install/settings.ts'
import { readSettings } from '../../io/stores/settings-file.ts'
import { type SettingsTarget, settingsPlace, wantedOf } from './settings-target.ts'

/** Whether the hook is installed; what it does besides deciding makes no difference. */
export function installState({ settings, level, path }: SettingsTarget): InstallState {
  const text = readSettings(path)
  if (!text.ok) return 'unreadable'
  if (text.value !== null && settings.mistake(text.value) !== null)
    return mentionsHook(text.value) ? 'ignored' : 'absent'
  const { results, contain } = settings.does(text.value ?? '')
  const state = settings.state(text.value, wantedOf(level, { results: results === true, contain: contain === true }))
  if (state !== 'present') return state
  return isSkipped(settings, { path, text: text.value ?? '' }) ? 'untrusted' : 'present'
}

/** Whether the client skips the hook because it is not trusted yet. */
function isSkipped({ trust }: ClientSettings, hooks: SettingsFile): boolean {
  if (trust === undefined) return false
  const trusted = readSettings(trust.path(settingsPlace()))
  return !trusted.ok || !trust.isTrusted(trusted.value, hooks)
}
