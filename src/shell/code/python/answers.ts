import { isKnown, makeWord, mapPrefix, type Word } from '../../../core/word.ts'
import { secretVariable } from '../effects/secret-variables.ts'
import {
  argumentValue,
  argumentWord,
  argumentWords,
  changedText,
  foundFiles,
  foundNames,
  pairOf,
  partsOfDict,
  sameSelf,
  sameValue,
  wholeList,
  wordList,
} from '../evaluation/answers.ts'
import { listWords } from '../evaluation/arguments.ts'
import { basePath, home, joinPaths, parentPath } from '../evaluation/path-words.ts'
import { everyName, holeFor, textValue, type Value, wordParts } from '../evaluation/value.ts'
import type { CallEvaluator, EvaluatedCall } from '../library.ts'

const pathValue = (word: Word): Value => ({ is: 'made', kind: 'path', word })

const selfPath = ({ self }: EvaluatedCall): Word | null => (self?.is === 'made' ? self.word : null)

/** A method that changes the path it is called on. */
const changedPath =
  (change: (path: Word, call: EvaluatedCall) => Word | null): CallEvaluator =>
  call => {
    const path = selfPath(call)
    const changed = path === null ? null : change(path, call)
    return changed === null ? null : pathValue(changed)
  }

const madePath: CallEvaluator = call => {
  const words = argumentWords(call)
  return words === null ? null : pathValue(joinPaths(words) || '.')
}

const joinedArguments: CallEvaluator = call => {
  const words = argumentWords(call)
  return words === null || words.length === 0 ? null : textValue(joinPaths(words))
}

const expandHome = (word: Word): Word => mapPrefix(word, prefix => prefix.replace(/^~(?=\/|$)/, home))

const expandedArgument: CallEvaluator = call => {
  const word = argumentWord(call, 0)
  return word === null ? null : textValue(expandHome(word))
}

const homeVariables: ReadonlyMap<string, string> = new Map([
  ['HOME', home],
  ['PWD', '.'],
  ['TMPDIR', '/tmp'],
])

const variable: CallEvaluator = call => {
  const { args } = call
  const name = argumentWord({ ...call, args: args.map(arg => (arg.name === 'key' ? { ...arg, name: null } : arg)) }, 0)
  const known = name !== null && isKnown(name) ? homeVariables.get(name) : undefined
  if (known !== undefined) return textValue(known)
  return name !== null && isKnown(name) ? secretVariable('os.environ', name) : null
}

/** `' '.join(list)` of known words. */
const joinedList: CallEvaluator = call => {
  const separator = call.self?.is === 'text' ? call.self.word : null
  const list = argumentValue(call, 0)
  if (separator === null || list?.is !== 'list') return null
  const [words, ...others] = listWords(list.list.items, { evaluate: call.evaluate, flatten: 0 })
  if (words === undefined || others.length > 0) return null
  const all = list.state === 'grown' ? [...words, makeWord([holeFor(call.source)])] : words
  return textValue(makeWord(all.flatMap((word, i) => [...(i > 0 ? wordParts(separator) : []), ...wordParts(word)])))
}

/** `'{}/{}'.format(a, b)`, with plain braces or numbers. */
const formatted: CallEvaluator = call => {
  const format = call.self?.is === 'text' ? call.self.word : null
  const words = argumentWords(call)
  if (format === null || words === null || !isKnown(format)) return null
  let next = 0
  const parts = format.split(/(\{\d*\})/).flatMap(piece => {
    const index = /^\{(\d*)\}$/.exec(piece)?.[1]
    if (index === undefined) return [piece]
    const word = words[index === '' ? next++ : Number(index)]
    return word === undefined ? [holeFor(piece)] : wordParts(word)
  })
  const hasOthers = parts.some(part => typeof part === 'string' && /[{}]/.test(part))
  return hasOthers ? null : textValue(makeWord(parts))
}

