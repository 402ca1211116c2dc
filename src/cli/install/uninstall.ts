import { clientSettings } from '../../adapters/install/clients.ts'
import type { Level } from '../../adapters/install/settings.ts'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { removeTree } from '../../io/files/remove-tree.ts'
import { ownPaths } from '../../io/paths.ts'
import { dropInstalled } from '../../io/stores/installed.ts'
import { forgetOriginal } from '../../io/stores/originals.ts'
import type { SettingsChange } from '../../io/stores/settings-file.ts'
import { defineCommand } from '../define-command.ts'
import { isConfirmed } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'
import { chosenClients, chosenLevel, clientOptions } from './client-options.ts'
import { lineDiff } from './line-diff.ts'
import { removalOf } from './removal.ts'
import { type SettingsTarget, targetsOf } from './settings-target.ts'
import { whyNotWritable } from './why-not-writable.ts'
import { writeSettings } from './write-settings.ts'

export const uninstallCommand = defineCommand({
  help: `usage: sallyport uninstall CLIENT… [--level user|project|managed] [--yes]
       sallyport uninstall --all [--purge]

Removes Sallyport's hook from the client's settings, at every level unless you name one. Other
settings stay as they are. A file that has not changed since the installation is restored exactly.

  --all       every client
  --purge     with --all: also remove undo points, open trials and caches; the journal and your
              policies stay
  --level L   only user, project or managed
  --yes       do not ask; for your own scripts, never for an agent

exit codes: 0 removed or not installed, 2 not removed, 64 usage
`,
  options: { ...clientOptions, purge: { type: 'boolean' } },
  async run(options) {
    if (options.flag('purge') && !options.flag('all')) return usageError('`--purge` needs `--all`')
    const clients = chosenClients(options)
    if (!clients.ok) return usageError(clients.faults[0].message)
    const level = chosenLevel(options)
    if (!level.ok) return usageError(level.faults[0].message)
    let worst: number = exitCodes.allow
    for (const client of clients.value) worst = Math.max(worst, await uninstallClient(client, level.value, options))
    if (worst === exitCodes.allow && options.flag('purge')) return purge(options)
    return worst
  },
})

/** Removes what Sallyport keeps for runs. The journal stays: it is the record of what happened. */
async function purge(options: ParsedOptions): Promise<number> {
  const { state, cache } = ownPaths()
  const isYes = await isConfirmed(options, {
    question: 'Remove all undo points, open trials and caches?',
    action: "remove Sallyport's state",
    declined: 'undo points and caches stay',
  })
  if (!isYes) return exitCodes.deny
  const kept = ['undo', 'copies', 'trials', 'fence', 'compiled', 'handed', 'fence-lost', 'fence-told']
  for (const path of [...kept.map(name => `${state}/${name}`), cache]) removeTree(path)
  return print('Undo points, open trials and caches are removed.\n')
}

async function uninstallClient(client: string, level: Level | null, options: ParsedOptions): Promise<number> {
  let worst: number | null = null
  for (const target of targetsOf(client).filter(one => level === null || one.level === level)) {
    const removal = removalOf(target)
    if (!removal.ok) worst = Math.max(worst ?? 0, failed(faultText(removal.faults[0])))
    else if (removal.value.length === 0) forget(target.path)
    else worst = Math.max(worst ?? 0, await uninstall(target, removal.value, options))
  }
  const where = level === null ? '' : ` at level ${level}`
  return worst ?? print(`${clientSettings[client]?.title ?? client}: nothing to remove${where}.\n`)
}

async function uninstall(
  target: SettingsTarget,
  changes: readonly SettingsChange[],
  options: ParsedOptions,
): Promise<number> {
  const { client, settings, level } = target
  for (const { path, before, after } of changes) print(`${visible(path)}\n${lineDiff(before ?? '', after ?? '')}\n`)
  print(movingText(target, changes))
  const closed = changes.map(({ path }) => whyNotWritable(path, level)).find(why => why !== null)
  if (closed !== undefined) return failed(closed)
  const isYes = await isConfirmed(options, {
    question: 'Remove this?',
    action: 'remove the hook',
    declined: 'not removed; nothing has changed',
  })
  if (!isYes) return exitCodes.deny
  for (const change of changes) {
    const changed = await writeSettings({ setting: 'uninstall', what: `${client} ${level} ${change.path}`, ...change })
    if (!changed.ok) return failed(faultText(changed.faults[0]))
    if (change.path === target.path) forget(target.path)
    else forgetOriginal(ownPaths().originals, change.path)
  }
  return print(`${settings.title} no longer asks Sallyport (level ${level}).\n`)
}

/** Some clients trust a hook by its position, so hooks after ours lose their trust when ours is removed. */
function movingText({ path, settings: { title, trust } }: SettingsTarget, changes: readonly SettingsChange[]): string {
  const change = changes.find(one => one.path === path)
  const [before, after] = [change?.before ?? '', change?.after ?? ''].map(text => ({ path, text }))
  if (trust === undefined || before === undefined || after === undefined || !trust.isMoving(before, after)) return ''
  return `This moves other hooks up, and ${title} skips them until you trust them again: ${trust.how}.\n\n`
}

/** A file without our hook needs no protection. */
function forget(path: string): void {
  dropInstalled(ownPaths().installed, path)
  forgetOriginal(ownPaths().originals, path)
}
