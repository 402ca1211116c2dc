import type { ClientSettings, InstallState, SettingsFile } from '../../adapters/install/settings.ts'
import { readSettings } from '../../io/stores/settings-file.ts'
import { type SettingsTarget, settingsPlace, wantedOf } from './settings-target.ts'

/** Installed with or without results counts as installed. */
export function installState({ settings, level, path }: SettingsTarget): InstallState {
  const text = readSettings(path)
  if (!text.ok) return 'unreadable'
  const state = settings.state(text.value, wantedOf(level, settings.results(text.value ?? '')))
  if (state !== 'present') return state
  return isPassedOver(settings, { path, text: text.value ?? '' }) ? 'untrusted' : 'present'
}

/** Whether the client passes over the hook, since nobody has trusted it. */
function isPassedOver({ trust }: ClientSettings, hooks: SettingsFile): boolean {
  if (trust === undefined) return false
  const said = readSettings(trust.path(settingsPlace()))
  return !said.ok || !trust.isTrusted(said.value, hooks)
}
