import type { ClientSettings, SettingsFile } from '../adapters/install/settings.ts'
import { faultText } from '../core/fault.ts'
import { addInstalled } from '../io/installed.ts'
import { ownPaths } from '../io/paths.ts'
import { changeSettings, readSettings } from '../io/settings-file.ts'
import { settingsPlace, type Target } from './client-choice.ts'
import { exitCodes } from './exit-codes.ts'
import { lineDiff } from './line-diff.ts'
import { refused, shown } from './outcome.ts'
import { recordSetting } from './record-setting.ts'
import { visible } from './visible.ts'

interface Trusting {
  /** The text of the settings that hold the hooks. */
  readonly text: string
  /** Asks the person who said that they trust them; null if nobody said so. */
  readonly consent: (() => Promise<boolean>) | null
}

/** Where a client passes over hooks that no person has looked at: says so, or, with consent, writes that one has. */
export async function trustHooks(target: Target, { text, consent }: Trusting): Promise<number> {
  const { title, trust } = target.settings
  if (trust === undefined) return exitCodes.allow
  const file = trust.path(settingsPlace())
  // It can switch the hooks off, whoever trusts them.
  addInstalled(ownPaths().installed, file)
  const before = readSettings(file)
  if (!before.ok) return refused(faultText(before.faults[0]))
  const hooks = { path: target.path, text }
  if (trust.isTrusted(before.value, hooks)) return exitCodes.allow
  if (consent === null)
    return shown(`
NOT RUNNING YET: until you trust it, ${title} passes over this hook in silence, and calls run.
${trust.how}, or run this again with --trust.
`)
  const after = trust.add(before.value, hooks)
  if (!after.ok) return refused(`${file}: ${faultText(after.faults[0])}`)
  shown(`${visible(file)}\n${lineDiff(before.value ?? '', after.value)}\n`)
  if (!(await consent())) return exitCodes.deny
  const recorded = await recordSetting('install', `${target.client} ${target.level} trusted in ${file}`)
  if (!recorded.ok) return refused(`not trusted, since it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const changed = changeSettings({ path: file, before: before.value, after: after.value })
  return changed.ok ? shown(`${title} trusts this hook from now on.\n`) : refused(faultText(changed.faults[0]))
}

/** Hooks that are gone need no trust. */
export function distrustHooks({ trust }: ClientSettings, hooks: SettingsFile): void {
  if (trust === undefined) return
  const file = trust.path(settingsPlace())
  const before = readSettings(file)
  if (before.ok && before.value !== null)
    changeSettings({ path: file, before: before.value, after: trust.remove(before.value, hooks) })
}
