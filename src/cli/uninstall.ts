import { faultText } from '../core/fault.ts'
import { dropInstalled } from '../io/installed.ts'
import { ownPaths } from '../io/paths.ts'
import { changeSettings, readSettings } from '../io/settings-file.ts'
import { chosenClients, chosenLevel, clientOptions, type Target, targetsOf } from './client-choice.ts'
import { confirm, hasTerminal } from './confirm.ts'
import { exitCodes } from './exit-codes.ts'
import { lineDiff } from './line-diff.ts'
import { type Parsed, parseOptions } from './options.ts'
import { misused, refused, shown } from './outcome.ts'
import { recordSetting } from './record-setting.ts'
import { distrustHooks } from './trust-hooks.ts'
import { visible } from './visible.ts'

export const summary = "take the gate away from a coding agent's tool calls"

export const help = `usage: sallyport uninstall CLIENT… [--level user|project|managed] [--yes]
       sallyport uninstall --all

Removes our hook from the client's settings, at every level unless one is named, and nothing else.

exit codes: 0 removed or never there, 2 not removed, 64 usage
`

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, clientOptions)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const clients = chosenClients(options.value)
  if (!clients.ok) return misused(clients.faults[0].message)
  const level = chosenLevel(options.value)
  if (!level.ok) return misused(level.faults[0].message)
  const targets = clients.value
    .flatMap(targetsOf)
    .filter(target => level.value === null || target.level === level.value)
  let worst: number = exitCodes.allow
  for (const target of targets) worst = Math.max(worst, await uninstall(target, options.value))
  return worst
}

async function uninstall({ client, settings, level, path }: Target, options: Parsed): Promise<number> {
  const before = readSettings(path)
  if (!before.ok) return refused(faultText(before.faults[0]))
  if (before.value === null) return exitCodes.allow
  const after = settings.remove(before.value)
  if (!after.ok) return refused(`${path}: ${faultText(after.faults[0])}`)
  if (after.value === before.value) return exitCodes.allow
  shown(`${visible(path)}\n${lineDiff(before.value, after.value ?? '')}\n`)
  if (!options.flag('yes')) {
    if (!hasTerminal())
      return refused('only a person at a terminal can uninstall it, or --yes in a script of their own')
    if (!(await confirm('Remove this?'))) return refused('not removed; nothing has changed')
  }
  const recorded = await recordSetting('uninstall', `${client} ${level} ${path}`)
  if (!recorded.ok) return refused(`not removed, since it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const changed = changeSettings({ path, before: before.value, after: after.value })
  if (!changed.ok) return refused(faultText(changed.faults[0]))
  dropInstalled(ownPaths().installed, path)
  distrustHooks(settings, { path, text: before.value })
  return shown(`${settings.title} no longer asks Sallyport (${level}).\n`)
}
