import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientSettings } from '../../adapters/install/clients.ts'
import {
  type ClientSettings,
  type Level,
  levels,
  type SettingsPlace,
  type Wanted,
} from '../../adapters/install/settings.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { nearest } from '../../core/nearest.ts'
import { findTimeout } from '../../io/hook/find-timeout.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import type { ParsedOptions } from '../terminal/options.ts'

/** The settings of one client at one level. */
export interface SettingsTarget {
  readonly client: string
  readonly settings: ClientSettings
  readonly level: Level
  readonly path: string
}

/** The options by which a command is told whose settings it is about. */
export const clientOptions = {
  all: { type: 'boolean' },
  level: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const clients = Object.keys(clientSettings)

/** The clients that a command line names, or all. */
export function chosenClients(options: ParsedOptions): Result<readonly string[]> {
  if (options.flag('all')) return ok(clients)
  return options.operands.length === 0
    ? fail('validation', `name a client, or --all; clients: ${clients.join(', ')}`)
    : namedClients(options.operands)
}

/** The clients of those names, or what is wrong with one of them. */
export function namedClients(names: readonly string[]): Result<readonly string[]> {
  const unknown = names.find(name => !clients.includes(name))
  if (unknown === undefined) return ok(names)
  const near = nearest(unknown, otherNames.keys())
  const client = near === null ? undefined : otherNames.get(near)
  return fail(
    'validation',
    `unknown client \`${unknown}\`; ${client === undefined ? `clients: ${clients.join(', ')}` : `did you mean \`${client}\`?`}`,
  )
}

/** What people call a client: its name here, its program, its title. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries(clientSettings).flatMap(([client, { title, checkup }]) =>
    [client, checkup?.program ?? client, title.toLowerCase().replaceAll(' ', '-')].map(name => [name, client] as const),
  ),
)

export function chosenLevel(options: ParsedOptions): Result<Level | null> {
  const text = options.text('level')
  if (text === undefined) return ok(null)
  const level = levels.find(one => one === text)
  if (level !== undefined) return ok(level)
  const near = nearest(text, levels)
  return fail(
    'validation',
    `unknown level \`${text}\`; ${near === null ? `levels: ${levels.join(', ')}` : `did you mean \`${near}\`?`}`,
  )
}

export function targetOf(client: string, level: Level): Result<SettingsTarget> {
  const settings = clientSettings[client]
  if (settings === undefined || !settings.levels.includes(level))
    return fail('validation', `\`${client}\` has no settings for the level \`${level}\``)
  return ok({ client, settings, level, path: settings.path(level, settingsPlace()) })
}

export const targetsOf = (client: string): readonly SettingsTarget[] =>
  (clientSettings[client]?.levels ?? []).flatMap(level => {
    const target = targetOf(client, level)
    return target.ok ? [target.value] : []
  })

export function settingsPlace(): SettingsPlace {
  const { home, workspace, cwd } = findPlace({ cwd: process.cwd() })
  return { home, project: workspace[0] ?? cwd, platform: process.platform, env: process.env }
}

/** What this installation would write. A snapshot is one user's own, so settings for the whole machine name none. */
export function wantedOf(level: Level, results: boolean): Wanted {
  const dist = join(packageRoot(), 'dist')
  const snapshot = level === 'managed' ? null : ownPaths().snapshot
  return {
    program: { node: process.execPath, launcher: join(dist, 'hook.cjs'), snapshot, timeout: findTimeout() },
    results,
    plugin: client => readFileSync(join(dist, 'plugins', `${client}.js`), 'utf8'),
  }
}
