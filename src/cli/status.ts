import { clientSettings } from '../adapters/install/clients.ts'
import type { InstallState } from '../adapters/install/settings.ts'
import { readSettings } from '../io/settings-file.ts'
import { clientOptions, type Target, targetsOf, wantedOf } from './client-choice.ts'
import { parseOptions } from './options.ts'
import { misused, shown, shownJson } from './outcome.ts'
import { visible } from './visible.ts'

export const summary = 'which agents pass the gate, and whether that is up to date'

export const help = `usage: sallyport status [CLIENT…] [--json]
`

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, clientOptions)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const { operands } = options.value
  const clients = operands.length === 0 ? Object.keys(clientSettings) : operands
  const rows = clients.flatMap(targetsOf).map(target => ({ target, state: stateOf(target) }))
  if (options.value.flag('json'))
    return shownJson(rows.map(({ target: { client, level, path }, state }) => ({ client, level, path, state })))
  return shown(rows.map(({ target, state }) => rowText(target, state)).join(''))
}

/** Installed with or without results counts as installed. */
function stateOf({ settings, path }: Target): InstallState {
  const text = readSettings(path)
  if (!text.ok) return 'unreadable'
  const states = [true, false].map(results => settings.state(text.value, wantedOf(results)))
  return states.includes('present') ? 'present' : (states[0] ?? 'absent')
}

const rowText = ({ client, level, path }: Target, state: InstallState): string =>
  `${client.padEnd(12)} ${level.padEnd(8)} ${said[state].padEnd(48)} ${visible(path)}\n`

const said: Readonly<Record<InstallState, string>> = {
  absent: 'not installed',
  present: 'installed',
  stale: 'installed, but out of date: run `install` again',
  untrusted: 'NOT RUNNING: the client does not trust it yet',
  unreadable: 'its settings cannot be read',
}
