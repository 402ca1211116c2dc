import { isKnown, knownPrefix, makeWord, type Word } from '../../../core/word.ts'
import type { Compiled, Option } from './compile.ts'

/** Arguments parsed like the program would parse them: options with their values, subcommands, operands. */
export interface Sorted {
  /** The innermost subcommand's table. */
  readonly table: Compiled
  /** The program's own table and those of its subcommands, the innermost last. */
  readonly levels: readonly Compiled[]
  readonly path: readonly string[]
  readonly options: readonly GivenOption[]
  readonly unknownOptions: readonly string[]
  /** The words with unlisted options, and the word after each, which may be its value. */
  readonly unlisted: readonly Word[]
  /** A first operand that is not a known subcommand, where one is expected. */
  readonly unknownCommand: string | null
  readonly operands: readonly Word[]
  /** The operands from this index on come after `--`, so none of them can be an option. */
  readonly certain: number
}

export interface GivenOption {
  readonly option: Option
  readonly spelling: string
  readonly value: Word | null
}

export function sortArguments(args: readonly Word[], program: Compiled): Sorted {
  let table = program
  const levels = [program]
  const path: string[] = []
  const options: GivenOption[] = []
  const unknownOptions: string[] = []
  const unlisted: Word[] = []
  const operands: Word[] = []
  let unknownCommand: string | null = null
  let isBehindUnlisted = false
  let certain = Number.POSITIVE_INFINITY
  const rest = queueOf(args)
  /** Some programs look for their subcommand behind `--` too: `watchman -- trigger …`. */
  const takeCommand = (word: Word): boolean => {
    const command = operands.length === 0 && isKnown(word) ? (table.command?.(word) ?? null) : null
    if (command !== null && isKnown(word)) {
      table = command
      levels.push(table)
      path.push(word)
      return true
    }
    if (operands.length === 0 && table.command !== null && table.table.operands === undefined)
      unknownCommand = isKnown(word) ? word : '…'
    return false
  }
  for (let word = rest.next(); word !== null; word = rest.next()) {
    const text = knownPrefix(word)
    if (word === '--') {
      certain = operands.length
      for (let last = rest.next(); last !== null; last = rest.next()) if (!takeCommand(last)) operands.push(last)
      break
    }
    if (!text.startsWith('-') || word === '-') {
      if (takeCommand(word)) continue
      operands.push(word)
      if (isBehindUnlisted) unlisted.push(word)
      isBehindUnlisted = false
      if (isWrapper(table) || table.table.optionsFirst === true) {
        certain = operands.length
        for (let last = rest.next(); last !== null; last = rest.next()) operands.push(last)
        break
      }
      continue
    }
    const unknownBefore = unknownOptions.length
    if (text.startsWith('--') || table.table.singleDash === true) takeLong(word, rest, levels, options, unknownOptions)
    else takeCluster(word, rest, levels, options, unknownOptions)
    isBehindUnlisted = unknownOptions.length > unknownBefore
    if (isBehindUnlisted) unlisted.push(word)
  }
  return { table, levels, path, options, unknownOptions, unlisted, unknownCommand, operands, certain }
}

/** A queue of words. Removing from the front of an array would cost its length every time. */
interface Queue {
  readonly next: () => Word | null
}

function queueOf(words: readonly Word[]): Queue {
  let at = 0
  return { next: () => words[at++] ?? null }
}

/** A wrapper's own options end where the wrapped command begins. */
export const isWrapper = ({ operands }: Compiled): boolean =>
  operands === 'command' || (Array.isArray(operands) && operands.includes('command'))

