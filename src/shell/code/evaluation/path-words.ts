import { knownPrefix, makeWord, type Word } from '../../../core/word.ts'
import { wordParts } from './value.ts'

/** Placeholder for the home directory while code is read: a literal `~` in code is just a file name. */
export const home = '\uE000'

/** Joins paths like `os.path.join`: an absolute path discards the ones before it. */
export const joinPaths = (words: readonly Word[]): Word =>
  words.reduce<Word>((left, right) => (isAnchored(right) ? right : below(left, right)), '')

/** Joins paths like Node's `path.join`: an absolute path is appended to the ones before it. */
export const concatPaths = (words: readonly Word[]): Word => words.reduce<Word>(below, '')

/** Absolute, or below a home directory. */
export const isAnchored = (word: Word): boolean => /^[/\uE000]/.test(knownPrefix(word))

/** The path as an effect spells it: `~` is the home directory, and a file named `~` gets a `./`. */
export function pathWord(word: Word): Word {
  const plain = knownPrefix(word).startsWith('~') ? makeWord(['./', ...wordParts(word)]) : word
  return makeWord(wordParts(plain).map(part => (typeof part === 'string' ? part.replaceAll(home, '~') : part)))
}

export const parentPath = (path: string): string => {
  const slash = path.replace(/\/+$/, '').lastIndexOf('/')
  return slash < 0 ? '.' : slash === 0 ? '/' : path.slice(0, slash)
}

export const basePath = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? ''

function below(left: Word, right: Word): Word {
  if (left === '') return right
  if (right === '') return left
  const last = wordParts(left).at(-1)
  const slash = (typeof last === 'string' && last.endsWith('/')) || knownPrefix(right).startsWith('/') ? [] : ['/']
  return makeWord([...wordParts(left), ...slash, ...wordParts(right)])
}
