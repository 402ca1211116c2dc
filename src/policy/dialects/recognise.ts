import { nearest } from '../../core/wording/nearest.ts'
import type { Flaw, YamlMap, YamlNode } from '../read/yaml-node.ts'
import { settingKeys } from '../schema/schema.ts'
import { ruleKeys } from '../schema/schema-rule.ts'
import { inBackticks, orList } from '../schema/schema-words.ts'
import { anteroom } from './anteroom.ts'
import { claudeCode } from './claude-code.ts'
import type { Dialect } from './dialect.ts'
import { leashd } from './leashd.ts'
import { letsgo } from './letsgo.ts'
import { skillsRuntime } from './skills-runtime.ts'

/** Sallyport's own format, recognised by its keys like the dialects. */
export const sallyportDialect: Pick<Dialect, 'name' | 'keys'> = {
  name: 'Sallyport',
  keys: new Set([...settingKeys, ...ruleKeys.map(key => `rules[].${key}`)]),
}

const dialects: readonly Dialect[] = [leashd, anteroom, skillsRuntime, letsgo, claudeCode]
const all = [sallyportDialect, ...dialects]

/** The dialect of a file, by its keys; null for Sallyport's own format. */
export function recognise(root: YamlNode): { readonly dialect: Dialect | null; readonly flaw: Flaw | null } {
  const found = root.kind === 'map' ? keysIn(root) : []
  const known = found.filter(({ key }) => all.some(one => one.keys.has(key)))
  const fitting = all.filter(one => known.every(({ key }) => one.keys.has(key)))
  if (fitting.length === 0) return { dialect: null, flaw: mixture(known) }
  const unknown = found.filter(one => !known.includes(one))
  const chosen =
    known.length > 0 && fitting.includes(sallyportDialect)
      ? sallyportDialect
      : (only(fitting) ?? nearestOf(fitting, unknown))
  if (chosen !== null) return { dialect: dialects.find(one => one === chosen) ?? null, flaw: null }
  return known.length === 0
    ? { dialect: null, flaw: null }
    : {
        dialect: null,
        flaw: { at: root.at, message: `this could be ${names(fitting)}; add a key that only one of them has` },
      }
}

type Named = Pick<Dialect, 'name' | 'keys'>

interface Found {
  readonly key: string
  readonly at: number
}

/** The keys at the top, below `safety`, and in rules, each once. */
function keysIn(root: YamlMap): readonly Found[] {
  const found = new Map<string, number>()
  const add = (map: YamlNode | undefined, prefix: string) => {
    if (map?.kind !== 'map') return
    for (const [key, entry] of map.entries) if (!found.has(prefix + key)) found.set(prefix + key, entry.keyAt)
  }
  add(root, '')
  add(root.entries.get('safety')?.value, 'safety.')
  const rules = root.entries.get('rules')?.value
  if (rules?.kind === 'list') for (const rule of rules.items) add(rule, 'rules[].')
  return [...found].map(([key, at]) => ({ key, at }))
}

const only = (fitting: readonly Named[]): Named | null => (fitting.length === 1 ? (fitting[0] ?? null) : null)

/** Of several dialects that fit, the one with a key similar to an unknown key, which is then reported as misspelt. */
const nearestOf = (fitting: readonly Named[], unknown: readonly Found[]): Named | null =>
  fitting.find(({ keys }) => unknown.some(({ key }) => nearest(key, keys) !== null)) ?? null

/** A flaw that names two keys which no dialect has together. */
function mixture(known: readonly Found[]): Flaw {
  const owners = ({ key }: Found) => all.filter(one => one.keys.has(key))
  for (const [i, late] of known.entries()) {
    const early = known.slice(0, i).find(one => !owners(one).some(owner => owners(late).includes(owner)))
    if (early === undefined) continue
    const message = `${inBackticks(early.key)} is a key of ${names(owners(early))} and ${inBackticks(late.key)} of ${names(owners(late))}; use the keys of one only`
    return { at: late.at, message }
  }
  const message = `the keys belong to several dialects: ${known
    .slice(0, 8)
    .map(one => inBackticks(one.key))
    .join(', ')}; use the keys of one only`
  return { at: known[0]?.at ?? 0, message }
}

const names = (some: readonly Named[]): string => orList(some.map(one => one.name)).replaceAll('`', '')
