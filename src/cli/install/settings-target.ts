import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientSettings } from '../../adapters/install/clients.ts'
import type { ClientSettings, HookWork, Level, SettingsPlace, Wanted } from '../../adapters/install/settings.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { findTimeout } from '../../io/hook/find-timeout.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { packageRoot } from '../../io/policies/presets.ts'

/** The settings of one client at one level. */
export interface SettingsTarget {
  readonly client: string
  readonly settings: ClientSettings
  readonly level: Level
  readonly path: string
}

export function targetOf(client: string, level: Level): Result<SettingsTarget> {
  const settings = clientSettings[client]
  if (settings === undefined || !settings.levels.includes(level))
    return fail('validation', `\`${client}\` has no settings at level \`${level}\``)
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

/** The hook that this installation would write. A snapshot belongs to one user, so settings for the whole machine use none. */
export function wantedOf(level: Level, does: HookWork = { results: false, contain: false }): Wanted {
  const dist = join(packageRoot(), 'dist')
  const snapshot = level === 'managed' ? null : ownPaths().snapshot
  return {
    program: { node: process.execPath, launcher: join(dist, 'hook.cjs'), snapshot, timeout: findTimeout() },
    does,
    plugin: client => readFileSync(join(dist, 'plugins', `${client}.js`), 'utf8'),
  }
}
