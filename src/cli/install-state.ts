import type { InstallState } from '../adapters/install/settings.ts'
import { readSettings } from '../io/settings-file.ts'
import { type Target, wantedOf } from './client-choice.ts'

/** Installed with or without results counts as installed. */
export function installState({ settings, path }: Target): InstallState {
  const text = readSettings(path)
  if (!text.ok) return 'unreadable'
  const states = [true, false].map(results => settings.state(text.value, wantedOf(results)))
  return states.includes('present') ? 'present' : (states[0] ?? 'absent')
}
