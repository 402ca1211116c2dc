import type { DoubleQuotedChild, ParameterExpansionPart, Word as SyntaxWord, WordPart } from 'unbash'
import { assertNever } from '../../core/assert-never.ts'
import { resolvePath } from '../../core/path.ts'
import {
  candidatesOf,
  type Hole,
  hasHole,
  isKnown,
  isOneWord,
  joinWords,
  makeWord,
  mayBe,
  partsOf,
  type Word,
} from '../../core/word.ts'
import { zoneOf } from '../../guard/zone.ts'
import { isZshTable, zshTableText } from '../frame/environment.ts'
import { addOpaque, type Frame, frameWith, spanIn } from '../frame/frame.ts'
import { expandGlob, isOneName } from '../frame/globs.ts'
import type { Piece } from '../frame/interpreter.ts'
import { inherited, madeFrom, unknownVariable } from '../frame/scope.ts'
import { hasOpener, hasOpenerInQuotes } from '../syntax/openers.ts'
import { assignsInZsh, findsHidden, hasZshExpansion, hiddenFiles, qualifierRunsCode } from '../syntax/zsh.ts'
import { constantOf, evaluateText, visitArithmetic } from './arithmetic.ts'
import { elementsOf, listedElements } from './arrays.ts'
import { inOtherCase, removed, renamed, replacedText, sliced, transformed } from './parameter-values.ts'
import { evaluateInteger, setUnseen } from './variables.ts'

/** The words that bash makes of one word: none, one or several, with holes for unknown parts. */
export function expandWord(word: SyntaxWord, frame: Frame): readonly Word[] {
  const parts = word.parts
  if (parts === undefined) return [bare(word, frame)]
  if (isAllPositional(parts) && frame.scope.positional !== null) return frame.scope.positional
  const elements = listedElements(parts, frame)
  if (elements !== null) return elements
  const fields: Word[] = []
  for (const option of writtenOut(parts, word, frame))
    for (const field of splitFields(pieces(option, frame))) fields.push(field)
  return fields.every(isKnown) ? fields : fields.flatMap(field => expandGlob(field, frame))
}

/** `"$@"` expands to the positional words unchanged. */
function isAllPositional([first, ...rest]: readonly WordPart[]): boolean {
  if (rest.length > 0 || first?.type !== 'DoubleQuoted' || first.parts.length !== 1) return false
  return first.parts[0]?.type === 'SimpleExpansion' && first.parts[0].text === '$@'
}

/** The single word that bash makes where it does not split: assignments, here-strings, redirect targets, `[[ ]]`. */
export function expandText(word: SyntaxWord, frame: Frame): Word {
  const parts = word.parts
  return parts === undefined ? bare(word, frame) : expandParts(parts, frame)
}

/** The value of an assignment: `~` also expands after each colon. */
export const expandValue = (word: SyntaxWord, frame: Frame): Word =>
  expandUnglobbed(word, frameWith(frame, { assigns: true }))

/** The pattern of `${x%pattern}`; null if it is unknown, or if a `*` in it may be literal. */
function expandPattern(word: SyntaxWord, frame: Frame): string | null {
  return certain(expandUnglobbed(word, frame), word)
}