const split: CallEvaluator = call => {
  const self = call.self?.is === 'text' && isKnown(call.self.word) ? call.self.word : null
  if (self === null || call.args.length > 1) return null
  const separator = argumentWord(call, 0)
  if (separator === null) return call.args.length > 0 ? null : wordList(self.trim().split(/\s+/), call.source)
  return isKnown(separator) && separator !== '' ? wordList(self.split(separator), call.source) : null
}

/** Text without quotes or backslashes is split at whitespace. */
const shellSplit: CallEvaluator = call => {
  const text = argumentWord(call, 0)
  return text === null || !isKnown(text) || /["'\\#]/.test(text)
    ? null
    : wordList(text.trim().split(/\s+/), call.source)
}

const foundPaths: CallEvaluator = call => {
  const path = selfPath(call)
  if (path === null) return null
  const pattern = argumentWord(call, 0)
  const files = pattern !== null && isKnown(pattern) && pattern !== '*' ? foundFiles(pattern) : everyName
  return { is: 'many', item: pathValue(joinPaths([path, files])) }
}

const walked: CallEvaluator = call => {
  const top = argumentWord(call, 0)
  return top === null ? null : { is: 'many', item: { is: 'made', kind: 'turn', word: top } }
}

const listed: CallEvaluator = () => ({ is: 'many', item: textValue(everyName) })

/** A copy of the environment is the environment. */
const copiedDict: CallEvaluator = call => {
  const value = argumentValue(call, 0)
  return value?.is === 'ref' && value.name === 'os.environ' ? value : null
}

/** `range(3)`: numbers, which cannot turn a name into another path. */
const numbers: CallEvaluator = ({ source }) => ({
  is: 'many',
  item: textValue(makeWord([holeFor(source, 'number')])),
})

/** `enumerate(names)`: pairs of a number and an item. */
const numbered: CallEvaluator = call => {
  const value = argumentValue(call, 0)
  if (value?.is !== 'list' || value.state !== 'whole' || value.list.items.some(item => item.spread)) return null
  const { source } = call
  return wholeList(
    value.list.items.map((item, i) => pairOf({ is: 'number', source: String(i) }, item.value)),
    source,
  )
}

/** A new file or directory, whose name is only known at run time. */
const newFile =
  (mostPositional: number): CallEvaluator =>
  call => {
    const words = call.args.filter(arg => arg.name !== null && /^(suffix|prefix|dir)$/.test(arg.name))
    const isPlain = words.every(({ name, value }) =>
      call
        .evaluate(value)
        .every(one => name !== 'dir' && one.is === 'text' && isKnown(one.word) && !one.word.includes('/')),
    )
    const isMore =
      call.args.filter(arg => arg.name === null).length > mostPositional || call.args.some(arg => arg.spread)
    return isPlain && !isMore ? textValue(makeWord(['/tmp/tmp', holeFor(call.source, 'name')])) : null
  }

const importedModule: CallEvaluator = call => {
  const name = argumentWord(call, 0)
  return name !== null && isKnown(name) ? { is: 'ref', name } : null
}

const knownOnly =
  (change: (path: string) => string) =>
  (path: Word): Word | null =>
    isKnown(path) ? change(path) : null

const textOfArgument =
  (change: (text: string) => string): CallEvaluator =>
  call => {
    const word = argumentWord(call, 0)
    return word !== null && isKnown(word) ? textValue(change(word)) : null
  }

const expandedVariables: CallEvaluator = call => {
  const word = argumentWord(call, 0)
  if (word === null || !isKnown(word)) return null
  const [secret] = [...word.matchAll(/\$\{?(\w+)/g)].flatMap(
    ([, name = '']) => secretVariable('os.environ', name) ?? [],
  )
  return secret ?? textValue(word.replace(/^\$(HOME|\{HOME\})/, home))
}

/** Values of calls and members that can be computed; `()` marks a call. */
export const answers: ReadonlyMap<string, CallEvaluator> = new Map<string, CallEvaluator>([
  ['os.path.join()', joinedArguments],
  ['posixpath.join()', joinedArguments],
  ...['abspath', 'realpath', 'normpath', 'normcase'].map(name => [`os.path.${name}()`, sameValue] as const),
  ['os.path.expanduser()', expandedArgument],
  ['os.path.expandvars()', expandedVariables],
  ['os.path.dirname()', textOfArgument(parentPath)],
  ['os.path.basename()', textOfArgument(basePath)],
  ['os.fspath()', sameValue],
  ['os.fsencode()', sameValue],
  ['os.fsdecode()', sameValue],
  ['os.getenv()', variable],
  ...['get', 'pop', 'setdefault', '__getitem__'].map(name => [`os.environ.${name}()`, variable] as const),
  ['os.environ.copy()', () => ({ is: 'ref', name: 'os.environ' })],
  ['os.listdir()', listed],
  ['os.walk()', walked],
  ['glob.glob()', foundNames],
  ['glob.iglob()', foundNames],
  ['shlex.split()', shellSplit],
  ['builtins.str()', sameValue],
  ['builtins.dict()', copiedDict],
  ...['list', 'tuple', 'set', 'frozenset', 'sorted', 'reversed', 'iter'].map(
    name => [`builtins.${name}()`, sameValue] as const,
  ),
  ['builtins.range()', numbers],
  ['builtins.enumerate()', numbered],
  ...['items', 'keys', 'values'].map(name => [`(dict).${name}()`, partsOfDict(name)] as const),
  ['tempfile.mkdtemp()', newFile(0)],
  ['tempfile.TemporaryDirectory()', newFile(0)],
  ['tempfile.NamedTemporaryFile()', newFile(1)],
  ['(text).name', sameSelf],
  ['builtins.__import__()', importedModule],
  ['importlib.import_module()', importedModule],
  ['copy.copy()', sameValue],
  ['copy.deepcopy()', sameValue],
  ['pathlib.Path()', madePath],
  ['pathlib.Path.home()', () => pathValue(home)],
  ['pathlib.Path.cwd()', () => pathValue('.')],
  ['(path).parent', changedPath(knownOnly(parentPath))],
  ['(path).name', call => nameOfPath(call, basePath)],
  ['(path).stem', call => nameOfPath(call, path => basePath(path).replace(/(.)\.[^.]*$/, '$1'))],
  ['(path).joinpath()', changedPath((path, call) => joinPaths([path, ...(argumentWords(call) ?? [call.source])]))],
  ['(path).with_suffix()', changedPath((path, call) => changeEnd(path, call, /(\.[^./]*)?$/))],
  ['(path).with_name()', changedPath((path, call) => changeEnd(path, call, /[^/]*$/))],
  ['(path).expanduser()', changedPath(path => expandHome(path))],
  ...['resolve', 'absolute', 'as_posix', '__str__', '__fspath__'].map(name => [`(path).${name}()`, sameSelf] as const),
  ['(path).glob()', foundPaths],
  ['(path).rglob()', foundPaths],
  ['(path).iterdir()', foundPaths],
  ...['cursor', 'connect', 'begin', 'acquire', '__enter__'].map(name => [`(database).${name}()`, sameSelf] as const),
  ['sqlalchemy.text()', sameValue],
  ['sqlalchemy.sql.text()', sameValue],
  ['(text).join()', joinedList],
  ['(text).format()', formatted],
  ['(text).split()', split],
  ['(text).strip()', changedText((text, ...args) => (args.length === 0 ? text.trim() : text))],
  ['(text).lower()', changedText(text => text.toLowerCase())],
  ['(text).upper()', changedText(text => text.toUpperCase())],
  ['(text).replace()', changedText((text, from = '', to = '') => text.replaceAll(from, to))],
  ['(text).encode()', sameSelf],
  ['(text).decode()', sameSelf],
])

function nameOfPath(call: EvaluatedCall, name: (path: string) => string): Value | null {
  const path = selfPath(call)
  return path !== null && isKnown(path) ? textValue(name(path)) : null
}

function changeEnd(path: Word, call: EvaluatedCall, end: RegExp): Word | null {
  const word = argumentWord(call, 0)
  return isKnown(path) && word !== null && isKnown(word) ? path.replace(end, () => word) : null
}
