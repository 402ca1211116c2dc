import { makeWord, type Word } from '../../../core/word.ts'
import { closers, newTextCursor } from '../parsing/text-cursor.ts'
import { mostTokens, type Token } from '../parsing/tokens.ts'
import { interpolate, textEnd } from './interpolate.ts'
import { takers } from './vocabulary.ts'

export interface RubyTokens {
  readonly tokens: readonly Token[]
  /** Code inside texts and patterns. */
  readonly fragments: readonly string[]
  /** The reason why the text cannot be split into tokens; null if it can. */
  readonly trouble: string | null
}

type Expected = 'term' | 'operator' | 'either'

/** Splits Ruby into tokens; handles only the small part of the language that can be split without running it. */
export function tokeniseRuby(code: string): RubyTokens {
  const scan = newTextCursor(code)
  const tokens: Token[] = []
  const fragments: string[] = []
  let expected = 'term' as Expected
  let apart = false
  let depth = 0
  let trouble: string | null = null

  const add = (kind: Token['kind'], text: string, next: Expected, words?: readonly Word[]): void => {
    tokens.push({ kind, text, apart, ...(words === undefined ? {} : { words }) })
    expected = next
  }
  const stop = (why: string): void => {
    trouble ??= why
  }

  function addInterpolated(body: string): Word {
    const { parts, fragments: inner, trouble: reason } = interpolate(body)
    fragments.push(...inner)
    if (reason !== null) stop(reason)
    return makeWord(parts)
  }

  /** From an opening mark to its closing one; code in `#{…}` may contain the mark itself. */
  function takeBody(interpolates: boolean): string | null {
    const from = scan.at()
    const open = code[from] ?? ''
    const end = textEnd(code, from + 1, { open, close: closers.get(open) ?? open, interpolates })
    if (end === null) {
      stop('a text that is not closed')
      return null
    }
    scan.skipTo(end + 1)
    return code.slice(from + 1, end)
  }

  function takeText(quote: string): void {
    const body = takeBody(quote !== "'")
    if (body === null) return
    const word = quote === "'" ? body.replace(/\\([\\'])/g, '$1') : addInterpolated(body)
    if (quote !== '`' && scan.take(/:(?![:\w])/y) !== '') return add('text', body, 'term', [word])
    add(quote === '`' ? 'value' : 'text', quote === '`' ? 'command' : body, 'operator', [word])
  }

  /** `%w[a b]`, `%q(…)`, `%x(…)`, `%r{…}`, `%(…)`. */
  function takePercent(): void {
    const kind = scan.take(/%[qQwWiIxrs]?/y).slice(1)
    if (!scan.looksLike(/[([{<|!/]/y)) return stop('text after `%`')
    const body = takeBody(!/[qwis]/.test(kind))
    if (body === null) return
    if (/[qwis]/.test(kind) && body.includes('\\')) return stop('a text with a backslash')
    if (/[wi]/i.test(kind)) {
      const words = body.split(/\s+/).filter(word => word !== '')
      return add('list', body, 'operator', /[WI]/.test(kind) ? [addInterpolated(body)] : words)
    }
    const word = /[qs]/.test(kind) ? body : addInterpolated(body)
    if (kind === 'r') return takeFlags()
    add(kind === 'x' ? 'value' : 'text', kind === 'x' ? 'command' : body, 'operator', [word])
  }

  function takeFlags(): void {
    scan.take(/[imxounse]*/y)
    add('value', 'pattern', 'operator')
  }

  function takeName(): void {
    const isMethod = ['.', '&.', '::'].includes(tokens.at(-1)?.text ?? '') && tokens.at(-1)?.kind === 'sign'
    const name = scan.take(/[A-Za-z_]\w*(?:[?!](?!=(?!=)))?/y)
    if (name === '__END__') return stop('data after the code')
    if (!isMethod && scan.looksLike(/:(?!:)/y) && !isTernary()) {
      scan.take(/:/y)
      return add('text', name, 'term', [name])
    }
    if (isMethod && /^[a-z_]/.test(name)) return add('method', name, 'either')
    if (/^[A-Z]/.test(name)) {
      const path = isMethod && tokens.at(-1)?.text === '::' ? joinPath(name) : name
      return add('name', path, 'either')
    }
    add('name', name, keywords.has(name) ? 'term' : values.has(name) ? 'operator' : 'either')
  }

  /** Whether a `?` is still waiting for its `:`. */
  function isTernary(): boolean {
    const question = tokens.findLastIndex(token => token.kind === 'sign' && token.text === '?')
    return question >= 0 && !tokens.slice(question).some(token => token.kind === 'sign' && token.text === ':')
  }

  /** `Digest::SHA256` is one name. */
  function joinPath(name: string): string {
    tokens.pop()
    const owner = tokens.pop()
    return `${owner?.kind === 'name' ? owner.text : ''}::${name}`
  }

  function takeSymbol(): void {
    scan.take(/:/y)
    if (scan.looksLike(/["']/y)) return stop('a symbol in quotes')
    const name = scan.take(/[A-Za-z_]\w*[?!=]?(?![>=~])|[A-Za-z_]\w*/y)
    if (name !== '') return add('text', `:${name}`, 'operator', [name])
    const operator = scan.take(/\[\]=?|\*\*|<=>|===?|=~|!=|[-+*/%<>!&|^]/y)
    if (operator === '') stop('a `:` that could not be parsed')
    else add('value', operator, 'operator')
  }

  function takeSign(): void {
    const text = scan.take(
      /<=>|===|\.\.\.?|\*\*=?|&&=?|\|\|=?|<<=?|>>=?|&\.|->|=>|==|=~|!=|!~|<=|>=|::|[-+*/%|&^]=|[-+*/%|&^=!<>?:,;.~\\()[\]{}]/y,
    )
    if (text === '') return stop(`the character \`${code[scan.at()] ?? ''}\``)
    if (/^[([{]$/.test(text)) depth += 1
    if (/^[)\]}]$/.test(text)) depth -= 1
    if (depth < 0) return stop('brackets that do not match')
    if (text === ';') return add('end', text, 'term')
    if (text === '.' && scan.looksLike(/\s*\(/y)) return add('sign', 'call', 'term')
    add('sign', text, /^[)\]}]$/.test(text) ? 'operator' : 'term')
  }

  /**
   * After a name, a sign may be an operator or begin an argument: whitespace decides, and where it does not, the code is
   * ambiguous.
   */
  function isAmbiguous(char: string): boolean {
    if (expected !== 'either' || !/[/%<?]/.test(char)) return false
    const isBegin = apart && !scan.looksLike(/[/%<?]+=?\s/y)
    if (isBegin && takers.has(tokens.at(-1)?.text ?? '') && char !== '<') {
      expected = 'term'
      return false
    }
    return isBegin || (char === '<' && scan.looksLike(/<<[~"'`A-Za-z_-]/y))
  }

  function takeLineEnd(): void {
    const last = tokens.at(-1)
    const goesOn =
      last === undefined ||
      (last.kind === 'sign' && !/^[)\]}]$/.test(last.text)) ||
      scan.looksLike(/\s*(?:&?\.[A-Za-z_])/y)
    if (!goesOn) add('end', '\n', 'term')
  }

  if (code.startsWith('=begin')) stop('documentation inside the code')
  while (!scan.isDone() && trouble === null) {
    const start = scan.at()
    apart = scan.take(/(?:[ \t]|\\\n|#[^\n]*)+/y) !== ''
    if (scan.isDone()) break
    const char = code[scan.at()] ?? ''
    if (char === '\n') {
      scan.take(/\n/y)
      if (scan.looksLike(/=begin/y)) stop('documentation inside the code')
      takeLineEnd()
    } else if (isAmbiguous(char)) stop(`a \`${char}\` that may begin a text`)
    else if (/["'`]/.test(char)) takeText(char)
    else if (/[$@]/.test(char)) {
      const name = scan.take(/@@?[A-Za-z_]\w*|\$(?:[A-Za-z_]\w*|\d+|[~&`'+!@/\\,;.<_>0*?])/y)
      if (name === '') stop('a variable that could not be parsed')
      else add('variable', name, 'operator')
    } else if (/[A-Za-z_]/.test(char)) takeName()
    else if (/\d/.test(char))
      add('value', scan.take(/0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?[rif]?/y), 'operator')
    else if (char === ':' && scan.looksLike(/:[^:\s]/y) && expected !== 'operator') takeSymbol()
    else if (char === '%' && expected === 'term') takePercent()
    else if (char === '<' && expected === 'term') stop('text after `<`')
    else if (char === '?' && expected === 'term') {
      if (scan.take(/\?[A-Za-z0-9_](?!\w)/y) === '') stop('a character after `?`')
      else add('value', 'character', 'operator')
    } else if (char === '/' && expected === 'term') {
      const body = takeBody(true)
      if (body !== null) {
        addInterpolated(body)
        takeFlags()
      }
    } else takeSign()
    if (tokens.length > mostTokens) stop(`code of more than ${mostTokens} words`)
    if (scan.at() === start) stop(`the character \`${char}\``)
  }
  if (trouble === null && depth !== 0) trouble = 'brackets that do not match'
  return { tokens, fragments, trouble }
}

const values = new Set(['self', 'nil', 'true', 'false', 'end', '__FILE__', '__LINE__', '__method__'])
const keywords = new Set(
  'if elsif else unless while until and or not then do case when in begin rescue ensure return yield for break next class module def'.split(
    ' ',
  ),
)
