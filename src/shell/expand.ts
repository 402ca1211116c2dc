import type {
  CommandExpansionPart,
  DoubleQuotedChild,
  ParameterExpansionPart,
  Word as SyntaxWord,
  WordPart,
} from 'unbash'
import { assertNever } from '../core/assert-never.ts'
import type { Effect } from '../core/effect.ts'
import { matchWildcard } from '../core/glob.ts'
import { type Hole, hasHole, isKnown, isOneWord, makeWord, type Word, wordText, yieldsNames } from '../core/word.ts'
import { evaluateText, visitArithmetic } from './arithmetic.ts'
import { listedElements } from './arrays.ts'
import { type Frame, spanIn } from './frame.ts'
import { expandGlob, isOneName } from './globs.ts'
import { hasOpener } from './openers.ts'
import { outputOf } from './output.ts'
import { picksSecrets } from './picked-secrets.ts'
import { printsFiles, printsNames, printsOneName } from './printed-names.ts'
import { printsNumber } from './printed-number.ts'
import { inherited, madeFrom, unknownVariable } from './scope.ts'
import { temporaryName } from './temporary.ts'
import { setUnseen } from './variables.ts'
import { addOpaque, walkSubstitution } from './walk.ts'

/** The words that bash would make of one word: none, one or several, with holes where it cannot be known. */
export function expandWord(word: SyntaxWord, frame: Frame): readonly Word[] {
  const parts = word.parts
  if (parts === undefined) return [bare(word, frame)]
  if (isAllPositional(parts) && frame.scope.positional !== null) return frame.scope.positional
  const elements = listedElements(parts, frame)
  if (elements !== null) return elements
  const fields: Word[] = []
  for (const option of expandBraceParts(parts))
    for (const field of splitFields(pieces(option, frame))) fields.push(field)
  return fields.every(isKnown) ? fields : fields.flatMap(field => expandGlob(field, frame))
}

/** `"$@"`: the words themselves, as they are. */
function isAllPositional([first, ...rest]: readonly WordPart[]): boolean {
  if (rest.length > 0 || first?.type !== 'DoubleQuoted' || first.parts.length !== 1) return false
  return first.parts[0]?.type === 'SimpleExpansion' && first.parts[0].text === '$@'
}

/** The one word that bash makes where nothing is split: assignments, here-strings, redirect targets, `[[ ]]`. */
export function expandText(word: SyntaxWord, frame: Frame): Word {
  const parts = word.parts
  return parts === undefined ? bare(word, frame) : expandParts(parts, frame)
}

/** The value of an assignment: like any text, and `~` counts behind each colon as well. */
export const expandValue = (word: SyntaxWord, frame: Frame): Word => expandUnglobbed(word, { ...frame, assigns: true })

