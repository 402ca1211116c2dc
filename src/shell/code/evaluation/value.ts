import { type Hole, makeWord, type Word } from '../../../core/word.ts'
import type { Dict, Expression, FunctionExpression, List } from './expression.ts'

/** What an expression may stand for, as far as the code's text tells. */
export type Value =
  | { readonly is: 'text'; readonly word: Word }
  | { readonly is: 'flag'; readonly value: boolean }
  | { readonly is: 'none' }
  /** Something that a library names: `os`, `os.remove`. */
  | { readonly is: 'ref'; readonly name: string }
  /** An object that a library made, by its kind, with the word that it was made from: a path, a session. */
  | { readonly is: 'made'; readonly kind: string; readonly word: Word }
  /** Several values of one sort: what a glob finds. */
  | { readonly is: 'many'; readonly item: Value }
  | { readonly is: 'list'; readonly list: List; readonly state: 'whole' | 'grown' }
  | { readonly is: 'dict'; readonly dict: Dict }
  | { readonly is: 'function'; readonly code: FunctionExpression }
  | { readonly is: 'method'; readonly of: Value; readonly name: string; readonly object: Expression }
  /** `computed`: picked from an object by a key that is not known. */
  | { readonly is: 'unknown'; readonly source: string; readonly computed: boolean }
  /** Whatever a name is, while that is being worked out. */
  | { readonly is: 'pending'; readonly name: string }

export const textValue = (word: Word): Value => ({ is: 'text', word })

export const unknown = (source: string): Value => ({ is: 'unknown', source, computed: false })

const longestHole = 80

/** A hole that shows the source of what is not known. */
export function holeFor(source: string, yields: Hole['yields'] = 'text'): Hole {
  const line = source.replace(/\s+/g, ' ').trim()
  return { hole: line.length > longestHole ? `${line.slice(0, longestHole)}…` : line, yields }
}

/** The value as text; what is no text is a hole in its source's spelling. */
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
    default:
      return makeWord([holeFor(source)])
  }
}

export const wordParts = (word: Word): readonly (string | Hole)[] => (typeof word === 'string' ? [word] : word.parts)
