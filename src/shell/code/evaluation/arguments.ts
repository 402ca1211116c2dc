import { makeWord, type Word } from '../../../core/word.ts'
import type { CallRow } from '../table.ts'
import type { Evaluate } from './evaluate.ts'
import type { Argument, Expression } from './expression.ts'
import { holeFor, unknown, type Value, wordOf } from './value.ts'

/** A call's arguments by the parameter names of its row. */
export interface NamedValues {
  /** All values of a parameter; empty if it is not passed. */
  readonly values: (param: string) => readonly Value[]
  /** The same values as words. */
  readonly words: (param: string) => readonly Word[]
  /** Every command line that these parameters can produce, with lists flattened. */
  readonly commands: (params: readonly string[]) => readonly (readonly Word[])[]
  readonly expression: (param: string) => Expression | null
}

interface Call {
  readonly args: readonly Argument[]
  /** The object that the method is called on. */
  readonly self: Word | null
  readonly source: string
}

/** Binds a call's arguments; `...rest` takes the remaining ones. */
export function giveArguments(row: CallRow, { args, self, source }: Call, evaluate: Evaluate): NamedValues {
  const spreads = args.some(arg => arg.spread)
  const positional = args.filter(arg => arg.name === null)

  const argumentsOf = (param: string): readonly Argument[] => {
    const named = args.filter(arg => arg.name === param)
    if (named.length > 0) return named
    const index = row.params.indexOf(param)
    if (index < 0) return []
    return param.startsWith('...') ? positional.slice(index) : positional.slice(index, index + 1)
  }

  const values = (param: string): readonly Value[] => {
    if (param === 'self') return [self === null ? unknown(source) : { is: 'text', word: self }]
    const found = argumentsOf(param)
    if (found.length > 0 && !found.some(arg => arg.spread)) return found.flatMap(arg => evaluate(arg.value))
    return spreads ? [unknown(source)] : []
  }

  const words = (param: string): readonly Word[] => {
    const shown = argumentsOf(param)[0]?.value.source ?? source
    return distinct(values(param).map(value => wordOf(value, shown)))
  }

  const commands = (params: readonly string[]): readonly (readonly Word[])[] => {
    const items = params.flatMap(param =>
      param === 'self'
        ? [{ value: { is: 'text', value: source, source } as const, name: null, spread: false }]
        : argumentsOf(param),
    )
    return items.length === 0 && spreads ? [[restOf(source)]] : listWords(items, { evaluate, flatten: 1 })
  }

  return { values, words, commands, expression: param => argumentsOf(param)[0]?.value ?? null }
}

/** The arguments of a function that is passed as a value: its caller is not known, so they can be anything. */
export const giveAnything = (source: string): NamedValues => ({
  values: () => [unknown(source)],
  words: () => [makeWord([holeFor(source)])],
  commands: () => [[restOf(source)]],
  expression: () => null,
})

const mostCommands = 24

interface Flattening {
  readonly evaluate: Evaluate
  /** How many levels of nested lists belong to the same command line. */
  readonly flatten: number
}

/** Every list of words that the items can produce. */
export function listWords(items: readonly Argument[], { evaluate, flatten }: Flattening): readonly (readonly Word[])[] {
  let all: readonly (readonly Word[])[] = [[]]
  for (const item of items) {
    const ways = evaluate(item.value).flatMap((value): readonly (readonly Word[])[] => {
      if (value.is === 'list' && (item.spread || flatten > 0)) {
        const inner = listWords(value.list.items, { evaluate, flatten: item.spread ? flatten : flatten - 1 })
        return value.state === 'grown' ? inner.map(words => [...words, restOf(item.value.source)]) : inner
      }
      return [[item.spread || value.is === 'many' ? restOf(item.value.source) : wordOf(value, item.value.source)]]
    })
    all = all.flatMap(before => ways.map(way => [...before, ...way]))
    if (all.length > mostCommands) return [[restOf(items.map(one => one.value.source).join(', '))]]
  }
  return all
}

const restOf = (source: string): Word => makeWord([holeFor(source, 'words')])

const distinct = (words: readonly Word[]): readonly Word[] => [
  ...new Map(words.map(word => [JSON.stringify(word), word])).values(),
]
