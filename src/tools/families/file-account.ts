import type { World } from '../../core/call.ts'
import type { Effect } from '../../core/effect.ts'
import type { JsonObject } from '../../core/json.ts'
import { baseName, expandHome, resolvePath } from '../../core/path.ts'
import { higherRisk } from '../../core/risk.ts'
import { picksSensitive } from '../../guard/protected.ts'
import { pathRisk, type RiskReport } from '../../guard/risk.ts'
import { type PathUse, touch } from '../effects.ts'
import { sanitise } from '../sanitise.ts'
import type { Account } from '../tool.ts'

/** One path field of a call. Patterns and other partly known words are passed as effects instead. */
export interface NamedPath extends PathUse {
  readonly path: string
}

export interface FileCall {
  readonly paths: readonly NamedPath[]
  readonly effects?: readonly Effect[]
  /** The rest of the request. */
  readonly said: JsonObject
  readonly world: World
}

/** Describes a call that names files. Paths are resolved, so that equal requests mean equal files (R41). */
export function fileAccount({ paths, effects = [], said, world }: FileCall): Account {
  const { request, requestText, secrets } = sanitise({ ...resolvedPaths(paths, world), ...said })
  const { risk, factors } = risksOf(paths, world)
  return {
    effects: [...paths.map(path => touched(path, world)), ...effects],
    risk: { argv: [], riskLevel: risk, reason: factors.length === 0 ? 'files by name' : factors.join(', ') },
    request,
    requestText,
    secrets,
    summary: paths.map(({ path }) => path).join(', '),
  }
}

/** Some tools take patterns as paths: `.e*` selects `.env`. */
function touched(use: NamedPath, world: World): Effect {
  const effect = touch(use, world)
  return use.kind === 'read' && effect.sensitive === null
    ? { ...effect, sensitive: picksSensitive(baseName(use.path)) }
    : effect
}

export const resolved = (path: string, { place }: World): string => resolvePath(place.cwd, expandHome(path, place.home))

/** The paths under their input keys: one path as a string, several as a list. */
function resolvedPaths(paths: readonly NamedPath[], world: World): JsonObject {
  const byKey = new Map<string, string[]>()
  for (const { key, path } of paths) {
    const list = byKey.get(key) ?? []
    list.push(resolved(path, world))
    byKey.set(key, list)
  }
  return Object.fromEntries([...byKey].map(([key, list]) => [key, list.length === 1 ? (list[0] ?? '') : list]))
}

function risksOf(paths: readonly NamedPath[], world: World): RiskReport {
  const reports = paths.flatMap(({ kind, path }) => {
    const use = kind === 'read' ? 'read' : 'write'
    return [pathRisk(path, use), pathRisk(resolved(path, world), use)]
  })
  return {
    risk: reports.reduce<RiskReport['risk']>((worst, { risk }) => higherRisk(worst, risk), 'low'),
    factors: [...new Set(reports.flatMap(({ factors }) => factors))],
  }
}
