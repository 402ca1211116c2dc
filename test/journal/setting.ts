import type { SettingChanged } from '../../src/audit/event.ts'

/** A small event with a distinct value. */
export const setting = (value: string): SettingChanged => ({
  type: 'setting_changed',
  at: '2025-01-01T00:00:00.000Z',
  session: null,
  setting: 'careful',
  value,
  by: 'me',
})
