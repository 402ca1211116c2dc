import type { HookTrust } from '../../adapters/install/settings.ts'
import { faultText, ok, type Result } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { ownPaths } from '../../io/paths.ts'
import { addInstalled } from '../../io/stores/installed.ts'
import { keepOriginal } from '../../io/stores/originals.ts'
import { readSettings, type SettingsChange } from '../../io/stores/settings-file.ts'
import { addStrings, readStrings } from '../../io/stores/string-list.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print } from '../terminal/outcome.ts'
import { lineDiff } from './line-diff.ts'
import { type SettingsTarget, settingsPlace } from './settings-target.ts'
import { writeSettings } from './write-settings.ts'

interface Trusting {
  /** The new text of the settings with the hooks, and the text before. */
  readonly text: string
  readonly before: string | null
  /** Asks the person who passed `--trust`; null without that option. */
  readonly consent: (() => Promise<boolean>) | null
}

/** For clients that skip hooks until a person trusts them: prints that, or, with consent, marks the hook as trusted. */
export async function trustHooks(
  target: SettingsTarget,
  { text, before: earlier, consent }: Trusting,
): Promise<number> {
  const { title, trust } = target.settings
  if (trust === undefined) return exitCodes.allow
  const path = trust.path(settingsPlace())
  // This file can also switch the hooks off, so agents must not change it.
  addInstalled(ownPaths().installed, path)
  addHashes(trust, target.path, [earlier ?? '', text])
  const before = readSettings(path)
  if (!before.ok) return failed(faultText(before.faults[0]))
  const hooks = { path: target.path, text, known: knownHashes() }
  if (trust.isTrusted(before.value, hooks)) return exitCodes.allow
  if (consent === null) {
    print(`
NOT RUNNING YET: until you trust it, ${title} silently skips this hook; calls run unchecked.
${trust.how}, or run this again with --trust.
`)
    return exitCodes.deny
  }
  const after = trust.add(before.value, hooks)
  if (!after.ok) return failed(`NOT RUNNING YET: ${path}: ${faultText(after.faults[0])}`)
  print(`${visible(path)}\n${lineDiff(before.value ?? '', after.value)}\n`)
  if (!(await consent())) return exitCodes.deny
  const change = { path, before: before.value, after: after.value }
  keepOriginal(ownPaths().originals, {
    ...change,
    holdsOurs: trust.remove(before.value ?? '', hooks) !== (before.value ?? ''),
  })
  const what = `${target.client} ${target.level} trusted in ${path}`
  const changed = await writeSettings({ setting: 'install', what, ...change })
  return changed.ok
    ? print(`${title} now trusts this hook and asks Sallyport before every tool call.\n`)
    : failed(faultText(changed.faults[0]))
}

const knownHashes = (): readonly string[] => readStrings(ownPaths().hookHashes)

const addHashes = (trust: HookTrust, path: string, texts: readonly string[]): void =>
  addStrings(
    ownPaths().hookHashes,
    texts.flatMap(text => trust.hashes({ path, text })),
  )

/** The change that removes our hooks from the client's list of trusted hooks; null if there is nothing to remove. */
export function distrustOf({ path, settings: { trust } }: SettingsTarget, text: string): Result<SettingsChange | null> {
  if (trust === undefined) return ok(null)
  const file = trust.path(settingsPlace())
  const before = readSettings(file)
  if (!before.ok) return before
  if (before.value === null) return ok(null)
  const after = trust.remove(before.value, { path, text, known: knownHashes() })
  return ok(after === before.value ? null : { path: file, before: before.value, after })
}
