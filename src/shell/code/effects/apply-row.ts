import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import type { NamedValues } from '../evaluation/arguments.ts'
import { entriesOf } from '../evaluation/entries.ts'
import type { Evaluate } from '../evaluation/evaluate.ts'
import type { Value } from '../evaluation/value.ts'
import type { CallRow, CompiledStep } from '../table.ts'
import { codeDestination } from './addresses.ts'
import { applyProcess, applyScript, applySpawn } from './apply-command.ts'
import { applyDatabase } from './apply-database.ts'
import { recordCodeSql } from './apply-sql.ts'
import type { CodeRecorder } from './recorder.ts'
import { addressWords, sendsRequest } from './requests.ts'

/** Everything that a row's steps need to know about the call. */
export interface RowCall {
  readonly given: NamedValues
  readonly source: string
  readonly inLoop: boolean
  /** Whether an argument contains data read from this machine. */
  readonly carries: (param: string) => boolean
  /** Whether any argument does: headers, fields, the URL's path. */
  readonly carriesAny: () => boolean
  readonly recorder: CodeRecorder
  readonly evaluate: Evaluate
  /** Loads a module by a name that may be computed. */
  readonly load: (name: Word) => void
  /** Whether the code sends anything through open sockets. */
  readonly sends: boolean
}

/** Records the effects of a call, step by step. */
export function applyRow(row: CallRow, call: RowCall): void {
  for (const step of row.steps) applyStep(step, call)
}

function applyStep({ verb, words }: CompiledStep, call: RowCall): void {
  const { given, recorder } = call
  const [first = '', second = ''] = words
  switch (verb) {
    case 'read':
    case 'write':
    case 'delete': {
      const recursive = first === 'tree'
      // A number is the descriptor of a file that is already open.
      if (given.expression(first)?.is === 'number') return
      const paths = given.words(recursive ? second : first)
      const otherwise = recursive ? ['.'] : second.startsWith('=') ? [second.slice(1)] : []
      for (const path of paths.length === 0 ? otherwise : paths)
        if (verb === 'write' && isStore(path)) reach([path], { sends: true, recorder })
        else recorder.touch(verb, path, recursive)
      return
    }
    case 'empty':
      for (const path of given.words(first)) emptyFile(path, recorder)
      return
    case 'fill':
      for (const path of given.words(first))
        if (!isKnown(path) && given.words(second).includes('')) emptyFile(path, recorder)
        else recorder.touch('write', path, false)
      return
    case 'remove':
      for (const path of given.words(first))
        recorder.touch('delete', path, mayRecur(given.values(second), call.evaluate))
      return
    case 'open':
      return openFile(given, { path: first, mode: second }, recorder)
    case 'load':
      return loadSource(given.words(first), { sends: call.carries(first), recorder })
    case 'script':
      return applyScript(words, call)
    case 'run':
      for (const all of given.commands(words)) recorder.command({ does: { words: all }, cwd: null, env: [] })
      return
    case 'exec':
      for (const [program, , ...rest] of given.commands(words)) {
        recorder.command({ does: { words: program === undefined ? [] : [program, ...rest] }, cwd: null, env: [] })
      }
      return
    case 'process':
      return applyProcess(first, call)
    case 'spawn':
      return applySpawn(words, call)
    case 'connect':
    case 'send':
      return reach(addressWords([first], call), { sends: verb === 'send' || call.carriesAny(), recorder })
    case 'request':
      return reach(addressWords([first], call), {
        sends: sendsRequest(words.slice(1), given) || call.carriesAny(),
        recorder,
      })
    case 'url':
      return reach(given.words(first).filter(isUrl), { sends: second === 'sends' || call.carriesAny(), recorder })
    case 'socket':
      return reach(addressWords(words, call), { sends: call.sends, recorder })
    case 'module':
      for (const name of given.words(first)) call.load(name)
      return
    case 'change':
      return changeSystem(first, second === '' ? null : given.words(second), recorder)
    case 'database':
      return applyDatabase(first, call)
    case 'sql':
      return recordCodeSql(first, call)
    case 'environment':
      return recorder.change('secrets/read', null)
    case 'fork':
      return call.inLoop ? recorder.change('process/fork-bomb', null) : undefined
    case 'directory':
      for (const path of given.words(first)) recorder.enter(path)
      return
    case 'variable':
      for (const name of given.words(first)) recorder.setVariable(name, given.words(second)[0] ?? '')
      return
    case 'search':
      for (const directory of given.words(first)) recorder.search(directory)
      return
    case 'unplaced':
      return recorder.unplace()
    case 'name':
      for (const name of given.words(first))
        if (knownPrefix(name).includes('/')) recorder.opaque(`a file name that leads elsewhere: \`${wordText(name)}\``)
      return
    case 'unpickles': {
      const allowed = given.expression(first)
      if (allowed !== null && allowed.source !== 'False') recorder.opaque('unpickles data, which can run any code')
      return
    }
    case 'opaque':
      return recorder.opaque(words.join(' '))
  }
}

function emptyFile(path: Word, recorder: CodeRecorder): void {
  recorder.touch('write', path, false)
  recorder.touch('delete', path, false)
}

function openFile(given: NamedValues, { path, mode }: { path: string; mode: string }, recorder: CodeRecorder): void {
  // A number is the descriptor of a file that is already open.
  if (given.expression(path)?.is === 'number') return
  const modes = given.values(mode)
  const texts = modes.map(value => (value.is === 'text' && isKnown(value.word) ? value.word : null))
  const reads = texts.length === 0 || texts.some(text => text === null || /r|\+/.test(text) || !/[wax]/.test(text))
  const writes = texts.some(text => text === null || /[wax+]/.test(text))
  for (const word of given.words(path)) {
    if (isUrl(word)) reach([word], { sends: writes, recorder })
    else if (reads) recorder.touch('read', word, false)
    if (writes && !isUrl(word)) recorder.touch('write', word, false)
  }
}

const mayRecur = (options: readonly Value[], evaluate: Evaluate): boolean =>
  options.some(
    value =>
      value.is === 'unknown' ||
      entriesOf(value, 'recursive', evaluate).some(entry => entry.is !== 'flag' || entry.value) ||
      (value.is === 'dict' && value.dict.entries.some(({ key }) => key?.is !== 'text')),
  )

function loadSource(sources: readonly Word[], { sends, recorder }: { sends: boolean; recorder: CodeRecorder }): void {
  for (const source of sources) {
    if (isUrl(source)) reach([source], { sends, recorder })
    else recorder.touch('read', source, false)
  }
}

const isUrl = (word: Word): boolean => /^(https?|wss?|ftps?|file):\/\//i.test(wordText(word))

/** A remote store that libraries write to by URL: `s3://bucket/x.csv`. */
const isStore = (word: Word): boolean => /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(wordText(word))

function reach(addresses: readonly Word[], { sends, recorder }: { sends: boolean; recorder: CodeRecorder }): void {
  for (const address of addresses) {
    const destination = codeDestination(address)
    if (destination.to === 'host') recorder.connect(destination.address, sends)
    if (destination.to === 'file') recorder.touch('read', destination.path, false)
  }
}

function changeSystem(change: string, targets: readonly Word[] | null, recorder: CodeRecorder): void {
  const [system = '', action = ''] = change.split('/')
  for (const target of targets ?? [null]) recorder.change(`${system}/${action}`, target)
}
