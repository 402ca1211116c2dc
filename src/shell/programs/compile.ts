import { matchWildcard } from '../../core/glob.ts'
import type { Tier } from '../../core/tier.ts'
import type { Command, Does, Operands, Program } from './table.ts'

/** A table made ready for use: spellings as a map, subcommands by name. */
export interface Compiled {
  readonly tier: Tier
  readonly table: Command
  readonly options: ReadonlyMap<string, Option>
  readonly commands: ReadonlyMap<string, Compiled> | null
  readonly operands: Operands
}

export interface Option {
  /** The spelling that stands for all spellings of this option. */
  readonly name: string
  readonly value: 'none' | 'needed' | 'optional'
  readonly does: readonly Does[]
}

const cache = new WeakMap<Command, Compiled>()

export function compileProgram(table: Program): Compiled {
  return compile(table, table.tier)
}

function compile(table: Command, tier: Tier): Compiled {
  const known = cache.get(table)
  if (known !== undefined) return known
  const own = table.tier ?? tier
  const compiled: Compiled = {
    tier: own,
    table,
    options: compileOptions(table),
    commands: table.commands === undefined ? null : compileCommands(table.commands, own),
    operands: table.operands ?? 'plain',
  }
  cache.set(table, compiled)
  return compiled
}

function compileCommands(commands: NonNullable<Command['commands']>, tier: Tier): ReadonlyMap<string, Compiled> {
  const map = new Map<string, Compiled>()
  for (const [names, table] of Object.entries(commands)) {
    const compiled = compile(table, tier)
    for (const name of names.split(' ')) map.set(name, compiled)
  }
  return map
}

function compileOptions(table: Command): ReadonlyMap<string, Option> {
  const map = new Map<string, Option>()
  for (const [spellings, does] of Object.entries(table.options ?? {})) {
    for (const option of readSpellings(spellings, toList(does))) map.set(option.spelling, option)
  }
  return map
}

/**
 * `'-n N --lines=N -q'`: `-n` and `--lines` need a value, `-q` has none. A short and a long option of a row are one
 * option if they begin with the same letter or if a comma joins them, as manuals print them: `'-n, --dry-run'`.
 */
function readSpellings(row: string, does: readonly Does[]): readonly (Option & { readonly spelling: string })[] {
  const tokens = row.split(' ')
  const names = new Map<string, string>()
  let joined: string | null = null
  return tokens.flatMap((token, i) => {
    if (!token.startsWith('-')) return []
    const spelling = spellingOf(token)
    const next = tokens[i + 1]
    const takesNext = next !== undefined && /^[A-Z]/.test(next)
    const value = token.includes('[') ? 'optional' : token.includes('=') || takesNext ? 'needed' : 'none'
    const letter = spelling.replace(/^-+/, '').charAt(0).toLowerCase()
    const name: string = joined ?? names.get(letter) ?? spelling
    if (!names.has(letter)) names.set(letter, name)
    joined = token.endsWith(',') || (takesNext && next.endsWith(',')) ? name : null
    return [{ spelling, name: spelling.length === 2 || names.get(letter) === name ? name : spelling, value, does }]
  })
}

const spellingOf = (token: string): string => token.replace(/(\[.*|=.*|,)$/, '')

export const toList = (does: Does | readonly Does[]): readonly Does[] => (typeof does === 'string' ? [does] : does)

/** The row of a pattern table that a name falls under. */
export function lookUp<T>(rows: Readonly<Record<string, T>> | undefined, name: string): T | null {
  for (const [patterns, value] of Object.entries(rows ?? {})) {
    if (patterns.split(' ').some(pattern => matchWildcard(pattern, name))) return value
  }
  return null
}
