import { isKnown, type Word } from '../../core/word.ts'

/** The variables that `read` sets, and the array with its elements. */
export interface LineRead {
  readonly values: ReadonlyMap<string, string>
  readonly array: { readonly name: string; readonly elements: readonly string[] } | null
}

/** Evaluates `read -r a b <<< 'x y'` for a known text and `IFS`; null if the result is only known at run time. */
export function lineRead(args: readonly Word[], text: string, ifs: string): LineRead | null {
  const options = optionsOf(args)
  if (options === null || /[^\n -~]/.test(text)) return null
  const line = options.whole
    ? text.replace(/\n*$/, end => (ifs.includes('\n') ? '' : end))
    : (text.split('\n')[0] ?? '')
  if (!options.raw && line.includes('\\')) return null
  if (options.array !== null)
    return { values: new Map(), array: { name: options.array, elements: fieldsOf(line, ifs, maxFields) ?? [] } }
  const { names } = options
  if (names.length === 0) return { values: new Map([['REPLY', line]]), array: null }
  const fields = fieldsOf(line, ifs, names.length)
  if (fields === null) return null
  return { values: new Map(names.map((name, i) => [name, fields[i] ?? ''])), array: null }
}

const maxFields = 64

interface Options {
  readonly names: readonly string[]
  readonly array: string | null
  readonly raw: boolean
  /** `-d ''`: reads up to a NUL byte, and no text here contains one. */
  readonly whole: boolean
}

function optionsOf(args: readonly Word[]): Options | null {
  let [array, raw, whole]: [string | null, boolean, boolean] = [null, false, false]
  let at = 0
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!isKnown(arg)) return null
    if (!arg.startsWith('-')) break
    const [, flags = '', last = ''] = /^-([rse]*)([apd]?)$/.exec(arg) ?? []
    if (`${flags}${last}` === '') return null
    raw ||= flags.includes('r')
    if (last === '') continue
    at += 1
    const value = args[at]
    if (last === 'd' && value !== '') return null
    whole ||= last === 'd'
    if (last === 'a' && (value === undefined || !isKnown(value))) return null
    if (last === 'a' && value !== undefined && isKnown(value)) array = value
  }
  const names = args.slice(at).filter(isKnown)
  const isPlain = [...names, array ?? 'x'].every(name => /^[A-Za-z_]\w*$/.test(name))
  return isPlain && names.length === args.length - at ? { names, array, raw, whole } : null
}

/** The fields of a line, the last one with the rest of the line; null for edge cases that are not implemented. */
function fieldsOf(line: string, ifs: string, count: number): readonly string[] | null {
  const blanks = [...ifs].filter(one => /\s/.test(one))
  const marks = [...ifs].filter(one => !/\s/.test(one))
  const isBlank = (at: number): boolean => blanks.includes(line.charAt(at)) && at < line.length
  const fields: string[] = []
  let at = 0
  while (isBlank(at)) at += 1
  while (at < line.length && fields.length < count - 1) {
    let end = at
    while (end < line.length && !ifs.includes(line.charAt(end))) end += 1
    fields.push(line.slice(at, end))
    while (isBlank(end)) end += 1
    if (marks.includes(line.charAt(end)) && end < line.length) end += 1
    while (isBlank(end)) end += 1
    at = end
  }
  if (at >= line.length) return fields
  let end = line.length
  while (end > at && isBlank(end - 1)) end -= 1
  const rest = line.slice(at, end)
  return marks.some(mark => rest.endsWith(mark)) ? null : [...fields, rest]
}

/** Every text that a variable may get from these lines: each line, and each field of a line. */
export const piecesRead = (text: string, ifs: string): readonly string[] =>
  text
    .split('\n')
    .flatMap(line => [line.trim(), ...splitAt(line, ifs)])
    .filter(piece => piece !== '')

function splitAt(line: string, ifs: string): readonly string[] {
  const parts: string[] = ['']
  for (const char of line) {
    if (ifs.includes(char)) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

/** The lines that `mapfile -t a <<< …` reads. */
export const linesRead = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n')