function takeLong(
  word: Word,
  rest: Queue,
  levels: readonly Compiled[],
  options: GivenOption[],
  unknown: string[],
): void {
  const text = knownPrefix(word)
  const equals = text.indexOf('=')
  const spelling = equals < 0 ? text : text.slice(0, equals)
  const attached = equals < 0 ? null : cutPrefix(word, equals + 1)
  const [option = null, ...others] = candidates(levels, spelling)
  if (option === null || others.length > 0) {
    // Tables list only some of the options: the program may know which of these is meant.
    for (const one of option === null ? [] : [option, ...others])
      options.push({ option: one, spelling, value: attached })
    const negated = levels[0]?.table.negatable === true ? negatedBy(spelling, levels) : null
    if (negated === null) unknown.push(spelling)
    else takeBack(negated, options)
    return
  }
  const value = attached ?? (option.value === 'needed' ? rest.next() : null)
  options.push({ option, spelling, value })
  for (let i = 0; i < option.more; i += 1) rest.next()
}

/** The option that `--no-NAME` takes back. */
const negatedBy = (spelling: string, levels: readonly Compiled[]): Option | null =>
  spelling.startsWith('--no-') ? find(levels, `--${spelling.slice('--no-'.length)}`) : null

/** INVARIANT: a negation takes back only what is harmless or spares the run. What is dangerous still counts. */
function takeBack({ name }: Option, options: GivenOption[]): void {
  const kept = options.filter(
    ({ option, value }) => option.name !== name || !option.does(value).every(does => retractable.has(does)),
  )
  options.splice(0, options.length, ...kept)
}

const retractable: ReadonlySet<string> = new Set(['plain', 'dry run', 'prints', 'operands read'])

/** `-rf`, `-n5`, `-lc 'text'`: letters up to the first that takes a value. */
function takeCluster(
  word: Word,
  rest: Queue,
  levels: readonly Compiled[],
  options: GivenOption[],
  unknown: string[],
): void {
  const letters = knownPrefix(word).slice(1)
  const whole = find(levels, `-${letters}`)
  if (letters.length > 1 && whole !== null && isKnown(word)) {
    options.push({
      option: whole,
      spelling: `-${letters}`,
      value: whole.value === 'needed' ? rest.next() : null,
    })
    for (let i = 0; i < whole.more; i += 1) rest.next()
    return
  }
  for (let i = 0; i < letters.length; i += 1) {
    const spelling = `-${letters[i]}`
    const option = find(levels, spelling) ?? (/\d/.test(letters[i] ?? '') ? find(levels, '-NUMBER') : null)
    if (option === null) {
      unknown.push(spelling)
      continue
    }
    if (option.value === 'none') {
      options.push({ option, spelling, value: null })
      continue
    }
    const attached = cutPrefix(word, i + 2)
    const hasAttached = attached !== ''
    const value = hasAttached ? attached : option.value === 'needed' ? rest.next() : null
    options.push({ option, spelling, value })
    for (let more = 0; more < option.more; more += 1) rest.next()
    return
  }
}

/** The option, from the innermost subcommand that has it. */
function find(levels: readonly Compiled[], spelling: string): Option | null {
  const [option, ...others] = candidates(levels, spelling)
  return others.length > 0 ? null : (option ?? null)
}

/** The options of the innermost subcommand that a spelling may mean; several for an ambiguous abbreviation. */
function candidates(levels: readonly Compiled[], spelling: string): readonly Option[] {
  for (let i = levels.length - 1; i >= 0; i -= 1) {
    const level = levels[i]
    const found = level === undefined ? [] : spellingsOf(level, spelling).flatMap(name => level.options.get(name) ?? [])
    if (found.length > 0) return found
  }
  return []
}

/** The spelling itself, or the long options that it begins: GNU programs accept a prefix that matches only one. */
function spellingsOf(level: Compiled, spelling: string): readonly string[] {
  if (level.options.has(spelling)) return [spelling]
  if (!spelling.startsWith('--') || spelling.length < 3) return noOptions
  return level.longOptions.get(spelling.charAt(2))?.filter(known => known.startsWith(spelling)) ?? noOptions
}

const noOptions: readonly string[] = []

export function cutPrefix(word: Word, count: number): Word {
  if (isKnown(word)) return word.slice(count)
  const [first, ...rest] = word.parts
  return makeWord([typeof first === 'string' ? first.slice(count) : '', ...rest])
}
