import { type EffectKind, effectKinds, isTouch } from '../../core/effect.ts'
import { hasWildcard } from '../../core/glob.ts'
import { hostAndPort, hostName } from '../../core/host.ts'
import { baseName } from '../../core/path.ts'

import type { CompiledRule } from './compile.ts'
import type { PathPattern, PathSubject } from './path-pattern.ts'
import type { Subject } from './subject.ts'
import { namesInRules } from './tool-name.ts'

/** Finds the few rules that could match an effect, so that ten thousand rules are as fast as ten. */
export interface RuleIndex {
  readonly byKey: ReadonlyMap<string, readonly number[]>
  /** Rules that could match any effect. */
  readonly general: readonly number[]
  /** Rules with path patterns: a recursive touch must try all of them. */
  readonly paths: readonly number[]
  /** Set for a short file: its rules are found by the kind of the effect, without keys. */
  readonly short: ShortFile | null
}

interface ShortFile {
  readonly all: readonly number[]
  readonly byKind: ReadonlyMap<EffectKind, readonly number[]>
}

const maxShort = 24

export function buildIndex(rules: readonly CompiledRule[]): RuleIndex {
  const byKey = new Map<string, number[]>()
  const general: number[] = []
  const paths: number[] = []
  for (const rule of rules) {
    if (rule.paths.size > 0) paths.push(rule.position)
    const keys = keysOf(rule)
    if (keys === null) general.push(rule.position)
    for (const key of keys ?? []) {
      const list = byKey.get(key) ?? []
      if (list.at(-1) !== rule.position) list.push(rule.position)
      byKey.set(key, list)
    }
  }
  return { byKey, general, paths, short: rules.length <= maxShort ? shortFile(rules) : null }
}

function shortFile(rules: readonly CompiledRule[]): ShortFile {
  const positions = (some: readonly CompiledRule[]) => some.map(rule => rule.position)
  return {
    all: positions(rules),
    byKind: new Map(effectKinds.map(kind => [kind, positions(rules.filter(rule => rule.kinds.has(kind)))])),
  }
}

/** The keys under which a rule is indexed; null if it could match any effect. */
function keysOf(rule: CompiledRule): readonly string[] | null {
  const { when } = rule.rule
  if (when.tool !== undefined) return literal('tool', when.tool)
  if (rule.run !== null)
    return literal(
      'run',
      rule.run.map(pattern => baseName(pattern.program)),
    )
  const keys: string[] = []
  for (const [, patterns] of rule.paths) {
    for (const pattern of patterns) {
      const key = pathKey(pattern)
      if (key === null) return null
      keys.push(key)
    }
  }
  for (const [kind, names] of [
    ['connect', when.connect?.map(one => hostAndPort(one).host)],
    ['change', when.change?.map(one => one.split('/')[0] ?? '')],
    ['spawn', when.spawn],
  ] as const) {
    if (names === undefined) continue
    const found = literal(kind, names)
    if (found === null) return null
    keys.push(...found)
  }
  if (when.opaque === true) keys.push('opaque:')
  return keys.length === 0 ? null : keys
}

const literal = (kind: string, names: readonly string[]): readonly string[] | null =>
  names.some(hasWildcard) ? null : names.map(name => `${kind}:${name}`)

const pathKey = (pattern: PathPattern): string | null => {
  if (pattern.root === 'name') return pattern.glob === null ? `name:${pattern.text}` : null
  return `${pattern.root}:${pattern.directory}`
}

/** Positions of the rules to try for an effect, in file order. */
export function candidates(index: RuleIndex, subject: Subject, at: number): readonly number[] {
  const effect = subject.effects[at] ?? null
  if (index.short !== null) return (effect === null ? null : index.short.byKind.get(effect.kind)) ?? index.short.all
  if (index.byKey.size === 0) return index.general
  const run = subject.run(at)?.name ?? null
  const path = subject.path(at)
  const found: number[] = [...index.general]
  const add = (key: string) => {
    const list = index.byKey.get(key)
    if (list !== undefined) found.push(...list)
  }
  for (const name of namesInRules(subject.call.tool)) add(`tool:${name}`)
  if (effect === null) return sorted(found)
  if (run !== null) add(`run:${run}`)
  if (effect.kind === 'connect') add(`connect:${hostName(effect.host)}`)
  if (effect.kind === 'change') add(`change:${effect.system}`)
  if (effect.kind === 'spawn') add(`spawn:${effect.agent}`)
  if (effect.kind === 'opaque') add('opaque:')
  if (isTouch(effect) && path !== null) {
    if (path.recursive || path.uncertain) found.push(...index.paths)
    else addPaths(path, add)
  }
  return sorted(found)
}

function addPaths(path: PathSubject, add: (key: string) => void): void {
  for (const part of path.absolute.split('/')) add(`name:${part}`)
  for (const [root, text] of [
    ['absolute', path.absolute],
    ['home', path.home],
    ['workspace', path.workspace],
  ] as const) {
    if (text === null) continue
    add(`${root}:`)
    for (let slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1))
      add(`${root}:${text.slice(0, slash)}`)
    if (text !== '') add(`${root}:${text}`)
  }
}

function sorted(positions: number[]): readonly number[] {
  if (positions.length < 2) return positions
  positions.sort((a, b) => a - b)
  return positions.filter((position, i) => position !== positions[i - 1])
}
