import type { Level } from '../../adapters/install/settings.ts'
import { faultText } from '../../core/fault.ts'
import { visible } from '../../core/wording/visible.ts'
import { ownPaths } from '../../io/paths.ts'
import { addInstalled } from '../../io/stores/installed.ts'
import { keepOriginal } from '../../io/stores/originals.ts'
import { readSettings, type SettingsChange } from '../../io/stores/settings-file.ts'
import { defineCommand } from '../define-command.ts'
import { isConfirmed } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'
import { allowTable, allowText } from './allow-table.ts'
import { chosenClients, chosenLevel, clientOptions } from './client-options.ts'
import { isClientPresent } from './client-presence.ts'
import { chosenContaining } from './containing.ts'
import { lineDiff } from './line-diff.ts'
import { mistakeText } from './mistake-text.ts'
import { refreshSnapshot } from './refresh-snapshot.ts'
import { type SettingsTarget, targetOf, wantedOf } from './settings-target.ts'
import { trustHooks } from './trust-hooks.ts'
import { warnIfCodeIsWritable } from './warn-if-code-is-writable.ts'
import { whyNotWritable } from './why-not-writable.ts'
import { writeSettings } from './write-settings.ts'

export const installCommand = defineCommand({
  help: `usage: sallyport install CLIENT… [--level user|project|managed] [--results] [--no-contain] [--trust]
                         [--yes]
       sallyport install --all

Adds Sallyport's hook to the client's settings, so that every tool call needs the gate's answer.
It shows the change, asks you, keeps a copy of the old file, and writes. Comments and other hooks
stay as they are; running it again changes nothing. A file that the client would ignore is refused.

  --all          every client that is found on this machine
  --level L      user (the default), project (this repository) or managed (this machine, as root)
  --results      also check the output of tools: secrets in it are hidden from the model
  --no-results   do not check it (the default for a new hook; an existing hook keeps its setting)
  --contain      let the fence answer questions that a policy leaves to it: the call runs in a sandbox
                 (the default for a new hook if the fence works here; docs/contain.md)
  --no-contain   do not; such calls ask
  --trust        also mark the hook as trusted, for clients that run only reviewed hooks
  --yes          do not ask; for your own scripts, never for an agent

exit codes: 0 installed, 2 not installed or not running yet, 64 usage
`,
  options: {
    ...clientOptions,
    results: { type: 'boolean' },
    'no-results': { type: 'boolean' },
    contain: { type: 'boolean' },
    'no-contain': { type: 'boolean' },
    trust: { type: 'boolean' },
  },
  async run(options) {
    if (options.flag('results') && options.flag('no-results'))
      return usageError('use --results or --no-results, not both')
    if (options.flag('contain') && options.flag('no-contain'))
      return usageError('use --contain or --no-contain, not both')
    const clients = chosenClients(options)
    if (!clients.ok) return usageError(clients.faults[0].message)
    const level = chosenLevel(options)
    if (!level.ok) return usageError(level.faults[0].message)
    // A client that is named is installed even if it is not found; `--all` skips clients that are not found.
    const absent = options.flag('all') ? clients.value.filter(client => !isClientPresent(client)) : []
    if (absent.length > 0) print(`not found on this machine: ${absent.join(', ')}\n`)
    let worst: number = absent.length < clients.value.length ? exitCodes.allow : exitCodes.deny
    for (const client of clients.value.filter(one => !absent.includes(one)))
      worst = Math.max(worst, await installClient(client, level.value ?? 'user', options))
    return worst
  },
})

async function installClient(client: string, level: Level, options: ParsedOptions): Promise<number> {
  const target = targetOf(client, level)
  if (!target.ok) return failed(target.faults[0].message)
  const { path, settings } = target.value
  const before = readSettings(path)
  if (!before.ok) return failed(faultText(before.faults[0]))
  const mistake = before.value === null ? null : settings.mistake(before.value)
  if (mistake !== null) return failed(`${mistakeText(target.value, mistake)}; fix that first`)
  // Installing again, to repair or update the hook, keeps earlier choices.
  const earlier = settings.does(before.value ?? '')
  const results = options.flag('results') || (!options.flag('no-results') && earlier.results === true)
  const containing = await chosenContaining(target.value, earlier.contain, options)
  const after = settings.add(before.value, wantedOf(level, { results, contain: containing.isOn }))
  if (!after.ok) return failed(`${path}: ${faultText(after.faults[0])}`)
  if (level === 'managed') warnIfCodeIsWritable()
  if (after.value === before.value) {
    addInstalled(ownPaths().installed, path)
    print(`${settings.title}: ${visible(path)} is up to date\n`)
  } else {
    print(
      `${visible(path)}\n${lineDiff(before.value ?? '', after.value)}\n${allowNote(client)}${containing.says}${gapsText(target.value)}`,
    )
    const closed = whyNotWritable(path, level)
    if (closed !== null) return failed(closed)
    if (!(await isWanted(options))) return exitCodes.deny
    const code = await write(target.value, { path, before: before.value, after: after.value })
    if (code !== exitCodes.allow) return code
  }
  refreshSnapshot(wantedOf(level).program)
  return trustHooks(target.value, {
    text: after.value,
    before: before.value,
    consent: options.flag('trust') ? () => isWanted(options) : null,
  })
}

/** INVARIANT: a person who installs the hook learns where it makes the client less strict. */
const allowNote = (client: string): string =>
  `What this changes in the client: ${allowText(allowTable(client, null))}.\n\`allow\` in a policy changes that (docs/hooks.md).\n\n`

const gapsText = ({ settings, level }: SettingsTarget): string =>
  `What this does not cover:\n${[...(level === 'project' ? [projectGap] : []), ...settings.gaps(level)]
    .map(gap => `  - ${gap}\n`)
    .join('')}`

/** The limits of every hook at project level. */
const projectGap =
  'it covers this project only, and it uses paths of this machine: in a copy on another machine it blocks every call until you install it there'

const isWanted = (options: ParsedOptions): Promise<boolean> =>
  isConfirmed(options, {
    question: 'Write this?',
    action: 'install the hook',
    declined: 'not installed; nothing has changed',
  })

/** INVARIANT: once the hook is written, the file is on the list that agents cannot change. */
async function write({ client, level, path, settings }: SettingsTarget, change: SettingsChange): Promise<number> {
  const holdsOurs = settings.commands(change.before ?? '').length > 0
  keepOriginal(ownPaths().originals, { ...change, holdsOurs })
  const changed = await writeSettings({ setting: 'install', what: `${client} ${level} ${path}`, ...change })
  if (!changed.ok) return failed(faultText(changed.faults[0]))
  addInstalled(ownPaths().installed, path)
  const kept = changed.value === null ? '' : ` The old file is kept as ${visible(changed.value)}.`
  return print(
    settings.trust === undefined
      ? `${settings.title} now asks Sallyport before every tool call.${kept}\n`
      : `The hook for ${settings.title} is written.${kept}\n`,
  )
}
