import type { Statement } from 'unbash'
import type { Effect, Run } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import { hasHole, isKnown, type Word, wordText } from '../../core/word.ts'
import { isSecretVariable } from '../frame/environment.ts'
import type { Stdin } from '../frame/frame.ts'

/** The argument through which a program prints a variable with a secret's name; null if there is none. */
export function printedSecret({ program, args }: Run, stdin: Stdin): Word | null {
  const name = baseName(wordText(program))
  if (name === 'printenv') return args.find(arg => isKnown(arg) && isSecretVariable(arg)) ?? null
  if (printsWords.has(name) && !fillsVariable(name, args)) return args.find(isSecret) ?? null
  if (name === 'envsubst' && stdin.from === 'text' && namesSecret(stdin.text)) return stdin.text
  return stdin.from === 'text' && isSecret(stdin.text) && printsInput.has(name) ? stdin.text : null
}

const isSecret = (word: Word): boolean => hasHole(word, 'secret')

/** `envsubst <<< '$GITHUB_TOKEN'`: envsubst expands variables that the shell did not. */
const namesSecret = (text: Word): boolean =>
  [...wordText(text).matchAll(/\$\{?(\w+)/g)].some(([, variable = '']) => isSecretVariable(variable))

/** `printf -v x …` prints into a variable. */
export const fillsVariable = (name: string, [first = '']: readonly Word[]): boolean =>
  name === 'printf' && wordText(first).startsWith('-v')

/** Whether one stage of a pipeline prints all variables with their names. */
export const printsEnvironment = (command: Statement['command'], effects: readonly Effect[]): boolean =>
  (command.type === 'Command' && listingBuiltins.has(command.name?.value ?? '')) ||
  effects.some(effect => effect.kind === 'run' && listsVariables(effect))

const listingBuiltins = new Set(['set', 'export', 'declare', 'typeset'])

function listsVariables({ program, args }: Run): boolean {
  const name = baseName(wordText(program))
  return (name === 'env' || name === 'printenv') && args.every(arg => /^-|^\w+=/.test(wordText(arg)))
}

/** Whether this program prints its input without the variable names that mark secrets: `env | base64`. */
export function hidesNames({ program, args }: Run): boolean {
  const name = baseName(wordText(program))
  const words = args.map(wordText)
  switch (name) {
    case 'cut':
      return !words.includes('-f1') && !words.includes('1')
    case 'tr':
      return !words.every(word => /^(-[ds]|(\\[0nrt]|\s)+)$/.test(word))
    case 'awk':
    case 'gawk':
    case 'mawk':
      return words.some(word => /\$([2-9]|NF)/.test(word))
    case 'sed':
      return words.some(word => /=[/|#,]/.test(word))
    default:
      return encoders.has(name)
  }
}

const encoders = new Set([
  ...['base64', 'base32', 'basenc', 'xxd', 'od', 'hexdump', 'uuencode', 'openssl', 'gpg', 'age', 'rev'],
  ...['gzip', 'bzip2', 'xz', 'zstd', 'brotli', 'lz4'],
])

/** Programs that print their arguments. */
const printsWords = new Set(['echo', 'printf', 'expr', 'figlet', 'cowsay', 'logger', 'jq', 'yq', 'awk', 'gawk', 'mawk'])

/** Programs that print their input, changed or not. */
const printsInput = new Set([
  ...encoders,
  ...['tr', 'cat', 'bat', 'tac', 'tee', 'nl', 'head', 'tail', 'less', 'more', 'sort', 'uniq', 'cut', 'paste', 'column'],
  ...['fold', 'fmt', 'pr', 'sed', 'awk', 'gawk', 'mawk', 'grep', 'rg', 'jq', 'yq', 'strings', 'xargs', 'envsubst'],
])
