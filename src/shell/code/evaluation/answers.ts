import { isKnown, knownPrefix, makeWord, type Word } from '../../../core/word.ts'
import type { CallEvaluator, EvaluatedCall } from '../library.ts'
import type { Expression, List } from './expression.ts'
import { holeFor, textValue, type Value, wordOf, wordParts } from './value.ts'

/** The one value of an argument; null if the argument is missing or may have several values. */
export function argumentValue({ args, evaluate }: EvaluatedCall, index: number): Value | null {
  const arg = args[index]
  if (arg === undefined || arg.spread || arg.name !== null) return null
  const values = evaluate(arg.value)
  return values.length === 1 ? (values[0] ?? null) : null
}

/** The one word of an argument, unknown parts included. */
export function argumentWord(call: EvaluatedCall, index: number): Word | null {
  const value = argumentValue(call, index)
  return value === null ? null : wordOf(value, call.args[index]?.value.source ?? call.source)
}

/** All arguments as words; null if one of them may have several values. */
export function argumentWords(call: EvaluatedCall): readonly Word[] | null {
  const words = call.args.map((_, i) => argumentWord(call, i))
  return words.every(word => word !== null) ? words : null
}

/** Returns its first argument. */
export const sameValue: CallEvaluator = call => argumentValue(call, 0)

/** Returns the object it is called on. */
export const sameSelf: CallEvaluator = ({ self }) => self

/** A change to a known text. */
export const changedText =
  (change: (text: string, ...args: readonly string[]) => string): CallEvaluator =>
  call => {
    const self = call.self?.is === 'text' ? call.self.word : null
    const words = argumentWords(call)
    if (self === null || words === null || !isKnown(self) || !words.every(isKnown)) return null
    return textValue(change(self, ...words))
  }

/** A list of known words. */
export const wordList = (words: readonly string[], source: string): Value =>
  wholeList(
    words.map(word => ({ is: 'text', value: word, source: word })),
    source,
  )

/** A list of exactly these items. */
export const wholeList = (items: readonly Expression[], source: string): Value => ({
  is: 'list',
  list: listOf(items, source),
  state: 'whole',
})

export const pairOf = (first: Expression, second: Expression): List => listOf([first, second], second.source)

const listOf = (items: readonly Expression[], source: string): List => ({
  is: 'list',
  items: items.map(value => ({ value, name: null, spread: false })),
  source,
})

/** The keys, the values or the pairs of an object literal. */
export const partsOfDict =
  (part: string): CallEvaluator =>
  call => {
    const value = call.self ?? argumentValue(call, 0)
    if (value?.is !== 'dict') return null
    const items = value.dict.entries.map(({ key, value: entry }) =>
      key === null ? null : part === 'keys' ? key : part === 'values' ? entry : pairOf(key, entry),
    )
    return items.every(item => item !== null) ? wholeList(items, call.source) : null
  }

/** Names of the files that a pattern matches: its fixed text, with a hole for each wildcard. */
export const foundFiles = (pattern: string): Word =>
  makeWord(pattern.split(/(\*+|\?|\[[^\][]{1,100}\])/).map((part, i) => (i % 2 === 0 ? part : holeFor(part, 'files'))))

/** Names of the files that a pattern matches, in the pattern's fixed directory. */
export function filesNamed(pattern: Word, source: string): Word {
  const prefix = knownPrefix(pattern)
  const fixed = prefix.slice(0, prefix.search(/[*?[{]/) < 0 ? prefix.length : prefix.search(/[*?[{]/))
  const directory = fixed.slice(0, fixed.lastIndexOf('/') + 1)
  const rest = isKnown(pattern) ? pattern.slice(directory.length) : source
  return makeWord([directory, ...wordParts(foundFiles(rest))])
}

/** The files that a glob matches. */
export const foundNames: CallEvaluator = call => ({
  is: 'many',
  item: textValue(filesNamed(argumentWord(call, 0) ?? '*', call.source)),
})
