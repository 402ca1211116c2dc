import type { CommandNode } from 'unbash'
import { isKnown } from '../../core/word.ts'
import type { Stdin } from '../frame/frame.ts'
import { unescaped } from '../syntax/escapes.ts'
import { cutColumns, type Filter, sedSubstitute, translate } from './text-filters.ts'

/** The output of a program for known arguments; null if only running it would show it. */
export function printedBy(program: string, args: readonly string[], stdin: Stdin): string | null {
  const input = stdin.from === 'text' && isKnown(stdin.text) ? stdin.text : null
  return printers.get(program)?.(args, input) ?? null
}

/** Whether the output of a program can be known from its words and its input. */
export const hasPrinter = (program: string): boolean => printers.has(program)

/** Whether a command turns text that people cannot read into text that a shell can. */
export function decodes(node: CommandNode): boolean {
  if (node.type !== 'Command') return false
  const text = [node.name, ...node.args].map(word => word?.text ?? '').join(' ')
  return /^(base64|xxd|rev)\b/.test(text) || /\\x[0-9a-f]{2}|\\[0-7]{3}/i.test(text)
}

const passOn: Filter = (args, input) =>
  args.every(arg => arg.startsWith('-') && arg !== '-') || args.length === 0 ? input : null

const printers = new Map<string, Filter>([
  ['echo', args => echo(args)],
  ['printf', args => printf(args)],
  ['cat', passOn],
  ['seq', args => seq(args)],
  ['basename', args => lastPart(args)],
  ['dirname', args => (args.length === 1 && !args[0]?.startsWith('-') ? parentPart(args[0] ?? '') : null)],
  ['tee', (_args, input) => input],
  [
    'base64',
    (args, input) =>
      args.some(arg => arg === '-d' || arg === '-D' || arg === '--decode') ? decodeBase64(input) : null,
  ],
  [
    'rev',
    (_args, input) =>
      input === null
        ? null
        : input
            .split('\n')
            .map(line => [...line].reverse().join(''))
            .join('\n'),
  ],
  ['tr', translate],
  ['cut', cutColumns],
  ['sed', sedSubstitute],
  ['xxd', (args, input) => (args.includes('-r') && args.some(arg => arg.includes('p')) ? decodeHex(input) : null)],
])

/** `seq 3`, `seq 2 5`: a limited count of numbers with step 1. */
function seq(args: readonly string[]): string | null {
  const [last = 0, first = 1] = args.map(Number).reverse()
  if (args.length === 0 || args.length > 2 || !args.every(arg => /^\d{1,6}$/.test(arg)) || last - first >= maxNumbers)
    return null
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => first + i).join('\n')
}

const maxNumbers = 32

function lastPart([path = '', suffix = '', ...others]: readonly string[]): string | null {
  if (path === '' || others.length > 0 || path.startsWith('-') || suffix.startsWith('-')) return null
  const name = path.replace(/\/+$/, '').replace(/^.*\//s, '')
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
}

const parentPart = (path: string): string => {
  const plain = path.replace(/(.)\/+$/, '$1')
  return plain.includes('/') ? plain.replace(/\/+[^/]*$/, '') || '/' : '.'
}

/** Without `-e` or `-E`, bash prints escapes as they are, and zsh and dash replace them: then the output is uncertain. */
function echo(args: readonly string[]): string | null {
  const at = args.findIndex(arg => !/^-[neE]+$/.test(arg))
  const flags = args.slice(0, at < 0 ? args.length : at).join('')
  const text = (at < 0 ? [] : args.slice(at)).join(' ')
  if (flags.includes('e')) return unescaped(text)
  return !flags.includes('E') && /\\[abcefnrtv0x\\]/.test(text) ? null : text
}

/** Supports formats with plain text, `%s` and `%b` only. */
function printf(args: readonly string[]): string | null {
  const hasDashes = args[0] === '--'
  const [format = '', ...values] = hasDashes ? args.slice(1) : args
  const start = unescaped(format)
  if ((format.startsWith('-') && !hasDashes) || /%([^sb%]|$)/.test(format)) return null
  // A percent sign written as an escape is not a directive.
  if (start === null || start.split('%').length !== format.split('%').length) return null
  const holes = format.match(/%[sb]/g)?.length ?? 0
  const rounds = holes === 0 ? 1 : Math.max(1, Math.ceil(values.length / holes))
  let out = ''
  let next = 0
  let isCertain = true
  for (let round = 0; round < rounds; round += 1) {
    out += start.replaceAll(/%([sb%])/g, (_all, kind: string) => {
      if (kind === '%') return '%'
      const value = values[next++] ?? ''
      const text = kind === 's' ? value : unescaped(value)
      isCertain &&= text !== null
      return text ?? ''
    })
  }
  return isCertain ? out : null
}

function decodeBase64(input: string | null): string | null {
  if (input === null || !/^[A-Za-z0-9+/=\s]*$/.test(input)) return null
  const digits = input.replaceAll(/[=\s]/g, '')
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const digit of digits) {
    held = (held << 6) | alphabet.indexOf(digit)
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return textOf(bytes)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function decodeHex(input: string | null): string | null {
  const digits = input?.replaceAll(/\s/g, '') ?? ''
  if (input === null || !/^([0-9a-fA-F]{2})*$/.test(digits)) return null
  return textOf((digits.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16)))
}

/** Bytes as text; null if they are not printable ASCII, and so not shell text either. */
function textOf(bytes: readonly number[]): string | null {
  return bytes.every(byte => byte >= 9 && byte < 127) ? String.fromCharCode(...bytes) : null
}