const certain = (pattern: Word, { text }: SyntaxWord): string | null =>
  isKnown(pattern) && (pattern === text || !/[*?[\\]/.test(pattern)) ? pattern : null

function expandUnglobbed(word: SyntaxWord, frame: Frame): Word {
  const { parts } = word
  return parts?.some(isPlainGlob) === true
    ? expandParts(
        parts.map(part => (isPlainGlob(part) ? { ...part, type: 'Literal', value: part.text } : part)),
        frame,
      )
    : expandText(word, frame)
}

/** An assigned pattern is not expanded: `f=*.txt` names files only when `$f` is used without quotes. */
const isPlainGlob = (part: WordPart): part is Extract<WordPart, { type: 'Glob' }> =>
  part.type === 'Glob' && (part.parts ?? []).every(inner => inner.type === 'Literal')

/** A word without expansions. */
function bare(word: SyntaxWord, frame: Frame): Word {
  distrust(word, frame)
  return tildes(word.value, word.text, frame)
}

/** INVARIANT: every opener in the source is accounted for by the syntax tree; otherwise the text is opaque. */
function distrust(
  node: { readonly text: string; readonly pos: number; readonly end: number },
  frame: Frame,
  opens = hasOpener,
): void {
  if (opens(node.text) || (frame.singleQuotes && hasZshExpansion(node.text)))
    addOpaque(`shells read this text in different ways: \`${node.text}\``, node, frame)
}

/** A subscript is arithmetic: single quotes do not quote, and its text may run code, unless the array is associative. */
export function expandSubscript(word: SyntaxWord, array: string, frame: Frame): void {
  const subscript = expandText(word, frameWith(frame, { singleQuotes: false }))
  if (!hasHole(frame.scope.variables.get(array) ?? '', 'keyed')) evaluateText(subscript, word, frame)
}

/** Expands parts into one word, as in arithmetic. */
export const expandParts = (parts: readonly WordPart[], frame: Frame): Word =>
  makeWord(pieces(parts, frame).flatMap(piece => piece.parts))

const fixed = (...parts: readonly (string | Hole)[]): Piece => ({ parts, splits: false })

function pieces(parts: readonly WordPart[], frame: Frame): readonly Piece[] {
  return parts.map((part, index) => piece(part, frame, index === 0))
}

function piece(part: WordPart, frame: Frame, isFirst: boolean): Piece {
  switch (part.type) {
    case 'Literal': {
      distrust(part, frame)
      const value = isFirst ? tildes(part.value, part.text, frame) : part.value
      return fixed(...(isKnown(value) ? (value === '' ? [] : [value]) : value.parts))
    }
    case 'SingleQuoted':
      if (!frame.singleQuotes) distrust({ ...part, text: part.value }, frame)
      return fixed(part.value)
    case 'AnsiCQuoted':
      return fixed(hasOddEscape(part.text) ? { hole: part.text, yields: 'text' } : part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      return { parts: quotedParts(part.parts, frame), splits: false }
    case 'SimpleExpansion':
      return variable(part.text.slice(1), part.text, frame)
    case 'ParameterExpansion':
      return parameter(part, frame)
    case 'CommandExpansion':
      return frame.interpreter.substitute(part, frame)
    case 'ProcessSubstitution':
      frame.interpreter.walkSubstitution(part, frame)
      return fixed('/dev/fd/63')
    case 'ArithmeticExpansion':
      visitArithmetic(part.expression, frame)
      return fixed(constantOf(part.expression)?.toString() ?? { hole: part.text, yields: 'number' })
    case 'Glob':
      for (const inner of part.parts ?? []) piece(inner, frame, false)
      return fixed({ hole: part.text, yields: 'files', fits: true })
    case 'ExtendedGlob':
      for (const inner of part.parts ?? []) piece(inner, frame, false)
      if (qualifierRunsCode(part.pattern)) addOpaque(`zsh runs code in the pattern \`${part.text}\``, part, frame)
      return fixed(
        findsHidden(part.pattern) ? hiddenFiles(part.text) : { hole: part.text, yields: 'files', fits: true },
      )
    case 'BraceExpansion':
      for (const inner of part.parts ?? []) piece(inner, frame, false)
      return fixed({ hole: part.text, yields: 'words' })
    default:
      return assertNever(part)
  }
}

/** Empty quotes are still a word. */
function quotedParts(children: readonly DoubleQuotedChild[], frame: Frame): readonly (string | Hole)[] {
  const parts: (string | Hole)[] = ['']
  for (const child of children) for (const part of quoted(child, frame)) parts.push(part)
  return parts
}

/**
 * Inside double quotes nothing is split, and a hole is one text, except for lists: `"$@"`, `"${a[@]}"`. A single file
 * name stays a file name.
 */
function quoted(child: DoubleQuotedChild, frame: Frame): readonly (string | Hole)[] {
  if (child.type === 'Literal') return quotedText(child, frame)
  const { parts } = piece(child, frame, false)
  if (/^\$(@|\{!?@|\{.*(\[@\]|@\}$))/s.test(child.text)) return parts
  return parts.map(part => {
    if (typeof part === 'string' || part.yields === 'text' || isOneName(part)) return part
    // Several names below a directory, taken as one name, are still below it.
    return { ...part, yields: part.yields === 'files' ? 'file' : 'text' }
  })
}

function quotedText(part: Extract<WordPart, { type: 'Literal' }>, frame: Frame): readonly string[] {
  distrust(part, frame, hasOpenerInQuotes)
  return part.value === '' ? [] : [part.value]
}

/** The body of a heredoc: its text is read as in double quotes. */
export const expandHeredoc = (parts: readonly WordPart[], frame: Frame): Word =>
  makeWord(parts.flatMap(part => (part.type === 'Literal' ? quotedText(part, frame) : piece(part, frame, false).parts)))

/** Escapes that the parser reads differently from bash. */
const hasOddEscape = (text: string): boolean => /\\(x\{|U[0-9a-fA-F]{5}|\n)/.test(text)

function variable(name: string, source: string, frame: Frame): Piece {
  const index = /^[1-9]\d*$/.test(name) ? Number(name) : 0
  const value = copied(index > 0 ? positionalAt(index, frame) : frame.scope.variables.get(name), frame)
  if (value === undefined) {
    const yields = /^[!?#$]$/.test(name) ? 'number' : 'words'
    const words = given(name, frame)
    const hole: Hole = {
      hole: source,
      yields,
      ...(holdsOptions.test(name) ? { mayBeOption: true } : {}),
      ...(name === '!' ? { ownProcess: true } : {}),
    }
    return fixed(mayBe(madeFrom(hole, [inherited(name), ...words]), words))
  }
  return { parts: isKnown(value) ? [value] : value.parts.map(unquoted), splits: true }
}

const isScratch = (path: Word, { world }: Frame): path is string =>
  isKnown(path) && path.startsWith('/') && zoneOf(resolvePath('/', path), world.place) === 'scratch'

/** Names of inherited variables that usually hold options: `$EXTRA_ARGS`. */
const holdsOptions = /(^|_)(flags?|opts?|options?|args?|arguments|params?|switch(es)?)$/i

/** A value as a word takes it. INVARIANT: every copy is counted, and none is made once the work is used up. */
function copied(value: Word | undefined, { recorder }: Frame): Word | undefined {
  if (value === undefined || recorder.isFull()) return undefined
  recorder.copy(value)
  return value
}

/** `$3` is the third word only if each word before it is exactly one word. */
function positionalAt(index: number, { scope }: Frame): Word | undefined {
  const words = scope.positional?.slice(0, index)
  return words?.every(isOneWord) === true ? words[index - 1] : undefined
}

/** The candidates of `$1`, `$@` and other positional parameters. */
function given(name: string, frame: Frame): readonly Word[] {
  const { scope } = frame
  const words = /^[\d@*]/.test(name) ? (scope.positional ?? []).flatMap(word => copied(word, frame) ?? []) : []
  return name === '*' ? [...words, joined(words, scope)] : words
}

/** `"$*"` and `"${a[*]}"` join the words with the first character of `IFS`. */
function joined(words: readonly Word[], { variables }: Frame['scope']): Word {
  const ifs = variables.get('IFS') ?? ' '
  if (!isKnown(ifs)) return joinWords(words)
  return makeWord(words.flatMap((word, i) => [i === 0 ? '' : ifs.charAt(0), ...partsOf(word)]))
}

/** Outside quotes, one value may become several words, or none. */
const unquoted = (part: string | Hole): string | Hole =>
  typeof part === 'string' || part.yields !== 'text' ? part : { ...part, yields: 'words' }

function parameter(part: ParameterExpansionPart, frame: Frame): Piece {
  if (part.index !== undefined) expandSubscript(part.index, part.parameter, frame)
  if (assignsInZsh(part.text)) addOpaque(`zsh assigns a value in \`${part.text}\``, part, frame)
  const { operation } = part
  // `${!x}`: bash evaluates a subscript in the name that `x` holds. `${!x@}` and `${!x[@]}` only list names.
  if (part.prefix === '!' && part.index === undefined && operation?.type !== 'Names')
    evaluateText(valueIn(part.parameter, frame), part, frame)
  const held = heldBy(part, frame)
  const plain = part.prefix === undefined && part.index === undefined
  const isList = /^[@*]$/.test(part.index?.text ?? part.parameter)
  if (operation === undefined) return plain ? variable(part.parameter, part.text, frame) : named(part, held, frame)
  switch (operation.type) {
    case 'Default': {
      const other = expandText(operation.operand, frame)
      const takesValue = /[-=?]/.test(operation.operator)
      if (plain && isKnown(held) && held !== '' && takesValue) return { parts: [held], splits: true }
      // `${TMPDIR:-/tmp}`: both are scratch space.
      if (plain && takesValue && hasHole(held, 'temporary') && isScratch(other, frame))
        return { parts: [other], splits: true }
      if (operation.operator.includes('=')) {
        setUnseen(part.parameter, spanIn(frame, part), frame)
        evaluateInteger(part.parameter, other, spanIn(frame, part), frame)
        if (part.index !== undefined && isZshTable(part.parameter)) addOpaque(zshTableText(part.parameter), part, frame)
        frame.scope.variables.set(part.parameter, unknownVariable(part.parameter, held, other))
      }
      return takesValue ? madeOf(part, held, other) : madeOf(part, other)
    }
    case 'Remove': {
      const pattern = expandPattern(operation.operand, frame)
      const left = plain && pattern !== null ? removed(held, operation.operator, pattern, part.text) : null
      if (left !== null) return { parts: isKnown(left) ? [left] : left.parts, splits: true }
      return changed(part, held, text =>
        pattern === null ? null : removed(text, operation.operator, pattern, part.text),
      )
    }
    case 'Replace': {
      const pattern = expandUnglobbed(operation.pattern, frame)
      const other = expandText(operation.replacement, frame)
      const made = plain && isKnown(pattern) && isKnown(other) ? renamed(held, pattern, other, part) : null
      if (made !== null) return { parts: [made], splits: true }
      return changed(part, held, text =>
        replacedText(text, operation.operator, certain(pattern, operation.pattern), other),
      )
    }
    case 'Slice': {
      const [offset, length] = [operation.offset, operation.length].map(word => {
        if (word === undefined) return undefined
        const text = expandText(word, frame)
        evaluateText(text, word, frame)
        return text
      })
      return isList ? madeOf(part, held) : changed(part, held, text => sliced(text, offset, length))
    }
    case 'CaseModification':
      if (operation.operand === undefined) return changed(part, held, text => inOtherCase(text, operation.operator))
      expandText(operation.operand, frame)
      break
    case 'Transform':
      if (operation.operand.value !== 'P')
        return changed(part, held, text => transformed(text, operation.operand.value))
      addOpaque(`\`${part.text}\` expands its value as a prompt, which can run commands`, part, frame)
      break
    case 'Unknown':
      addOpaque(`unknown expansion \`${part.text}\``, part, frame)
      break
    case 'Names':
      break
    default:
      return assertNever(operation)
  }
  return fixed(madeFrom({ hole: part.text, yields: 'words' }, [held]))
}

/** The value of the variable, or of the variable that it names: `${!x}`, `${!#}`. */
function heldBy({ parameter: name, prefix }: ParameterExpansionPart, frame: Frame): Word {
  if (prefix === '!' && name === '#') return unknownVariable('@', ...(frame.scope.positional ?? []))
  const own = valueIn(name, frame)
  return prefix === '!' && isKnown(own) ? valueIn(own, frame) : own
}

function valueIn(name: string, frame: Frame): Word {
  const value = /^[1-9]\d*$/.test(name) ? positionalAt(Number(name), frame) : frame.scope.variables.get(name)
  return copied(value, frame) ?? unknownVariable(name, ...given(name, frame))
}

/** An element of an array, or the value behind `${!name}`. */
function named(part: ParameterExpansionPart, held: Word, { scope }: Frame): Piece {
  if (part.index === undefined && part.prefix === '!' && isKnown(held)) return { parts: [held], splits: true }
  const elements = part.index?.text === '*' ? elementsOf(held) : null
  return elements === null ? madeOf(part, held) : madeOf(part, held, joined(elements, scope))
}

/** Applies a text operation to a value: the result is certain if the value is; otherwise each candidate is changed. */
function changed(part: ParameterExpansionPart, held: Word, change: (text: string) => Word | null): Piece {
  const isOwn = part.prefix === undefined && part.index === undefined
  const certain = isOwn && isKnown(held) ? change(held) : null
  if (certain !== null && isKnown(certain)) return { parts: [certain], splits: true }
  const words = candidatesOf(held).flatMap(one => (isKnown(one) ? (change(one) ?? []) : []))
  return fixed(mayBe(madeFrom({ hole: part.text, yields: 'words' }, [held]), words))
}

/** A hole with these values as candidates; `${#x}` only counts and has none. */
function madeOf({ text, prefix }: ParameterExpansionPart, ...values: readonly Word[]): Piece {
  const hole: Hole = { hole: text, yields: 'words' }
  return fixed(prefix === '#' ? hole : mayBe(madeFrom(hole, values), values))
}

/** Splits the values of variables at blanks, as bash does with the default IFS; globs in them stay globs. */
function splitFields(all: readonly Piece[]): readonly Word[] {
  const plain = plainText(all)
  if (plain !== null) return plain.split(/[ \t\n]+/).filter(word => word !== '')
  const fields: (string | Hole)[][] = [[]]
  for (const { parts, splits } of all) {
    for (const part of parts) {
      const current = fields.at(-1) ?? []
      if (!splits || typeof part !== 'string') {
        current.push(part)
        continue
      }
      const [first, ...rest] = part.split(/[ \t\n]+/)
      if (first !== undefined && first !== '') current.push(...globParts(first))
      for (const word of rest) fields.push(word === '' ? [] : [...globParts(word)])
    }
  }
  return fields.filter(field => field.length > 0).map(field => makeWord(field))
}

/** The text of a word that is one variable without globs: a shortcut, since the value may be long. */
function plainText([piece, ...others]: readonly Piece[]): string | null {
  if (piece === undefined || others.length > 0 || !piece.splits || piece.parts.length !== 1) return null
  const [only] = piece.parts
  return typeof only === 'string' && !/[*?[]/.test(only) ? only : null
}

const globParts = (text: string): readonly (string | Hole)[] =>
  text
    .split(/([*?]|\[[^\]]*\])/)
    .filter(part => part !== '')
    .map(part => (/^[*?[].*(?<!^\[)$/s.test(part) ? { hole: part, yields: 'files' } : part))

/** Expands `~` at the start, after the `=` of a word that looks like an assignment, and after colons in a value. */
function tildes(value: string, source: string, frame: Frame): Word {
  if (!source.includes('~')) return value
  const name = frame.assigns ? '' : (/^[A-Za-z_]\w*\+?=(?=~)/.exec(source)?.[0] ?? '')
  if (name !== '' && value.startsWith(name))
    return withText(name, tilde(value.slice(name.length), source.slice(name.length), frame))
  if (!frame.assigns || !source.includes(':~') || value !== source) return tilde(value, source, frame)
  return makeWord(
    value.split(':').flatMap((part, i) => {
      const word = tilde(part, part, frame)
      return [i === 0 ? '' : ':', ...(isKnown(word) ? [word] : word.parts)]
    }),
  )
}

const withText = (text: string, word: Word): Word => makeWord([text, ...(isKnown(word) ? [word] : word.parts)])

/** `~` and `~/x` are the home directory, `~name` another one; only unquoted and at the start. */
function tilde(value: string, source: string, frame: Frame): Word {
  if (!source.startsWith('~') || frame.where.at !== 'local') return value
  const end = value.indexOf('/')
  const name = end < 0 ? value.slice(1) : value.slice(1, end)
  const rest = end < 0 ? '' : value.slice(end)
  if (name === '') return frame.world.place.home + rest
  if (name === 'root') return `/root${rest}`
  if (/^[+-]|^\d/.test(name)) {
    const before = name === '-' ? frame.scope.variables.get('OLDPWD') : undefined
    return makeWord([mayBe({ hole: `~${name}`, yields: 'text' }, before === undefined ? [] : [before]), rest])
  }
  return `/home/${name}${rest}`
}

/** The most words from one brace expansion, and from all braces of a word together. */
const maxBraceWords = 64
const maxBraceProduct = 1_024

/** Expands the braces of a word. Too many words make it opaque, so that no name is dropped silently. */
function writtenOut(parts: readonly WordPart[], word: SyntaxWord, frame: Frame): readonly (readonly WordPart[])[] {
  if (countBraceWords(parts) <= maxBraceProduct) return expandBraceParts(parts)
  addOpaque(`its braces expand to more than ${maxBraceProduct} words`, word, frame)
  return [parts]
}

/** The number of words that the braces make, up to the first brace that is not expanded. */
function countBraceWords(parts: readonly WordPart[]): number {
  let count = 1
  for (const part of parts) {
    if (part.type !== 'BraceExpansion') continue
    const options = braceOptions(part.text)
    if (options === null) break
    count *= options.length
  }
  return count
}

/** Expands `{a,b}` and `{1..3}` that contain plain text only. */
function expandBraceParts(parts: readonly WordPart[]): readonly (readonly WordPart[])[] {
  const brace = parts.find(part => part.type === 'BraceExpansion')
  if (brace === undefined) return [parts]
  const at = parts.indexOf(brace)
  const options = braceOptions(brace.text)
  if (options === null) return [parts]
  return options.flatMap(value => {
    const literal: WordPart = { type: 'Literal', pos: brace.pos, end: brace.end, value, text: value }
    return expandBraceParts([...parts.slice(0, at), literal, ...parts.slice(at + 1)])
  })
}

function braceOptions(text: string): readonly string[] | null {
  if (!/^\{[^{}$`"'\\*?[\]]*\}$/.test(text)) return null
  const inner = text.slice(1, -1)
  const range = rangeWords(inner)
  if (range !== null) return range
  const options = inner.split(',')
  return options.length < 2 || options.length > maxBraceWords ? null : options
}

/** `{1..5}`, `{01..10..3}`, `{a..e}`; null if it is not a range, or a long one. */
function rangeWords(text: string): readonly string[] | null {
  const [, first = '', last = '', by = '1'] =
    /^(-?\d{1,6}|[a-z]|[A-Z])\.\.(-?\d{1,6}|[a-z]|[A-Z])(?:\.\.(-?\d{1,6}))?$/.exec(text) ?? []
  const isNumber = /\d/.test(first)
  // A range from upper to lower case includes other characters.
  if (first === '' || isNumber !== /\d/.test(last) || (!isNumber && /[a-z]/.test(first) !== /[a-z]/.test(last)))
    return null
  const [from, to] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)]
  const step = Math.abs(Number(by)) || 1
  const count = Math.floor(Math.abs(to - from) / step) + 1
  if (count > maxBraceWords) return null
  const numbers = Array.from({ length: count }, (_, i) => (from < to ? from + i * step : from - i * step))
  if (!isNumber) return numbers.map(number => String.fromCharCode(number))
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0
  return numbers.map(number =>
    number < 0 ? `-${String(-number).padStart(width - 1, '0')}` : String(number).padStart(width, '0'),
  )
}
