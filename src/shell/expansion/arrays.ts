import type { ArrayValue, Assignment, ParameterExpansionPart, Word as SyntaxWord, WordPart } from 'unbash'
import { hasHole, isKnown, knownPrefix, makeWord, partsOf, type Word } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { unknownVariable } from '../frame/scope.ts'
import { evaluateText } from './arithmetic.ts'
import { expandWord } from './expand.ts'

/** Longer lists are not followed. */
const maxElements = 64

/** The value of `a=(x "$y" *.ts)` or `a+=(z)`. `$a` and single elements stay unknown, because shells number them differently. */
export function arrayValue(assignment: Assignment, { elements }: ArrayValue, isKeyed: boolean, frame: Frame): Word {
  const { name, append } = assignment
  const before = frame.scope.variables.get(name)
  const added = elements.flatMap(element => expandWord(element, frame))
  if (!isKeyed && !hasHole(before ?? '', 'keyed'))
    for (const word of added) evaluateText(subscriptOf(word), assignment, frame)
  const unknown = unknownVariable(name, before, ...added, ...elements.flatMap(keyAndValue))
  const held = append === true ? elementsOf(before) : []
  if (held === null || elements.some(isUnusual)) return unknown
  return withElements(unknown, [...held, ...added])
}

/**
 * The subscript of an element, up to its last `]=`: bash evaluates it, unless the array is associative. Brackets inside it are
 * left out, so that all of its text counts as a subscript.
 */
function subscriptOf(word: Word): Word {
  if (!knownPrefix(word).startsWith('[')) return ''
  const parts = partsOf(word)
  const last = parts.findLastIndex(part => typeof part === 'string' && part.includes(']='))
  const end = parts[last]
  if (typeof end !== 'string') return ''
  const inside = [...parts.slice(0, last), end.slice(0, end.lastIndexOf(']='))]
  return makeWord(['[', ...inside.map(part => (typeof part === 'string' ? part.replaceAll(/[[\]]/g, ' ') : part))])
}

/** An element with a subscript, `[2]=x`, has another position; and `k=~` does not expand its tilde here. */
const isUnusual = ({ text }: SyntaxWord): boolean => /^(\[|[A-Za-z_]\w*\+?=~)/.test(text)

/** Key and value of `[k]=v`, if both are plain text. */
function keyAndValue({ text }: SyntaxWord): readonly string[] {
  const [, key = '', value = ''] = /^\[["']?([^\]"'$`\\]*)["']?\]=["']?([^"'$`\\]*)["']?$/.exec(text) ?? []
  return [key, value].filter(one => one !== '')
}

/** An unknown variable that, read as an array, has these words. */
export const withElements = (value: Word, elements: readonly Word[] | null): Word =>
  isKnown(value) || elements === null || elements.length > maxElements ? value : { parts: value.parts, elements }

export const elementsOf = (value: Word | undefined): readonly Word[] | null =>
  value === undefined || isKnown(value) ? null : (value.elements ?? null)

/** The words of `"${a[@]}"`, or of `${a[@]}` if no element would be split; null for any other word, or an unknown array. */
export function listedElements([part, ...others]: readonly WordPart[], frame: Frame): readonly Word[] | null {
  if (part === undefined || others.length > 0) return null
  if (part.type === 'ParameterExpansion') {
    const elements = wholeArray(part, frame)
    return elements?.every(isUnsplit) === true ? elements : null
  }
  if (part.type !== 'DoubleQuoted' || part.parts.length !== 1) return null
  const [inner] = part.parts
  return inner?.type === 'ParameterExpansion' ? wholeArray(inner, frame) : null
}

const wholeArray = (part: ParameterExpansionPart, { scope }: Frame): readonly Word[] | null =>
  part.index?.text === '@' && part.operation === undefined && part.prefix === undefined
    ? elementsOf(scope.variables.get(part.parameter))
    : null

const isUnsplit = (word: Word): boolean => isKnown(word) && /^[^\s*?[\]\\]+$/.test(word)
