import type { Run } from '../../core/effect.ts'
import { hasWildcard, matchWildcard } from '../../core/glob.ts'
import { canonicalJson } from '../../core/json.ts'
import { baseName } from '../../core/path.ts'
import type { PolicyTables } from '../../core/program-table.ts'
import { isKnown, type Word, wordText } from '../../core/word.ts'
import type { NamedArguments } from '../../shell/programs/engine/named-arguments.ts'
import { nameArguments } from '../../shell/programs/name-arguments.ts'

/** `git push --force`: a program, words in their order, and flags in any order and spelling. */
export interface RunPattern {
  readonly program: string
  /** Whether the program's name holds a wildcard. */
  readonly isOpen: boolean
  readonly words: readonly string[]
  readonly options: ReadonlyMap<string, Word | null>
  /** The tables of the pattern's own file: they name the options that it compares. */
  readonly tables: PolicyTables | null
  /** Whether it spells out every argument: only then can a run equal the pattern. */
  readonly isWhole: boolean
}

export function compileRunPattern(pattern: string, tables: PolicyTables | null): RunPattern {
  const [program = '', ...rest] = pattern.trim().split(/\s+/)
  // A name alone has no options, so its table need not be loaded.
  const named = rest.length === 0 ? noArguments : nameArguments(baseName(program), rest, tables)
  const isWhole = named.isWhole && !hasWildcard(pattern)
  return {
    program,
    isOpen: hasWildcard(program),
    words: named.words.map(wordText),
    options: named.options,
    tables,
    isWhole,
  }
}

const noArguments: Pick<NamedArguments, 'words' | 'options' | 'isWhole'> = {
  words: [],
  options: new Map(),
  isWhole: true,
}

/** A run. Its arguments are parsed once for each file that has a table for it, and once for all other files. */
export interface RunSubject {
  readonly program: string | null
  readonly name: string
  readonly named: (tables: PolicyTables | null) => NamedArguments
  readonly words: () => readonly Word[]
}

export const runSubject = (run: Run): RunSubject => {
  const name = baseName(wordText(run.program))
  let plain: NamedArguments | null = null
  let byTables: Map<PolicyTables, NamedArguments> | null = null
  return {
    program: isKnown(run.program) ? run.program : null,
    name,
    named: tables => {
      if (tables?.has(name) !== true) {
        plain ??= nameArguments(name, run.args)
        return plain
      }
      byTables ??= new Map()
      const named = byTables.get(tables) ?? nameArguments(name, run.args, tables)
      byTables.set(tables, named)
      return named
    },
    words: () => [run.program, ...run.args],
  }
}

/** The command as it would be typed. `exact`, for an allow: empty if a word is not known. Without it, also by the bare name. */
export function typedForms(run: RunSubject, exact: boolean): readonly string[] {
  const words = run.words()
  const typed = words.map(word => quoted(wordText(word)))
  if (exact) return words.every(isKnown) ? [typed.join(' ')] : []
  return [typed.join(' '), [run.name, ...typed.slice(1)].join(' ')]
}

/** Quotes a word that the shell would split, so that it is never taken for several words. */
const quoted = (word: string): string =>
  /^[^\s'"\\;&|<>()`]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** `exact` is for an allow: a bare name matches only the bare name, and a hole never matches. */
export function matchesRun(pattern: RunPattern, run: RunSubject, exact: boolean): boolean {
  if (!matchesProgram(pattern, run, exact)) return false
  const named = run.named(pattern.tables)
  return matchesWords(pattern.words, named.words, exact) && matchesOptions(pattern, named, exact)
}

/** Whether the run equals the pattern: the same words and the same options, in any order and spelling. */
export function isExactly(pattern: RunPattern, run: RunSubject): boolean {
  const named = run.named(pattern.tables)
  return (
    pattern.isWhole &&
    named.isWhole &&
    pattern.program === run.program &&
    argumentsText(pattern) === argumentsText(named)
  )
}

const argumentsText = ({ words, options }: Pick<NamedArguments, 'words' | 'options'>): string =>
  canonicalJson([
    words.map(wordText),
    [...options].map(([name, value]) => [name, value === null ? null : wordText(value)]).sort(),
  ])

function matchesProgram({ program, isOpen }: RunPattern, run: RunSubject, exact: boolean): boolean {
  if (run.program === null) return !exact && program === '*'
  const subject = exact || program.includes('/') ? run.program : run.name
  return isOpen ? matchWildcard(program, subject) : program === subject
}

/** The pattern's words must be the first words of the run; a `*` at the end matches the rest. */
function matchesWords(pattern: readonly string[], words: readonly Word[], exact: boolean): boolean {
  const open = pattern.at(-1) === '*'
  const needed = open ? pattern.length - 1 : pattern.length
  if (words.length < needed) return false
  return pattern.slice(0, needed).every((wanted, i) => matchesWord(wanted, words[i] ?? '', exact))
}

const matchesWord = (wanted: string, word: Word, exact: boolean): boolean =>
  isKnown(word) ? matchWildcard(wanted, word) : wanted === '*' || !exact

function matchesOptions(pattern: RunPattern, named: NamedArguments, exact: boolean): boolean {
  for (const [name, wanted] of pattern.options) {
    const given = named.options.get(name)
    if (given === undefined) return false
    if (wanted !== null && !matchesWord(wordText(wanted), given ?? '', exact)) return false
  }
  return true
}
