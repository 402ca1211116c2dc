import type { CommandNode, ParsedScript, PipelineNode } from 'unbash'
import { isKnown } from '../../core/word.ts'
import { expandWord } from '../expansion/expand.ts'
import { type Frame, frameWith, type Stdin } from '../frame/frame.ts'
import { aliasKey, type Body, copyScope, places } from '../frame/scope.ts'
import { walkRedirects } from '../interpreter/redirect.ts'
import { printedGitRoot } from './git-root.ts'
import { cutColumns, type Filter, substitute, translate } from './text-filters.ts'

/** The output of a script, if it is certain without running it: `echo rm`, `printf '%s' x | base64 -d`. */
export function outputOf(script: ParsedScript, frame: Frame): string | null {
  const [statement, ...others] = script.commands
  if (statement === undefined || others.length > 0 || statement.background === true || (script.errors?.length ?? 0) > 0)
    return null
  const deeper = frameWith(frame, { depth: frame.depth + 1 })
  return statement.command.type === 'AndOr' ? null : pipelineOutput(statement.command, deeper)
}

function pipelineOutput(node: PipelineNode, frame: Frame): string | null {
  if (node.type !== 'Pipeline') return commandOutput(node, frame.stdin, frame)
  let text: string | null = null
  for (const [i, command] of node.commands.entries()) {
    const stdin: Stdin = i === 0 || text === null ? frame.stdin : { from: 'text', text }
    text = commandOutput(command, stdin, frame)
    if (text === null) return null
  }
  return text
}

/** The output of one command for its input. */
export function commandOutput(node: CommandNode, stdin: Stdin, frame: Frame): string | null {
  if (node.type !== 'Command' || node.redirects.some(redirect => redirect.type === 'Redirect')) return null
  // Words are expanded a second time below; in deeply nested commands that would double the work at every level.
  const name = node.name?.value ?? ''
  if (frame.depth > maxDepth || frame.scope.variables.has(aliasKey(name))) return null
  const bodies = frame.scope.functions.get(name)
  if (bodies === undefined && !(printers.has(name) || name === 'pwd' || name === 'git')) return null
  const silent = silenced(frame)
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.args].flatMap(arg =>
    arg.type === 'Word' ? expandWord(arg, silent) : [],
  )
  if (!words.every(isKnown)) return null
  const [program = '', ...args] = words
  if (bodies !== undefined) return functionOutput(bodies, args, silent)
  if (program === 'git') return node.prefix.length > 0 ? null : printedGitRoot(args, frame)
  const fed = walkRedirects(node.redirects, silent) ?? stdin
  if (program === 'pwd' && args.length === 0)
    return isKnown(frame.scope.cwd) && places(frame.scope).length === 1 ? frame.scope.cwd : null
  return printedBy(program, args, fed)
}

/** `f() { echo .env; }`: the output of a function whose body is one command. */
function functionOutput(bodies: readonly (Body | null)[], args: readonly string[], frame: Frame): string | null {
  const [body, ...others] = bodies
  if (body?.type !== 'BraceGroup' || others.length > 0) return null
  const [statement, ...more] = body.body.commands
  if (statement === undefined || more.length > 0 || statement.background === true) return null
  const scope = { ...frame.scope, positional: args }
  return statement.command.type === 'AndOr'
    ? null
    : pipelineOutput(statement.command, frameWith(frame, { scope, depth: frame.depth + 1 }))
}

/** The output of a program for known arguments; null if only running it would show it. */
export function printedBy(program: string, args: readonly string[], stdin: Stdin): string | null {
  const input = stdin.from === 'text' && isKnown(stdin.text) ? stdin.text : null
  return printers.get(program)?.(args, input) ?? null
}

/** Whether a command decodes unreadable text, which a shell could then run. */
export function decodes(node: CommandNode): boolean {
  if (node.type !== 'Command') return false
  const text = [node.name, ...node.args].map(word => word?.text ?? '').join(' ')
  return /^(base64|xxd|rev)\b/.test(text) || /\\x[0-9a-f]{2}|\\[0-7]{3}/i.test(text)
}

/** A frame for a second evaluation: the walk itself reports the effects, and changes made here are discarded. */
export const silenced = (frame: Frame): Frame =>
  frameWith(frame, { scope: copyScope(frame.scope), recorder: frame.recorder.aside() })

const maxDepth = 4

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
  ['sed', substitute],
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

function echo(args: readonly string[]): string | null {
  const at = args.findIndex(arg => !/^-[neE]+$/.test(arg))
  const flags = args.slice(0, at < 0 ? args.length : at).join('')
  const text = (at < 0 ? [] : args.slice(at)).join(' ')
  return flags.includes('e') ? unescaped(text) : text
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

/** Decodes `\n`, `\x72`, `\162` like `echo -e` and `printf`; null if an escape is unknown or the result is not text. */
export function unescaped(text: string): string | null {
  if (/\\[uUc]/.test(text)) return null
  if (!text.includes('\\')) return text
  const bytes: number[] = []
  for (const [all, code] of text.matchAll(/\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|.)|[^\\]+|\\/gs)) {
    const byte = code === undefined ? null : byteOf(code)
    const spelled = byte === null ? encoder.encode(simpleEscapes.get(code ?? '') ?? all) : [byte]
    for (const one of spelled) bytes.push(one)
  }
  return decoded(bytes)
}

/** An escape gives one byte; a letter may take several. */
function byteOf(code: string): number | null {
  if (/^x./.test(code)) return Number.parseInt(code.slice(1), 16)
  return /^[0-7]/.test(code) ? Number.parseInt(code, 8) & 0xff : null
}

const encoder = new TextEncoder()

function decoded(bytes: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes))
  } catch {
    return null
  }
}

const simpleEscapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['e', '\x1b'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
])

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
