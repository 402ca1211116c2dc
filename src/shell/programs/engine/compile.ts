import { hasWildcard, wildcardMatcher } from '../../../core/glob.ts'
import type { Tier } from '../../../core/tier.ts'
import { type Word, wordText } from '../../../core/word.ts'
import type { Does, Meaning, Operands, Program, Subcommand } from './table.ts'

/** A table compiled for lookups: spellings as a map, subcommands by name. */
export interface Compiled {
  readonly tier: Tier
  readonly table: Subcommand
  readonly options: ReadonlyMap<string, Option>
  /** The spellings that may be abbreviated, by the letter after their dashes. */
  readonly longOptions: ReadonlyMap<string, readonly string[]>
  /** The table of a subcommand; null if the program has no subcommands, or none of that name. */
  readonly command: ((name: string) => Compiled | null) | null
  readonly operands: Operands
}

export interface Option {
  /** The spelling that identifies the option in all its spellings. */
  readonly name: string
  readonly value: 'none' | 'needed' | 'optional'
  /** Whether the table calls the value `FILE`. */
  readonly namesFile: boolean
  /** Number of words after the value that also belong to it: `-lookaside SIZE N`. */
  readonly more: number
  readonly does: (value: Word | null) => readonly Does[]
}

const cache = new WeakMap<Subcommand, Compiled>()

export function compileProgram(table: Program): Compiled {
  return compile(table, table.tier)
}

function compile(table: Subcommand, tier: Tier): Compiled {
  const known = cache.get(table)
  if (known !== undefined) return known
  const own = table.tier ?? tier
  const options = compileOptions(table)
  const compiled: Compiled = {
    tier: own,
    table,
    options,
    longOptions: byLetter([...options.keys()].filter(spelling => spelling.startsWith('--'))),
    command: table.commands === undefined ? null : compileCommands(table.commands, own),
    operands: table.operands ?? 'plain',
  }
  cache.set(table, compiled)
  return compiled
}

function byLetter(spellings: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const spelling of spellings) {
    const list = found.get(spelling.charAt(2))
    if (list === undefined) found.set(spelling.charAt(2), [spelling])
    else list.push(spelling)
  }
  return found
}

interface PatternRow {
  readonly pattern: string
  readonly matches: (name: string) => boolean
  readonly table: Subcommand
}

/** Looks up plain names first; then patterns such as `describe-*`, in their order. */
function compileCommands(commands: NonNullable<Subcommand['commands']>, tier: Tier): (name: string) => Compiled | null {
  const plain = new Map<string, Subcommand>()
  const patterns: PatternRow[] = []
  for (const [names, table] of Object.entries(commands)) {
    for (const name of names.split(' ')) {
      if (hasWildcard(name)) patterns.push({ pattern: name, matches: wildcardMatcher(name), table })
      else plain.set(name, table)
    }
  }
  const patternsFor = byFirstCharacter(patterns)
  return name => {
    const table = plain.get(name) ?? patternsFor(name).find(({ matches }) => matches(name))?.table
    return table === undefined ? null : compile(table, tier)
  }
}

/** The rows whose pattern could match a name, by its first character: a cloud's table has hundreds. */
function byFirstCharacter(rows: readonly PatternRow[]): (name: string) => readonly PatternRow[] {
  const isOpen = ({ pattern }: PatternRow) => pattern.startsWith('*') || pattern.startsWith('?')
  const open = rows.filter(isOpen)
  const byFirst = new Map<string, readonly PatternRow[]>()
  for (const first of new Set(rows.map(({ pattern }) => pattern.charAt(0))))
    byFirst.set(
      first,
      rows.filter(row => isOpen(row) || row.pattern.startsWith(first)),
    )
  return name => byFirst.get(name.charAt(0)) ?? open
}

function compileOptions(table: Subcommand): ReadonlyMap<string, Option> {
  const map = new Map<string, Option>()
  for (const [spellings, does] of Object.entries(table.options ?? {})) {
    for (const option of readSpellings(spellings, meaningOf(does))) map.set(option.spelling, option)
  }
  return map
}

/**
 * `'-n N --lines=N -q'`: `-n` and `--lines` need a value, `-q` has none. A short and a long option of a row are the same
 * option if they begin with the same letter or a comma joins them, as manuals print them: `'-n, --dry-run'`. Further
 * capitalised words are further values without a meaning: `'-lookaside SIZE N'`.
 */
function readSpellings(row: string, does: Option['does']): readonly (Option & { readonly spelling: string })[] {
  const tokens = row.split(' ')
  const names = new Map<string, string>()
  let joined: string | null = null
  return tokens.flatMap((token, i) => {
    if (!token.startsWith('-')) return []
    const spelling = spellingOf(token)
    const next = tokens[i + 1]
    const takesNext = next !== undefined && /^[A-Z]/.test(next)
    const end = tokens.findIndex((other, at) => at > i && !/^[A-Z]/.test(other))
    const more = takesNext ? (end < 0 ? tokens.length : end) - i - 2 : 0
    const value = token.includes('[') ? 'optional' : token.includes('=') || takesNext ? 'needed' : 'none'
    const namesFile = /[=[]FILE/.test(token) || (takesNext && next.startsWith('FILE'))
    const letter = spelling.replace(/^-+/, '').charAt(0).toLowerCase()
    const name: string = joined ?? names.get(letter) ?? spelling
    if (!names.has(letter)) names.set(letter, name)
    joined = token.endsWith(',') || (takesNext && next.endsWith(',')) ? name : null
    const shared = spelling.length === 2 || names.get(letter) === name ? name : spelling
    return [{ spelling, name: shared, value, namesFile, more, does }]
  })
}

const spellingOf = (token: string): string => token.replace(/(\[.*|=.*|,)$/, '')

/** The meaning of an option or variable for a given value. */
export function meaningOf(meaning: Meaning): Option['does'] {
  if (typeof meaning === 'string' || isList(meaning)) {
    const does = toList(meaning)
    return () => does
  }
  return value => {
    const text = value === null ? '' : wordText(value)
    const does = lookUp(meaning, text)
    return does === null ? [`opaque value \`${text}\``] : toList(does)
  }
}

const isList = (meaning: Meaning): meaning is readonly Does[] => Array.isArray(meaning)

export const toList = (does: Does | readonly Does[]): readonly Does[] => (typeof does === 'string' ? [does] : does)

/** The row of a pattern table that matches a name. */
export function lookUp<T>(rows: Readonly<Record<string, T>> | undefined, name: string): T | null {
  if (rows === undefined) return null
  for (const [matches, patterns] of matchersOf(rows)) if (matches(name)) return rows[patterns] ?? null
  return null
}

type Matchers = readonly (readonly [matches: (name: string) => boolean, patterns: string])[]

const matchers = new WeakMap<object, Matchers>()

/** The patterns of a table's rows in their order, each with its row's key. */
function matchersOf(rows: Readonly<Record<string, unknown>>): Matchers {
  const known = matchers.get(rows)
  if (known !== undefined) return known
  const made = Object.keys(rows).flatMap(patterns =>
    patterns.split(' ').map(pattern => [wildcardMatcher(pattern), patterns] as const),
  )
  matchers.set(rows, made)
  return made
}
