import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { type Sorted, sortArguments } from './arguments.ts'
import { compileProgram } from './compile.ts'
import type { Program } from './table.ts'

/** Arguments in a form independent of spelling and order, which rules and grants compare. */
export interface NamedArguments {
  /** Subcommands, then operands. */
  readonly words: readonly Word[]
  /** The number of subcommands among them. */
  readonly commands: number
  /** Options by their identifying name, with their values. */
  readonly options: ReadonlyMap<string, Word | null>
  /** Whether nothing is lost: no option is unknown or repeated, no value is left out, and there is no `--`. */
  readonly isWhole: boolean
}

/** Sorts arguments by the program's table; without one, by their dashes. */
export const argumentsByTable = (table: Program | null, args: readonly Word[]): NamedArguments =>
  table === null || (table.options === undefined && table.commands === undefined)
    ? byDashes(args)
    : byTable(sortArguments(args, compileProgram(table)), args)

function byTable(sorted: Sorted, args: readonly Word[]): NamedArguments {
  const options = new Map<string, Word | null>()
  for (const { option, value } of sorted.options) options.set(option.name, value)
  for (const spelling of sorted.unknownOptions) options.set(spelling, null)
  const isWhole =
    options.size === sorted.options.length &&
    !args.includes('--') &&
    sorted.options.every(({ option }) => option.more === 0)
  return { words: [...sorted.path, ...sorted.operands], commands: sorted.path.length, options, isWhole }
}

function byDashes(args: readonly Word[]): NamedArguments {
  const words: Word[] = []
  const options = new Map<string, Word | null>()
  for (const [i, arg] of args.entries()) {
    const text = knownPrefix(arg)
    if (arg === '--') {
      for (const word of args.slice(i + 1)) words.push(word)
      break
    }
    if (!text.startsWith('-') || text.length < 2) words.push(arg)
    else if (text.startsWith('--') || !isKnown(arg)) {
      const equals = text.indexOf('=')
      options.set(equals < 0 ? text : text.slice(0, equals), equals < 0 ? null : wordText(arg).slice(equals + 1))
    } else {
      options.set(text, null)
      for (const letter of text.slice(1)) options.set(`-${letter}`, null)
    }
  }
  const dashed = args.filter(arg => knownPrefix(arg).startsWith('-'))
  return { words, commands: 0, options, isWhole: !args.includes('--') && new Set(dashed).size === dashed.length }
}
