import { type Hole, makeWord, type Word } from '../../../core/word.ts'
import type { Dict, Expression, FunctionExpression, List } from './expression.ts'

/** A value that an expression may have, as far as the source shows. */
export type Value =
  | { readonly is: 'text'; readonly word: Word }
  | { readonly is: 'flag'; readonly value: boolean }
  | { readonly is: 'none' }
  /** An object of a library: `os`, `os.remove`. */
  | { readonly is: 'ref'; readonly name: string }
  /** An object that a library created: its kind, and the word it was created from, such as a path. */
  | { readonly is: 'made'; readonly kind: string; readonly word: Word }
  /** Several values of the same kind: the matches of a glob. */
  | { readonly is: 'many'; readonly item: Value }
  | { readonly is: 'list'; readonly list: List; readonly state: 'whole' | 'grown' }
  | { readonly is: 'dict'; readonly dict: Dict }
  | { readonly is: 'function'; readonly code: FunctionExpression }
  | { readonly is: 'method'; readonly of: Value; readonly name: string; readonly object: Expression }
  /** `computed`: taken from an object by an unknown key. */
  | { readonly is: 'unknown'; readonly source: string; readonly computed: boolean }
  /** The value of a name that is still being evaluated. */
  | { readonly is: 'pending'; readonly name: string }

export const textValue = (word: Word): Value => ({ is: 'text', word })

export const unknown = (source: string): Value => ({ is: 'unknown', source, computed: false })

const longestHole = 80

/** A hole that shows the source of an unknown value. */
export function holeFor(source: string, yields: Hole['yields'] = 'text'): Hole {
  const line = source.replace(/\s+/g, ' ').trim()
  return { hole: line.length > longestHole ? `${line.slice(0, longestHole)}…` : line, yields }
}

/** Every name in a directory, hidden ones too. */
export const everyName: Word = { parts: [{ hole: '*', yields: 'files', listed: { allExcept: [] } }] }

/** The value as a word; anything but text becomes a hole labelled with its source. */
export function wordOf(value: Value, source: string): Word {
  switch (value.is) {
    case 'text':
    case 'made':
      return value.word
    case 'none':
      return 'None'
    case 'unknown':
      return makeWord([holeFor(value.source)])
    case 'pending':
      return makeWord([holeFor(value.name)])
    case 'ref':
      return makeWord([holeFor(argumentOf(value.name) ?? source)])
    default:
      return makeWord([holeFor(source)])
  }
}

/** A word of the command line, under any name that the code gives it: `const p = process.argv[1]`. */
function argumentOf(name: string): string | null {
  const [, index] = /(?:^|\.)argv\.(\d+)$/.exec(name) ?? []
  return index === undefined ? null : `sys.argv[${index}]`
}

export const wordParts = (word: Word): readonly (string | Hole)[] => (typeof word === 'string' ? [word] : word.parts)
