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
import { holeFor, textValue, type Value, wordParts } from '../evaluation/value.ts'
import type { CallEvaluator, EvaluatedCall } from '../library.ts'

const pathValue = (word: Word): Value => ({ is: 'made', kind: 'path', word })

const selfPath = ({ self }: EvaluatedCall): Word | null => (self?.is === 'made' ? self.word : null)

/** A method that changes the path it is called on. */
const changedPath =
  (change: (path: Word, asked: EvaluatedCall) => Word | null): CallEvaluator =>
  asked => {
    const path = selfPath(asked)
    const changed = path === null ? null : change(path, asked)
    return changed === null ? null : pathValue(changed)
  }

const madePath: CallEvaluator = asked => {
  const words = argumentWords(asked)
  return words === null ? null : pathValue(joinPaths(words) || '.')
}

const joinedArguments: CallEvaluator = asked => {
  const words = argumentWords(asked)
  return words === null || words.length === 0 ? null : textValue(joinPaths(words))
}

const expandHome = (word: Word): Word => mapPrefix(word, prefix => prefix.replace(/^~(?=\/|$)/, home))

const expandedArgument: CallEvaluator = asked => {
  const word = argumentWord(asked, 0)
  return word === null ? null : textValue(expandHome(word))
}

const homeVariables: ReadonlyMap<string, string> = new Map([
  ['HOME', home],
  ['PWD', '.'],
  ['TMPDIR', '/tmp'],
])

const variable: CallEvaluator = asked => {
  const { args } = asked
  const name = argumentWord({ ...asked, args: args.map(arg => (arg.name === 'key' ? { ...arg, name: null } : arg)) }, 0)
  const known = name !== null && isKnown(name) ? homeVariables.get(name) : undefined
  if (known !== undefined) return textValue(known)
  return name !== null && isKnown(name) ? secretVariable('os.environ', name) : null
}

/** `' '.join(list)` of known words. */
const joinedList: CallEvaluator = asked => {
  const separator = asked.self?.is === 'text' ? asked.self.word : null
  const list = argumentValue(asked, 0)
  if (separator === null || list?.is !== 'list') return null
  const [words, ...others] = listWords(list.list.items, { evaluate: asked.evaluate, flatten: 0 })
  if (words === undefined || others.length > 0) return null
  const all = list.state === 'grown' ? [...words, makeWord([holeFor(asked.source)])] : words
  return textValue(makeWord(all.flatMap((word, i) => [...(i > 0 ? wordParts(separator) : []), ...wordParts(word)])))
}

/** `'{}/{}'.format(a, b)`, with plain braces or numbers. */
const formatted: CallEvaluator = asked => {
  const format = asked.self?.is === 'text' ? asked.self.word : null
  const words = argumentWords(asked)
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

const split: CallEvaluator = asked => {
  const self = asked.self?.is === 'text' && isKnown(asked.self.word) ? asked.self.word : null
  if (self === null || asked.args.length > 1) return null
  const separator = argumentWord(asked, 0)
  if (separator === null) return asked.args.length > 0 ? null : wordList(self.trim().split(/\s+/), asked.source)
  return isKnown(separator) && separator !== '' ? wordList(self.split(separator), asked.source) : null
}

/** Text without quotes or backslashes is split at whitespace. */
const shellSplit: CallEvaluator = asked => {
  const text = argumentWord(asked, 0)
  return text === null || !isKnown(text) || /["'\\#]/.test(text)
    ? null
    : wordList(text.trim().split(/\s+/), asked.source)
}

const foundPaths: CallEvaluator = asked => {
  const path = selfPath(asked)
  if (path === null) return null
  const pattern = argumentWord(asked, 0)
  const files = foundFiles(pattern !== null && isKnown(pattern) ? pattern : '*')
  return { is: 'many', item: pathValue(joinPaths([path, files])) }
}

const walked: CallEvaluator = asked => {
  const top = argumentWord(asked, 0)
  return top === null ? null : { is: 'many', item: { is: 'made', kind: 'turn', word: top } }
}

const listed: CallEvaluator = () => ({ is: 'many', item: textValue(foundFiles('*')) })

/** A copy of the environment is the environment. */
const copiedDict: CallEvaluator = asked => {
  const value = argumentValue(asked, 0)
  return value?.is === 'ref' && value.name === 'os.environ' ? value : null
}

/** `range(3)`: numbers, which cannot turn a name into another path. */
const numbers: CallEvaluator = ({ source }) => ({
  is: 'many',
  item: textValue(makeWord([holeFor(source, 'number')])),
})

/** `enumerate(names)`: pairs of a number and an item. */
const numbered: CallEvaluator = asked => {
  const value = argumentValue(asked, 0)
  if (value?.is !== 'list' || value.state !== 'whole' || value.list.items.some(item => item.spread)) return null
  const { source } = asked
  return wholeList(
    value.list.items.map((item, i) => pairOf({ is: 'number', source: String(i) }, item.value)),
    source,
  )
}

/** A new file or directory, whose name is only known at run time. */
const newFile =
  (mostPositional: number): CallEvaluator =>
  asked => {
    const words = asked.args.filter(arg => arg.name !== null && /^(suffix|prefix|dir)$/.test(arg.name))
    const isPlain = words.every(({ name, value }) =>
      asked
        .evaluate(value)
        .every(one => name !== 'dir' && one.is === 'text' && isKnown(one.word) && !one.word.includes('/')),
    )
    const isMore =
      asked.args.filter(arg => arg.name === null).length > mostPositional || asked.args.some(arg => arg.spread)
    return isPlain && !isMore ? textValue(makeWord(['/tmp/tmp', holeFor(asked.source, 'name')])) : null
  }

const importedModule: CallEvaluator = asked => {
  const name = argumentWord(asked, 0)
  return name !== null && isKnown(name) ? { is: 'ref', name } : null
}

const knownOnly =
  (change: (path: string) => string) =>
  (path: Word): Word | null =>
    isKnown(path) ? change(path) : null

const textOfArgument =
  (change: (text: string) => string): CallEvaluator =>
  asked => {
    const word = argumentWord(asked, 0)
    return word !== null && isKnown(word) ? textValue(change(word)) : null
  }

const expandedVariables: CallEvaluator = asked => {
  const word = argumentWord(asked, 0)
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
  ['(path).name', asked => nameOfPath(asked, basePath)],
  ['(path).stem', asked => nameOfPath(asked, path => basePath(path).replace(/(.)\.[^.]*$/, '$1'))],
  ['(path).joinpath()', changedPath((path, asked) => joinPaths([path, ...(argumentWords(asked) ?? [asked.source])]))],
  ['(path).with_suffix()', changedPath((path, asked) => changeEnd(path, asked, /(\.[^./]*)?$/))],
  ['(path).with_name()', changedPath((path, asked) => changeEnd(path, asked, /[^/]*$/))],
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

function nameOfPath(asked: EvaluatedCall, name: (path: string) => string): Value | null {
  const path = selfPath(asked)
  return path !== null && isKnown(path) ? textValue(name(path)) : null
}

function changeEnd(path: Word, asked: EvaluatedCall, end: RegExp): Word | null {
  const word = argumentWord(asked, 0)
  return isKnown(path) && word !== null && isKnown(word) ? path.replace(end, () => word) : null
}
