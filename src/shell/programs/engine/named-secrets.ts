import { type Effect, isTouch } from '../../../core/effect.ts'
import { baseName } from '../../../core/path.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { locateAll } from '../../frame/touch.ts'
import { cutPrefix, type Sorted, sortArguments } from './arguments.ts'
import { compileProgram } from './compile.ts'
import type { ProgramCall } from './program-call.ts'
import type { Program } from './table.ts'

/**
 * A sensitive path among the words that a table does not describe is read: an operand of a program whose operands are plain,
 * an option that is not listed, and the word after it. `man /etc/shadow` and `ss -F ~/.ssh/id_rsa` print the file in their
 * error messages. So do lists of files and of arguments: `xgettext -f .env`, `ld @.env`.
 */
export function readNamedSecrets(table: Program, call: ProgramCall, effects: readonly Effect[]): void {
  const { frame, name } = call
  if (onlyNames.has(name) || frame.where.at !== 'local' || !call.args.some(hasName)) return
  const sorted = sortArguments(call.args, compileProgram(table))
  // git has its own rules for the operands that print a file.
  const words = [...filesIn(sorted), ...(name === 'git' ? [] : wordsThatMayName(sorted))]
  const seen = new Set(effects.filter(isTouch).map(touch => wordText(touch.path)))
  for (const word of words)
    for (const touch of locateAll({ kind: 'read', path: word, how: 'argument' }, frame))
      if (touch.sensitive !== null && isKnown(touch.path) && !seen.has(touch.path)) call.touch('read', word, 'argument')
}

/** The values that a table calls `FILE` without saying what happens to the file. */
const filesIn = ({ options }: Sorted): readonly Word[] =>
  options.flatMap(({ option, spelling, value }) => {
    const isFile = value !== null && isKnown(value) && option.namesFile && option.does(value).includes('plain')
    return isFile && !takesSecrets.test(spelling) && !certificate.test(value) ? [value] : []
  })

/** Options for a key, a certificate, a cluster or an environment file, which the program uses and does not print. */
const takesSecrets = /cert|key|identity|passphrase|env-file|kubeconfig|^-[iE]$/

/** Certificates are public, and keys often have the same ending. */
const certificate = /\.(pem|crt|cer|der)$/

function wordsThatMayName(sorted: Sorted): readonly Word[] {
  const { operands, table } = sorted.table
  // Where operands have their places, the word after an unlisted option is the first operand: `grep -n .env x`.
  const isValue = (word: Word): boolean => knownPrefix(word).startsWith('-') || !Array.isArray(operands)
  return [
    ...(operands === 'plain' || operands === 'write' ? sorted.operands : sorted.operands.filter(isListOfArguments)),
    ...(table.otherOptions === 'plain' ? sorted.unlisted.filter(isValue) : []),
  ]
    .flatMap(valuesOf)
    .map(word => (isListOfArguments(word) ? cutPrefix(word, 1) : word))
    .filter(mayName)
}

/** The values that an option's word may contain: `x` in `--file=x`, and in `-fx`. */
function valuesOf(word: Word): readonly Word[] {
  const text = knownPrefix(word)
  if (!text.startsWith('-')) return [word]
  const equals = text.indexOf('=')
  return equals > 0 ? [cutPrefix(word, equals + 1)] : text.startsWith('--') ? [] : [cutPrefix(word, 2)]
}

/** `@FILE`, where a program reads more arguments; `@scope/name` is a package. */
const isListOfArguments = (word: Word): boolean => /^@(?![a-z][\w-]*\/[\w.-]+$)./.test(knownPrefix(word))

/** Whether any part of a word may be a path to a sensitive file; most words have none. */
const hasName = (word: Word): boolean => isKnown(word) && /[./]/.test(word)

/** Whether a word may be a path to a sensitive file: text with blanks, an address or a bare word such as `token` is not. */
const mayName = (word: Word): boolean =>
  isKnown(word) && /^\.\w|\//.test(word) && !/\s|:\/|[*?<>|]/.test(word) && baseName(word) !== ''

/** Programs that print or test names, and never open the files. */
const onlyNames = new Set([
  ...['echo', 'printf', 'test', '[', 'ls', 'stat', 'basename', 'dirname', 'realpath', 'readlink', 'which', 'whereis'],
  ...['type', 'command', 'hash', 'pwd', 'cd', 'pushd', 'popd', 'expr', 'seq', 'yes', 'true', 'false', 'sleep', ':'],
  ...[
    'export',
    'declare',
    'local',
    'typeset',
    'readonly',
    'unset',
    'set',
    'alias',
    'return',
    'exit',
    'find',
    'fd',
    'tree',
    'du',
  ],
  ...[
    'df',
    'pgrep',
    'pkill',
    'kill',
    'ps',
    'lsof',
    'fuser',
    'cowsay',
    'figlet',
    'pathchk',
    'mountpoint',
    'chflags',
    'xattr',
  ],
])