/** The pattern that a value is cut by; null where it is not known, or where a star may be a star. */
function expandPattern(word: SyntaxWord, frame: Frame): string | null {
  const pattern = expandUnglobbed(word, frame)
  if (!isKnown(pattern)) return null
  return pattern === word.text || !/[*?[\\]/.test(pattern) ? pattern : null
}

function expandUnglobbed(word: SyntaxWord, frame: Frame): Word {
  const { parts } = word
  return parts?.some(isPlainGlob) === true
    ? expandParts(
        parts.map(part => (isPlainGlob(part) ? { ...part, type: 'Literal', value: part.text } : part)),
        frame,
      )
    : expandText(word, frame)
}

/** A pattern that is assigned stays one: `f=*.txt` names no file before `$f` stands without quotes. */
const isPlainGlob = (part: WordPart): part is Extract<WordPart, { type: 'Glob' }> =>
  part.type === 'Glob' && (part.parts ?? []).every(inner => inner.type === 'Literal')

/** A word that the parser found nothing in. */
function bare(word: SyntaxWord, frame: Frame): Word {
  distrust(word, frame)
  return tildes(word.value, word.text, frame)
}

/** INVARIANT: every opener in the source is explained by the tree; where it is not, the text is opaque. */
function distrust(node: { readonly text: string; readonly pos: number; readonly end: number }, frame: Frame): void {
  if (hasOpener(node.text)) addOpaque(`text that may be read in two ways: \`${node.text}\``, node, frame)
}

/** A subscript is arithmetic: single quotes do not quote there, and its text may run code, unless the array takes any text. */
export function expandSubscript(word: SyntaxWord, array: string, frame: Frame): void {
  const subscript = expandText(word, { ...frame, singleQuotes: false })
  if (!hasHole(frame.scope.variables.get(array) ?? '', 'keyed')) evaluateText(subscript, word, frame)
}

/** Words that are only looked through for the commands inside them: arithmetic, heredoc bodies. */
export const expandParts = (parts: readonly WordPart[], frame: Frame): Word =>
  makeWord(pieces(parts, frame).flatMap(piece => piece.parts))

/** Part of a word, with whether bash would split it at blanks. */
interface Piece {
  readonly parts: readonly (string | Hole)[]
  readonly splits: boolean
}

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
      return substituted(part, frame)
    case 'ProcessSubstitution':
      walkSubstitution(part.script, part, frame)
      return fixed('/dev/fd/63')
    case 'ArithmeticExpansion':
      visitArithmetic(part.expression, frame)
      return fixed({ hole: part.text, yields: 'number' })
    case 'Glob':
      for (const inner of part.parts ?? []) piece(inner, frame, false)
      return fixed({ hole: part.text, yields: 'files' })
    case 'ExtendedGlob':
      for (const inner of part.parts ?? []) piece(inner, frame, false)
      return fixed({ hole: part.text, yields: 'files' })
    case 'BraceExpansion':
      for (const inner of part.parts ?? []) piece(inner, frame, false)
      return fixed({ hole: part.text, yields: 'words' })
    default:
      return assertNever(part)
  }
}

/** What a command substitution leaves in the word: its output if that is certain, names of files, or anything. */
function substituted(part: CommandExpansionPart, frame: Frame): Piece {
  const before = frame.recorder.effects.length
  walkSubstitution(part.script, part, frame)
  const text = part.script === undefined ? null : outputOf(part.script, frame)
  if (text !== null) return { parts: [text.replace(/\n+$/, '')], splits: true }
  const effects = frame.recorder.effects.slice(before)
  const temporary = temporaryName(effects, part.text, frame.scope)
  if (temporary !== null) return fixed(...temporary)
  return fixed(printedHole(part, effects))
}

function printedHole({ text, script }: CommandExpansionPart, effects: readonly Effect[]): Hole {
  if (script === undefined) return { hole: text, yields: 'words', mayRun: true, mayBeOption: true }
  if (printsNumber(script, effects)) return { hole: text, yields: 'number' }
  const yields = printsOneName(script, effects) ?? (printsFiles(script, effects) ? 'files' : 'words')
  const isName = yields !== 'words' || printsNames(script, effects)
  const isPicked = yields === 'files' && picksSecrets(effects)
  return {
    hole: text,
    yields,
    mayRun: true,
    ...(isName ? {} : { mayBeOption: true }),
    ...(isPicked ? { picked: true } : {}),
  }
}

/** Quotes around nothing are a word, too. */
function quotedParts(children: readonly DoubleQuotedChild[], frame: Frame): readonly (string | Hole)[] {
  const parts: (string | Hole)[] = ['']
  for (const child of children) parts.push(...quoted(child, frame))
  return parts
}

/**
 * Inside double quotes nothing is split, and a hole is one text, unless it stands for a list: `"$@"`, `"${a[@]}"`. One
 * name of a file stays that.
 */
