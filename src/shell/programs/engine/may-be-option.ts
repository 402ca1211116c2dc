import { hasHole, isOneWord, knownPrefix, partsOf, type Word, wordText } from '../../../core/word.ts'
import { isWrapper, sortArguments } from './arguments.ts'
import { type Compiled, compileProgram } from './compile.ts'
import type { Does, Meaning, Program } from './table.ts'

/**
 * The reason why an expanded word could become an option with effects: `rg $(cat x)` with `--pre=…` in the file. Null if it
 * cannot, or if the program has no such option.
 */
export function mayBeOption(program: Program, args: readonly Word[], name: string): string | null {
  if (!args.some(arg => hasHole(arg, 'mayBeOption'))) return null
  const sorted = sortArguments(args, compileProgram(program))
  const { table, operands, certain, levels, path } = sorted
  const spilling = sorted.options.find(({ value }) => value !== null && spills(value))?.value
  const called = [name, ...path].join(' ')
  if (isWrapper(table)) {
    const word = spilling ?? beforeCommand(table, operands).find(spills)
    return word === undefined
      ? null
      : `\`${wordText(word)}\` could expand to options of \`${called}\`, or to another command`
  }
  const further = Array.isArray(table.operands) && table.operands.some(actsAt) ? operands.find(spills) : undefined
  if (further !== undefined)
    return `\`${wordText(further)}\` could expand to several words, and \`${called}\` may change the file that the last one names`
  const word = spilling ?? operands.slice(0, certain).find(comesAsOption)
  const option = word === undefined ? null : actingOption(levels)
  if (word === undefined || option === null) return null
  const remedy = table.table.singleDash === true ? '' : '; put `--` before it'
  return `\`${wordText(word)}\` could expand to an option of \`${called}\` such as \`${option}\`${remedy}`
}

/** `timeout 5 ls`, `env A=1 ls`: the wrapper's own words. */
function beforeCommand({ operands: meaning }: Compiled, operands: readonly Word[]): readonly Word[] {
  const own = Array.isArray(meaning) ? meaning.indexOf('command') : 0
  const command = operands.findIndex((word, i) => i >= own && !/^[A-Za-z_]\w*=/.test(knownPrefix(word)))
  return command < 0 ? operands : operands.slice(0, command)
}

const comesAsOption = (word: Word): boolean => spills(word) || mayBeginAsOption(word)

/** Whether the word may begin with text from outside; a hole before that text may be empty: `$x$(cat y)`. */
function mayBeginAsOption(word: Word): boolean {
  for (const part of partsOf(word)) {
    if (typeof part === 'string') return false
    if (part.mayBeOption === true) return true
  }
  return false
}

/** The word may expand to several words. */
const spills = (word: Word): boolean => hasHole(word, 'mayBeOption') && !isOneWord(word)

/** An option that makes the program run, write, delete or change something. */
function actingOption(levels: readonly Compiled[]): string | null {
  for (const { table } of levels.toReversed())
    for (const [spellings, meaning] of Object.entries(table.options ?? {}))
      if (meanings(meaning).some(acts)) return spellings.split(/[ =[,]/)[0] ?? spellings
  return null
}

const meanings = (meaning: Meaning): readonly Does[] =>
  typeof meaning === 'string' ? [meaning] : Object.values(meaning).flat()

const actsAt = (does: string): boolean => acts(does.replace('...', '') as Does)

/** Options for a size, a signal or a search word do not count: another value there does no further harm. */
const acts = (does: Does): boolean =>
  acting.has(does) || (/^(change|opaque) /.test(does) && !/^change (files\/fill|process\/|secrets\/search)/.test(does))

const acting: ReadonlySet<Does> = new Set<Does>([
  'write',
  'delete',
  'empty',
  'move',
  'put',
  'put into',
  'write below',
  'write prefix',
  'operands write',
  'operands delete',
  'operands move',
  'run',
  'command',
  'code',
  'setting',
  'env',
  'connect sends',
  'sends',
])
