import type { ArrayValue, Assignment, ParameterExpansionPart, Word as SyntaxWord, WordPart } from 'unbash'
import { isKnown, type Word } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { unknownVariable } from '../frame/scope.ts'
import { expandWord } from './expand.ts'

/** More than this is no list that a person wrote. */
const maxElements = 64

/** The value of `a=(x "$y" *.ts)` or `a+=(z)`: `$a` and one element by its number are left unknown, for shells differ. */
export function arrayValue({ name, append }: Assignment, { elements }: ArrayValue, frame: Frame): Word {
  const before = frame.scope.variables.get(name)
  const added = elements.flatMap(element => expandWord(element, frame))
  const unknown = unknownVariable(name, before, ...added, ...elements.flatMap(keyAndValue))
  const held = append === true ? elementsOf(before) : []
  if (held === null || elements.some(isUnusual)) return unknown
  return withElements(unknown, [...held, ...added])
}

/** `[2]=x` puts it elsewhere; and in `k=~` the tilde is a tilde here. */
const isUnusual = ({ text }: SyntaxWord): boolean => /^(\[|[A-Za-z_]\w*\+?=~)/.test(text)

/** `[k]=v`: both, where they are plain text. */
function keyAndValue({ text }: SyntaxWord): readonly string[] {
  const [, key = '', value = ''] = /^\[["']?([^\]"'$`\\]*)["']?\]=["']?([^"'$`\\]*)["']?$/.exec(text) ?? []
  return [key, value].filter(one => one !== '')
}

/** A variable that may hold anything, and as an array these words. */
export const withElements = (value: Word, elements: readonly Word[] | null): Word =>
  isKnown(value) || elements === null || elements.length > maxElements ? value : { parts: value.parts, elements }

export const elementsOf = (value: Word | undefined): readonly Word[] | null =>
  value === undefined || isKnown(value) ? null : (value.elements ?? null)

/** The words of `"${a[@]}"`, or of `${a[@]}` where nothing would be split; null if the word is another, or not known. */
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