function quoted(child: DoubleQuotedChild, frame: Frame): readonly (string | Hole)[] {
  const { parts } = piece(child, frame, false)
  if (/^\$(@|\{!?@|\{.*(\[@\]|@\}$))/s.test(child.text)) return parts
  return parts.map(part =>
    typeof part === 'string' || part.yields === 'text' || isOneName(part) ? part : { ...part, yields: 'text' },
  )
}

/** Escapes that the parser is known to read differently from bash. */
const hasOddEscape = (text: string): boolean => /\\(x\{|U[0-9a-fA-F]{5}|\n)/.test(text)

function variable(name: string, source: string, frame: Frame): Piece {
  const index = /^[1-9]\d*$/.test(name) ? Number(name) : 0
  const value = index > 0 ? positionalAt(index, frame) : frame.scope.variables.get(name)
  if (value === undefined) {
    const yields = /^[!?#$]$/.test(name) ? 'number' : 'words'
    return fixed(madeFrom({ hole: source, yields }, [inherited(name), ...given(name, frame)]))
  }
  return { parts: isKnown(value) ? [value] : value.parts.map(unquoted), splits: true }
}

/** `$3` is the third word only if those before it are one word each. */
function positionalAt(index: number, { scope }: Frame): Word | undefined {
  const words = scope.positional?.slice(0, index)
  return words?.every(isOneWord) === true ? words[index - 1] : undefined
}

/** What `$1`, `$@` and their like may be part of. */
const given = (name: string, { scope }: Frame): readonly Word[] =>
  /^[\d@*]/.test(name) ? (scope.positional ?? []) : []

/** Outside quotes, one value may become several words, or none. */
const unquoted = (part: string | Hole): string | Hole =>
  typeof part === 'string' || part.yields !== 'text' ? part : { ...part, yields: 'words' }

function parameter(part: ParameterExpansionPart, frame: Frame): Piece {
  if (part.index !== undefined) expandSubscript(part.index, part.parameter, frame)
  const { operation } = part
  const held = heldBy(part, frame)
  const plain = part.prefix === undefined && part.index === undefined
  if (operation === undefined) return plain ? variable(part.parameter, part.text, frame) : madeOf(part, held)
  switch (operation.type) {
    case 'Default': {
      const other = expandText(operation.operand, frame)
      const value = plain ? frame.scope.variables.get(part.parameter) : undefined
      const takesValue = /[-=?]/.test(operation.operator)
      if (value !== undefined && isKnown(value) && value !== '' && takesValue) return { parts: [value], splits: true }
      if (operation.operator.includes('=')) {
        setUnseen(part.parameter, spanIn(frame, part), frame)
        frame.scope.variables.set(part.parameter, unknownVariable(part.parameter, held, other))
      }
      return takesValue ? madeOf(part, held, other) : madeOf(part, other)
    }
    case 'Remove': {
      const pattern = expandPattern(operation.operand, frame)
      const left = plain && pattern !== null ? removed(held, operation.operator, pattern) : null
      if (left !== null) return { parts: isKnown(left) ? [left] : left.parts, splits: true }
      break
    }
    case 'Replace':
      expandText(operation.pattern, frame)
      expandText(operation.replacement, frame)
      break
    case 'Slice':
      evaluateText(expandText(operation.offset, frame), operation.offset, frame)
      if (operation.length !== undefined) evaluateText(expandText(operation.length, frame), operation.length, frame)
      break
    case 'CaseModification':
      if (operation.operand !== undefined) expandText(operation.operand, frame)
      break
    case 'Transform':
      if (operation.operand.value !== 'P') break
      addOpaque(`a prompt that is expanded: \`${part.text}\``, part, frame)
      break
    case 'Unknown':
      addOpaque(`parameter expansion \`${part.text}\``, part, frame)
      break
    case 'Names':
      break
    default:
      return assertNever(operation)
  }
  return madeOf(part, held)
}

/** What the variable holds, or the one that it names: `${!x}`. */
function heldBy({ parameter: name, prefix }: ParameterExpansionPart, { scope }: Frame): Word {
  const own = scope.variables.get(name) ?? inherited(name) ?? ''
  return prefix === '!' && isKnown(own) ? (scope.variables.get(own) ?? inherited(own) ?? '') : own
}

/**
 * What is left when the start or the end of a value goes away, `${f%.ts}`: of a text that is known, exactly; of names of
 * files, where what goes is known to be there. Null if it cannot be known.
 */
function removed(value: Word, operator: '#' | '##' | '%' | '%%', pattern: string): Word | null {
  if (value === '' || /[?[\\]/.test(pattern)) return null
  if (isKnown(value)) return cut(value, operator, pattern)
  const last = value.parts.at(-1)
  const before = value.parts.slice(0, -1)
  if (operator === '%' && typeof last === 'string' && !pattern.includes('*') && last.endsWith(pattern))
    return makeWord([...before, last.slice(0, last.length - pattern.length)])
  if (operator === '%' && typeof last === 'string' && pattern === '.*' && last.includes('.'))
    return makeWord([...before, last.slice(0, last.lastIndexOf('.'))])
  const isWhole = operator === '##' && pattern === '*/'
  // Behind a slash that is known stands what is known.
  if (isWhole && typeof last === 'string' && last.includes('/')) return last.slice(last.lastIndexOf('/') + 1)
  const isNames = value.parts.every(part => typeof part === 'string' || yieldsNames(part))
  return isWhole && isNames ? { parts: [{ hole: `\${${wordText(value)}##*/}`, yields: 'name' }] } : null
}

/** The shortest or the longest match at one end goes away. */
function cut(value: string, operator: '#' | '##' | '%' | '%%', pattern: string): string {
  const isEnd = operator.startsWith('%')
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => i)
  for (const length of operator.length === 1 ? lengths : lengths.reverse()) {
    const at = isEnd ? value.length - length : length
    if (matchWildcard(pattern, isEnd ? value.slice(at) : value.slice(0, at)))
      return isEnd ? value.slice(0, at) : value.slice(at)
  }
  return value
}

/** What an expansion makes of values, unless it only counts. */
function madeOf({ text, prefix }: ParameterExpansionPart, ...values: readonly Word[]): Piece {
  const hole: Hole = { hole: text, yields: 'words' }
  return fixed(prefix === '#' ? hole : madeFrom(hole, values))
}

/** Splits at blanks what came from variables, as bash does with the usual IFS; globs in it are globs. */
function splitFields(all: readonly Piece[]): readonly Word[] {
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

const globParts = (text: string): readonly (string | Hole)[] =>
  text
    .split(/([*?]|\[[^\]]*\])/)
    .filter(part => part !== '')
    .map(part => (/^[*?[].*(?<!^\[)$/s.test(part) ? { hole: part, yields: 'files' } : part))

/** `~` at the start, behind the `=` of a word that looks like an assignment, and behind the colons of a value. */
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
  if (/^[+-]|^\d/.test(name)) return makeWord([{ hole: `~${name}`, yields: 'text' }, rest])
  return `/home/${name}${rest}`
}

const maxBraceWords = 64

/** `{a,b}` and `{1..3}` written out as parts, where they hold plain text only. */
function expandBraceParts(parts: readonly WordPart[]): readonly (readonly WordPart[])[] {
  const at = parts.findIndex(part => part.type === 'BraceExpansion')
  const brace = parts[at]
  if (brace === undefined || brace.type !== 'BraceExpansion') return [parts]
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

/** `{1..5}`, `{01..10..3}`, `{a..e}`; null if it is no range, or a long one. */
function rangeWords(text: string): readonly string[] | null {
  const [, first = '', last = '', by = '1'] =
    /^(-?\d{1,6}|[a-z]|[A-Z])\.\.(-?\d{1,6}|[a-z]|[A-Z])(?:\.\.(-?\d{1,6}))?$/.exec(text) ?? []
  const isNumber = /\d/.test(first)
  // Letters of both cases have others between them.
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
