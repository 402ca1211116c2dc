import { isKnown, makeWord } from '../../../core/word.ts'
import { secretVariable } from '../effects/secret-variables.ts'
import {
  argumentValue,
  argumentWord,
  argumentWords,
  changedText,
  partsOfDict,
  sameSelf,
  sameValue,
  wordList,
} from '../evaluation/answers.ts'
import { listWords } from '../evaluation/arguments.ts'
import { basePath, concatPaths, joinPaths, parentPath } from '../evaluation/path-words.ts'
import { everyName, holeFor, textValue, unknown, wordParts } from '../evaluation/value.ts'
import type { CallEvaluator } from '../library.ts'

const concatenated: CallEvaluator = call => {
  const words = argumentWords(call)
  return words === null || words.length === 0 ? null : textValue(concatPaths(words))
}

const resolved: CallEvaluator = call => {
  const words = argumentWords(call)
  return words === null || words.length === 0 ? null : textValue(joinPaths(words))
}

const ofPath =
  (change: (path: string) => string): CallEvaluator =>
  call => {
    const word = argumentWord(call, 0)
    return word !== null && isKnown(word) && call.args.length === 1 ? textValue(change(word)) : null
  }

/** A module by its name; a JSON file has no functions. */
const loaded: CallEvaluator = call => {
  const name = argumentWord(call, 0)
  if (name === null || !isKnown(name)) return null
  return name.endsWith('.json') ? unknown(call.source) : { is: 'ref', name: name.replace(/^node:/, '') }
}

const joinedList: CallEvaluator = call => {
  const { self, evaluate } = call
  if (self?.is !== 'list') return null
  const separator = call.args.length === 0 ? ',' : argumentWord(call, 0)
  const [words, ...others] = listWords(self.list.items, { evaluate, flatten: 0 })
  if (separator === null || words === undefined || others.length > 0) return null
  const all = self.state === 'grown' ? [...words, makeWord([holeFor(call.source)])] : words
  return textValue(makeWord(all.flatMap((word, i) => [...(i > 0 ? wordParts(separator) : []), ...wordParts(word)])))
}

const split: CallEvaluator = call => {
  const self = call.self?.is === 'text' && isKnown(call.self.word) ? call.self.word : null
  const separator = argumentWord(call, 0)
  if (self === null || separator === null || !isKnown(separator) || call.args.length !== 1) return null
  return call.args[0]?.value.is === 'text' ? wordList(self.split(separator), call.source) : null
}

/** `{ ...env }` and `Object.assign({}, env)` copy the environment. */
const assigned: CallEvaluator = call => {
  const environment = call.args
    .flatMap((_, i) => [argumentValue(call, i)])
    .find(value => value?.is === 'ref' && value.name === 'node.env')
  return environment ?? null
}

const variable: CallEvaluator = call => {
  const name = argumentWord(call, 0)
  return name !== null && isKnown(name) ? secretVariable('node.env', name) : null
}

/** Values of calls and members that can be computed; `()` marks a call. */
export const answers: ReadonlyMap<string, CallEvaluator> = new Map<string, CallEvaluator>([
  ['path.join()', concatenated],
  ['path.resolve()', resolved],
  ['path.normalize()', sameValue],
  ['path.dirname()', ofPath(parentPath)],
  ['path.basename()', ofPath(basePath)],
  ['globals.require()', loaded],
  ['Deno.env.get()', variable],
  ['globals.import()', loaded],
  ['globals.require.main.require()', loaded],
  ['module.require()', loaded],
  ['node.getBuiltinModule()', loaded],
  ['module.createRequire()', () => ({ is: 'ref', name: 'globals.require' })],
  ['dotenv.config()', () => ({ is: 'ref', name: 'dotenv.loaded' })],
  ['util.promisify()', sameValue],
  ['globals.URL()', call => (call.args.length === 1 ? argumentValue(call, 0) : null)],
  ['globals.Request()', sameValue],
  ['globals.String()', sameValue],
  ['globals.String.raw()', sameValue],
  ['url.fileURLToPath()', sameValue],
  ['url.pathToFileURL()', sameValue],
  ['globals.Object.freeze()', sameValue],
  ['globals.Object.assign()', assigned],
  ...['keys', 'values', 'entries'].map(name => [`globals.Object.${name}()`, partsOfDict(name)] as const),
  ['globals.structuredClone()', sameValue],
  ['globals.Array.from()', sameValue],
  ['fs.readdir()', () => ({ is: 'many', item: textValue(everyName) })],
  ['fs.realpath()', sameValue],
  ['(list).join()', joinedList],
  ['(list).slice()', call => (call.args.length === 0 ? call.self : null)],
  ['(many).filter()', sameSelf],
  ['(many).sort()', sameSelf],
  ['(list).filter()', sameSelf],
  ['(text).split()', split],
  ['(text).trim()', changedText(text => text.trim())],
  ['(text).toLowerCase()', changedText(text => text.toLowerCase())],
  ['(text).toUpperCase()', changedText(text => text.toUpperCase())],
  ['(text).concat()', changedText((text, ...others) => [text, ...others].join(''))],
  ['(text).toString()', sameSelf],
  ['(text).href', sameSelf],
])
