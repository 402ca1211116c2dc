import { fail, ok, type Result } from '../../core/fault.ts'
import { ownPaths } from '../../io/paths.ts'
import { isAsWritten, readOriginal } from '../../io/stores/originals.ts'
import { readSettings, type SettingsChange } from '../../io/stores/settings-file.ts'
import type { SettingsTarget } from './settings-target.ts'
import { distrustOf } from './trust-hooks.ts'

/** The changes that remove our hook from a client's settings; empty if the hook is not there. */
export function removalOf(target: SettingsTarget): Result<readonly SettingsChange[]> {
  const { path, settings } = target
  const text = readSettings(path)
  if (!text.ok) return text
  const distrust = distrustOf(target, text.value ?? '')
  if (!distrust.ok) return distrust
  const trust = [distrust.value ?? []].flat().map(change => ({ ...change, after: remainingText(change) }))
  if (text.value === null) return ok(trust)
  const original = readOriginal(ownPaths().originals, path)
  const after =
    original !== undefined && isAsWritten(text.value, original)
      ? ok(original.before)
      : settings.remove(text.value, original?.before)
  if (!after.ok) return fail(after.faults[0].code, `\`${path}\`: ${after.faults[0].message}`)
  return ok(after.value === text.value ? trust : [{ path, before: text.value, after: after.value }, ...trust])
}

/** A file that would be empty is removed if it did not exist before the installation. */
const remainingText = ({ path, after }: SettingsChange): string | null =>
  after === '' && readOriginal(ownPaths().originals, path)?.before === null ? null : after
