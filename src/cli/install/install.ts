import type { Level } from '../../adapters/install/settings.ts'
import { faultText } from '../../core/fault.ts'
import { ownPaths } from '../../io/paths.ts'
import { addInstalled } from '../../io/stores/installed.ts'
import { keepOriginal } from '../../io/stores/originals.ts'
import { readSettings, type SettingsChange } from '../../io/stores/settings-file.ts'
import { confirm, hasTerminal } from '../terminal/confirm.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { type ParsedOptions, parseOptions } from '../terminal/options.ts'
import { failed, misused, shown } from '../terminal/outcome.ts'
import { visible } from '../terminal/visible.ts'
import { chosenClients, chosenLevel, clientOptions, type SettingsTarget, targetOf, wantedOf } from './client-choice.ts'
import { keepSnapshot, warnOfOthers } from './hook-code.ts'
import { lineDiff } from './line-diff.ts'
import { isOnMachine } from './on-machine.ts'
import { trustHooks } from './trust-hooks.ts'
import { whyNotWritable } from './why-not-writable.ts'
import { writeSettings } from './write-settings.ts'

export const summary = "put the gate before a coding agent's tool calls"

export const help = `usage: sallyport install CLIENT… [--level user|project|managed] [--results] [--trust] [--yes]
       sallyport install --all                    every client that is on this machine

Shows the change of the client's settings, asks, keeps a copy of the old file, and writes it.
Comments and other hooks stay as they are; running it again changes nothing.

  --level L      user (the default), project (this repository), managed (this machine, as root)
  --results      what tools give back passes the gate too: secrets in it are hidden from the model
  --no-results   it does not; with neither of the two it stays as it is, and a new hook begins without
  --trust        where the client wants a person to look at a hook before it runs: you have, so write that down too
  --yes          do not ask: for a script that you wrote, never for an agent

exit codes: 0 installed, 2 not installed or not running yet, 64 usage
`

const spec = {
  ...clientOptions,
  results: { type: 'boolean' },
  'no-results': { type: 'boolean' },
  trust: { type: 'boolean' },
} as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.flag('results') && options.value.flag('no-results'))
    return misused('give --results or --no-results, not both')
  const clients = chosenClients(options.value)
  if (!clients.ok) return misused(clients.faults[0].message)
  const level = chosenLevel(options.value)
  if (!level.ok) return misused(level.faults[0].message)
  // What is named is wanted; of all, those that are here.
  const absent = options.value.flag('all') ? clients.value.filter(client => !isOnMachine(client)) : []
  if (absent.length > 0) shown(`not found on this machine: ${absent.join(', ')}\n`)
  let worst: number = absent.length < clients.value.length ? exitCodes.allow : exitCodes.deny
  for (const client of clients.value.filter(one => !absent.includes(one)))
    worst = Math.max(worst, await installClient(client, level.value ?? 'user', options.value))
  return worst
}

async function installClient(client: string, level: Level, options: ParsedOptions): Promise<number> {
  const target = targetOf(client, level)
  if (!target.ok) return failed(target.faults[0].message)
  const { path, settings } = target.value
  const before = readSettings(path)
  if (!before.ok) return failed(faultText(before.faults[0]))
  // Whoever mends an installation does not mean to take something away from it.
  const results = options.flag('results') || (!options.flag('no-results') && settings.results(before.value ?? ''))
  const after = settings.add(before.value, wantedOf(level, results))
  if (!after.ok) return failed(`${path}: ${faultText(after.faults[0])}`)
  if (level === 'managed') warnOfOthers()
  if (after.value === before.value) {
    addInstalled(ownPaths().installed, path)
    shown(`${settings.title}: ${visible(path)} is as it should be\n`)
  } else {
    shown(`${visible(path)}\n${lineDiff(before.value ?? '', after.value)}\n${gapsText(target.value)}`)
    const closed = whyNotWritable(path, level)
    if (closed !== null) return failed(closed)
    if (!(await isWanted(options))) return exitCodes.deny
    const code = await write(target.value, { path, before: before.value, after: after.value })
    if (code !== exitCodes.allow) return code
  }
  keepSnapshot(wantedOf(level, false).program)
  return trustHooks(target.value, {
    text: after.value,
    before: before.value,
    consent: options.flag('trust') ? () => isWanted(options) : null,
  })
}

const gapsText = ({ settings, level }: SettingsTarget): string =>
  `What this does not cover:\n${[...(level === 'project' ? [elsewhere] : []), ...settings.gaps(level)]
    .map(gap => `  - ${gap}\n`)
    .join('')}`

/** What holds for every hook of a project. */
const elsewhere =
  'it covers this project only, and names the programs of this machine: in a copy elsewhere it blocks every call until it is installed there'

async function isWanted(options: ParsedOptions): Promise<boolean> {
  if (options.flag('yes')) return true
  if (!hasTerminal()) {
    failed('only a person at a terminal can install it; run it there, or give --yes in a script of your own')
    return false
  }
  const isYes = await confirm('Write this?')
  if (!isYes) failed('not installed; nothing has changed')
  return isYes
}

/** INVARIANT: the file is protected before it can be changed by anyone else. */
async function write({ client, level, path, settings }: SettingsTarget, change: SettingsChange): Promise<number> {
  const holdsOurs = settings.commands(change.before ?? '').length > 0
  keepOriginal(ownPaths().originals, { ...change, holdsOurs })
  const changed = await writeSettings({ setting: 'install', what: `${client} ${level} ${path}`, ...change })
  if (!changed.ok) return failed(faultText(changed.faults[0]))
  addInstalled(ownPaths().installed, path)
  const kept = changed.value === null ? '' : ` The old one is kept as ${visible(changed.value)}.`
  return shown(
    `${settings.title} ${settings.trust === undefined ? 'now asks' : 'is told to ask'} Sallyport about every tool call.${kept}\n`,
  )
}
