import { isKnown, type Word } from '../../../core/word.ts'
import type { Sorted } from './arguments.ts'
import type { Does, Operands, Program, Subcommand } from './table.ts'

/**
 * Whether a known program prints its help or its version and exits: `--help` among its options, `-h` at the end, `help`
 * or `version` instead of a subcommand, or `--version` alone. Does not apply next to another unlisted option, which may take the word as its value.
 */
export function asksForHelp(args: readonly Word[], sorted: Sorted): boolean {
  const { table } = sorted.table
  if (args.length === 1 && (args[0] === '--version' || (args[0] === '-version' && table.singleDash === true)))
    return true
  if (asksForTopic(args, sorted)) return true
  const [unknown, ...others] = sorted.unknownOptions
  if (others.length > 0 || (unknown !== '--help' && unknown !== '-h')) return false
  const at = args.indexOf(unknown)
  if (at < 0 || (unknown === '-h' && !isShortHelp(args, at, sorted))) return false
  // Some programs treat `--help` as an ordinary word and first run the command in their options.
  if (sorted.levels.some(level => level.table.optionsFirst === true)) return at === 0
  if (actsOnOperandsFirst(args.slice(0, at), sorted) || startsOperand(args.slice(0, at), sorted)) return false
  return !sorted.options.some(({ option, value }) => option.does(value).some(runsFirst))
}

/**
 * INVARIANT: `-h` of a program without subcommands is help only as the single word, and never where the program acts without operands:
 * `reboot -h` restarts the machine.
 */
const isShortHelp = (args: readonly Word[], at: number, { path, table }: Sorted): boolean =>
  at === args.length - 1 && (path.length > 0 || (args.length === 1 && table.table.does === undefined))

/** `docker help run`, `workmux version`: the word is not one of the subcommands that the table lists, and what follows are names. */
function asksForTopic(args: readonly Word[], { levels: [program], options }: Sorted): boolean {
  const [first, ...topics] = args
  const isVersion = first === 'version' && topics.length === 0
  if (first !== 'help' && !isVersion) return false
  if (program === undefined || program.command === null || options.length > 0) return false
  const { table } = program
  // `lerna version` and a task of that name do more than print.
  if (isVersion) return table.operands === undefined && program.command(first) === null
  if (table.operands !== undefined && table.operands !== 'plain') return false
  return !listsCommand(table, first) && topics.length <= mostWords && topics.every(isPlainName)
}

const listsCommand = ({ commands = {} }: Subcommand, name: string): boolean =>
  Object.keys(commands).some(names => names.split(' ').includes(name))

/** BSD's programs stop reading options at the first operand: `rm -rf src --help` deletes `src` and `--help` on macOS. */
const actsOnOperandsFirst = (before: readonly Word[], { path, table, operands }: Sorted): boolean =>
  path.length === 0 &&
  operands.some(word => before.includes(word)) &&
  (table.table.does !== undefined || !meaningsIn(table.operands).every(does => harmless.has(does)))

/** `pnpm dlx cowsay --help` downloads and starts `cowsay`: the help is that program's own. */
const startsOperand = (before: readonly Word[], { path, operands }: Sorted): boolean =>
  path.some(name => starters.has(name)) && operands.some(word => before.includes(word))

const starters: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'x', 'create', 'rsh', 'rx', 'tool'])

const meaningsIn = (operands: Operands): readonly string[] =>
  (typeof operands === 'string' ? [operands] : Object.values(operands)).map(does => does.replace('...', ''))

const harmless: ReadonlySet<string> = new Set(['plain', 'read', 'list'])

/** Git starts the viewer that a setting names; other options run their value before the program looks for `--help`. */
const runsFirst = (does: Does): boolean =>
  does === 'run' || does === 'code' || does === 'setting' || does.startsWith('opaque ')

/**
 * Whether the words ask any installed program for its help or version: `NAME --help`, `NAME sub --help`, `NAME sub -h`,
 * `NAME help sub`, `NAME version`. Nothing is known about the program, so every other word must be the name of a subcommand.
 */
export function asksAnyForHelp(args: readonly Word[], isFile: (name: string) => boolean): boolean {
  const isName = (word: Word): boolean => isPlainName(word) && !isFile(word)
  const last = args.at(-1)
  const before = args.slice(0, -1)
  if (args.length === 1 && (last === '--version' || last === 'version' || last === 'help'))
    return last === '--version' || isName(last)
  if (last === '--help') return before.length <= mostWords && before.every(isName)
  if (last === '-h') return before.length <= 1 && before.every(isName)
  return args[0] === 'help' && args.length <= mostWords + 1 && args.every(isName)
}

/** Subcommands nest this deep: `gh repo deploy-key list`. */
const mostWords = 3

const isPlainName = (word: Word): word is string => isKnown(word) && /^[a-z][a-z\d_:-]*$/i.test(word)

/** The single word `--help` or `-h` for a program whose arguments only code can describe. */
export const isBareHelp = (args: readonly Word[], { options, does }: Program): boolean =>
  args.length === 1 &&
  (args[0] === '--help' ||
    args[0] === '--version' ||
    (args[0] === '-h' && does === undefined && options !== undefined && !lists(options, '-h')))

const lists = (options: NonNullable<Program['options']>, spelling: string): boolean =>
  Object.keys(options).some(row => row.split(/[ ,=[]/).includes(spelling))
