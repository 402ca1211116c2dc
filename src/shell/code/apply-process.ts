import { isKnown, joinWords, makeWord, type Word } from '../../core/word.ts'
import type { RowCall } from './apply-row.ts'
import type { EnvPair } from './commands.ts'
import { holeFor, type Value, wordOf } from './value.ts'

/** Python's `subprocess`: a list is words; text is a program's name, or a script if `shell` says so. */
export function applyProcess(param: string, call: RowCall): void {
  const { given, recorder, source } = call
  const options = {
    cwds: orNone(given.words('cwd').filter(word => word !== 'None')),
    env: envPairs(given.values('env'), source),
  }
  const shell = shellOf(given.values('shell'))
  const executable = given.words('executable')[0]
  for (const cwd of options.cwds) {
    for (const words of given.commands([param])) {
      const [program = '', ...rest] = words
      const env = options.env
      if (shell && executable !== undefined)
        recorder.command({ does: { words: [executable, '-c', program] }, cwd, env })
      else if (shell) recorder.command({ does: { script: program }, cwd, env })
      else recorder.command({ does: { words: [executable ?? program, ...rest] }, cwd, env })
    }
  }
}

/** Node's `spawn` and its like: a program, a list, and an object of options in either of two places. */
export function applySpawn(params: readonly string[], call: RowCall): void {
  const { given, recorder, source } = call
  const lead = params.filter(param => param.startsWith('='))
  const places = params.filter(param => !param.startsWith('='))
  const options = places
    .slice(1)
    .flatMap(param => given.values(param).filter(value => value.is === 'dict' || value.is === 'unknown'))
  const option = (key: string): readonly Value[] => options.flatMap(value => optionValues(value, key, call))
  const cwds = orNone(
    option('cwd')
      .filter(value => value.is !== 'none')
      .map(value => wordOf(value, `${source} cwd`)),
  )
  const env = envPairs(option('env'), source)
  const shell = shellOf(option('shell'))
  const isOptions = (param: string): boolean =>
    given.values(param).every(value => value.is === 'dict' || value.is === 'none')
  const commands = given.commands(places.filter((param, i) => i === 0 || (i === 1 && !isOptions(param))))
  for (const cwd of cwds) {
    for (const words of commands) {
      const all = [...lead.map(word => word.slice(1)), ...words]
      recorder.command({ does: shell ? { script: joinWords(all) } : { words: all }, cwd, env })
    }
  }
}

/** An object of options that is not known is taken to be empty: its keys are seldom the point. */
function optionValues(value: Value, key: string, { recorder }: RowCall): readonly Value[] {
  if (value.is !== 'dict') return []
  const found = value.dict.entries.filter(entry => entry.key?.is === 'text' && entry.key.value === key)
  return found.flatMap(entry => recorder.evaluate(entry.value))
}

const orNone = (words: readonly Word[]): readonly (Word | null)[] => (words.length === 0 ? [null] : words)

/** Unless it is certain that no shell reads the text, one does. */
const shellOf = (values: readonly Value[]): boolean =>
  values.some(value => value.is !== 'none' && !(value.is === 'flag' && !value.value))

function envPairs(values: readonly Value[], source: string): readonly EnvPair[] {
  return values.flatMap((value): readonly EnvPair[] => {
    if (value.is === 'ref' || value.is === 'none') return []
    if (value.is !== 'dict') return [{ name: 'UNKNOWN', value: makeWord([holeFor(source)]) }]
    return value.dict.entries.flatMap(({ key, value: entry }) =>
      key === null ? [] : [{ name: key.is === 'text' ? key.value : 'UNKNOWN', value: literalWord(entry) }],
    )
  })
}

const literalWord = (entry: { readonly is: string; readonly source: string }): Word =>
  entry.is === 'text' && 'value' in entry && isKnown(String(entry.value))
    ? String(entry.value)
    : makeWord([holeFor(entry.source)])
