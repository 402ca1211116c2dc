import { joinWords, makeWord, type Word } from '../../../core/word.ts'
import { entriesOf } from '../evaluation/entries.ts'
import { holeFor, type Value, wordOf } from '../evaluation/value.ts'
import type { RowCall } from './apply-row.ts'
import type { EnvPair, StartedCommand } from './commands.ts'

/**
 * Python's `subprocess`: a list is a command's words; a string is a program's name, or a script when `shell` is set. With
 * `shell`, a list is a script followed by its `$0`, `$1`…; Windows joins the list into one command, so both readings are
 * recorded.
 */
export function applyProcess(param: string, call: RowCall): void {
  const { given, recorder } = call
  const cwds = orNone(given.words('cwd').filter(word => word !== 'None'))
  const env = envPairs(given.values('env'), call)
  const shell = mayBeTrue(given.values('shell'))
  const executable = given.words('executable')[0]
  for (const cwd of cwds) {
    for (const [program = '', ...rest] of given.commands([param])) {
      const start = (does: StartedCommand['does']) => recorder.command({ does, cwd, env })
      const isList = rest.length > 0
      if (!shell || isList) start({ words: [executable ?? program, ...rest] })
      if (shell && (isList || executable !== undefined)) start({ words: [executable ?? 'sh', '-c', program, ...rest] })
      else if (shell) start({ script: program })
    }
  }
}

/**
 * Node's `spawn` and similar functions: a program, a list of arguments, and an options object in either of two positions.
 */
export function applySpawn(words: readonly string[], call: RowCall): void {
  const { given, recorder, source } = call
  const lead = words.filter(word => word.startsWith('=')).map(word => word.slice(1))
  const [program = '', ...others] = words.filter(word => !word.startsWith('='))
  const options = others.flatMap(param => given.values(param)).filter(value => value.is === 'dict')
  const option = (key: string): readonly Value[] => options.flatMap(value => entriesOf(value, key, call.evaluate))
  const cwds = orNone(
    option('cwd')
      .filter(isGiven)
      .map(value => wordOf(value, `${source} cwd`)),
  )
  const env = envPairs(option('env'), call)
  const lists = others
    .slice(0, 1)
    .filter(param => given.values(param).some(value => value.is !== 'dict' && isGiven(value)))
  const mayHaveShell = mayBeTrue(option('shell'))
  // Unknown options might set `shell`.
  const isUnsure = given.values(others.at(-1) ?? '').some(value => value.is === 'unknown') && others.length > 1
  for (const cwd of cwds) {
    for (const rest of given.commands([program, ...lists])) {
      const all = [...lead, ...rest]
      if (mayHaveShell || isUnsure) recorder.command({ does: { script: joinWords(all) }, cwd, env })
      if (!mayHaveShell) recorder.command({ does: { words: all }, cwd, env })
    }
  }
}

/** Node's `exec` and similar functions: a script and an options object. */
export function applyScript([script = '', options = '']: readonly string[], call: RowCall): void {
  const { given, recorder, source } = call
  const option = (key: string): readonly Value[] =>
    given.values(options).flatMap(value => entriesOf(value, key, call.evaluate))
  const cwds = orNone(
    option('cwd')
      .filter(isGiven)
      .map(value => wordOf(value, `${source} cwd`)),
  )
  const env = envPairs(option('env'), call)
  for (const cwd of cwds) for (const text of given.words(script)) recorder.command({ does: { script: text }, cwd, env })
}

const orNone = (words: readonly Word[]): readonly (Word | null)[] => (words.length === 0 ? [null] : words)

const isGiven = (value: Value): boolean => value.is !== 'none'

/** True unless every value is certainly false. */
const mayBeTrue = (values: readonly Value[]): boolean =>
  values.some(value => isGiven(value) && !(value.is === 'flag' && !value.value))

function envPairs(values: readonly Value[], { evaluate, source }: RowCall): readonly EnvPair[] {
  return values.flatMap((value): readonly EnvPair[] => {
    if (value.is === 'ref' || value.is === 'none') return []
    if (value.is !== 'dict') return [{ name: 'UNKNOWN', value: makeWord([holeFor(source)]) }]
    return value.dict.entries.flatMap(({ key, value: entry }): readonly EnvPair[] =>
      key === null
        ? []
        : evaluate(entry).map(one => ({
            name: key.is === 'text' ? key.value : 'UNKNOWN',
            value: wordOf(one, entry.source),
          })),
    )
  })
}
