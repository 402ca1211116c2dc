import { makeWord, type Word } from '../../../core/word.ts'
import { newTextCursor } from '../parsing/text-cursor.ts'
import { mostTokens, type Token } from '../parsing/tokens.ts'
import { knownFunctions as known } from './functions.ts'
import { interpolate } from './interpolate.ts'

export interface PerlTokens {
  readonly tokens: readonly Token[]
  /** Code inside texts and patterns. */
  readonly fragments: readonly string[]
  /** The reason why the text cannot be split into tokens; null if it can. */
  readonly trouble: string | null
}

/**
 * The kind of token that may come next. After the end of a block and after names it can be either, and a wrong guess would
 * hide code.
 */
type Expected = 'term' | 'operator' | 'either'

/** Splits Perl into tokens; handles only the small part of the language that can be split without running it. */
export function tokenisePerl(code: string): PerlTokens {
  const scan = newTextCursor(code)
  const tokens: Token[] = []
  const fragments: string[] = []
  const brackets: ('block' | 'function' | 'value')[] = []
  let expected = 'term' as Expected
  let apart = false
  let trouble: string | null = null

  const add = (kind: Token['kind'], text: string, next: Expected, words?: readonly Word[]): void => {
    tokens.push({ kind, text, apart, ...(words === undefined ? {} : { words }) })
    expected = next
  }
  const stop = (why: string): void => {
    trouble ??= why
  }

  /** A text with variables in it: its words, and the code inside it. */
  function addInterpolated(body: string): Word {
    const { parts, fragments: inner, trouble: reason } = interpolate(body)
    fragments.push(...inner)
    if (reason !== null) stop(reason)
    return makeWord(parts)
  }

  function takeText(): void {
    const quote = code[scan.at()]
    const body = scan.delimited()
    if (body === null) return stop('a text that is not closed')
    if (quote === "'") add('text', `'${body}'`, 'operator', [body.replace(/\\([\\'])/g, '$1')])
    else addQuoted(quote === '`' ? 'qx' : 'qq', body, '"')
  }

  function addQuoted(operator: string, body: string, mark: string): void {
    if (operator === 'qw') {
      if (body.includes('\\')) return stop('a list with a backslash')
      return add(
        'list',
        `qw(${body})`,
        'operator',
        body.split(/\s+/).filter(word => word !== ''),
      )
    }
    const plain = operator === 'q' || mark === "'"
    if (plain && body.includes('\\')) return stop('a text with a backslash')
    const word = plain ? body : addInterpolated(body)
    add(operator === 'qx' ? 'value' : 'text', operator === 'qx' ? 'qx' : `"${body}"`, 'operator', [word])
  }

  /** `q(…)`, `m/…/`, `s{…}{…}e` and similar operators. */
  function takeQuoteLike(operator: string): void {
    const blank = scan.take(/[ \t\n]*/y)
    const mark = code[scan.at()] ?? ''
    if (!/[/{([<|!#~^%@:,'"+]/.test(mark) || (blank !== '' && mark === '#'))
      return stop(`\`${operator}\` with the mark \`${mark}\``)
    const first = scan.delimited()
    if (first === null) return stop('a text that is not closed')
    if (/^(q|qq|qw|qx)$/.test(operator)) return addQuoted(operator, first, mark)
    const isPaired = /[{([<]/.test(mark)
    if (operator === 'm' || operator === 'qr') addPattern(first, mark)
    else {
      if (isPaired) scan.take(/[ \t\n]*/y)
      const second = isPaired ? secondPart() : restTo(mark)
      if (second === null) return stop('a replacement that is not closed')
      if (operator === 's') addReplacement(first, second, mark)
      else scan.take(/[cdsr]*/y)
    }
    if (scan.looksLike(/\w/y)) stop(`flags of \`${operator}\``)
    add('value', operator, 'operator')
  }

  /** The second pair of brackets in `s{…}{…}`. */
  const secondPart = (): string | null => (scan.looksLike(/[{([<]/y) ? scan.delimited() : null)

  /** The second part of `s/…/…/`, which begins at the mark that ends the first part. */
  function restTo(mark: string): string | null {
    const escaped = mark.replace(/[\^|+]/, '\\$&')
    const body = scan.take(new RegExp(`(?:\\\\[\\s\\S]|[^\\\\${escaped}])*`, 'y'))
    return scan.take(new RegExp(mark.replace(/[\^|+/(]/, '\\$&'), 'y')) === '' ? null : body
  }

  function addPattern(body: string, mark: string): void {
    const flags = scan.take(/[a-z]*/y)
    if (/[^msixpodualngcr]/.test(flags)) stop('a pattern with unknown flags')
    if (/\(\?\??\{|\(\*/.test(body)) stop('code in a pattern')
    if (mark !== "'") addInterpolated(body)
  }

  /** `e` runs the replacement; `ee` also runs its result. */
  function addReplacement(pattern: string, replacement: string, mark: string): void {
    const flags = scan.take(/[a-z]*/y)
    if (/[^msixpodualngcre]/.test(flags) || /e.*e/.test(flags)) stop('a replacement that runs its result')
    if (/\(\?\??\{|\(\*/.test(pattern)) stop('code in a pattern')
    if (mark !== "'") addInterpolated(pattern)
    if (flags.includes('e')) fragments.push(replacement)
    else if (mark !== "'") addInterpolated(replacement)
  }

  function takeName(): void {
    const name = scan.take(/[A-Za-z_]\w*(?:::\w+)*/y)
    const last = tokens.at(-1)
    if (scan.looksLike(/'[A-Za-z_]|::/y)) return stop(`the name \`${name}\``)
    if (last?.kind === 'sign' && last.text === '->') return add('method', name, 'operator')
    if (scan.looksLike(/\s*=>/y)) return add('text', name, 'operator', [name])
    if (last?.kind === 'sign' && last.text === '{' && brackets.at(-1) === 'value' && scan.looksLike(/\s*\}/y))
      return add('text', name, 'operator', [name])
    if (/^(q|qq|qw|qx|qr|m|s|y|tr)$/.test(name)) return takeQuoteLike(name)
    if (expected !== 'term' && /^x\d*$/.test(name)) return add('sign', 'x', name === 'x' ? 'term' : 'operator')
    if (name === '__END__' || name === '__DATA__') return stop('data after the code')
    add('name', name, expectedAfter(name))
  }

  const isOperand = (): boolean => {
    const last = tokens.at(-1)
    return (
      last?.kind === 'variable' ||
      (last?.kind === 'sign' && /^(->|\]|\}|@\{|\$\{|%\{)$/.test(last.text) && expected !== 'either')
    )
  }

  function takeSign(): void {
    const char = code[scan.at()] ?? ''
    if (char === '{') {
      const isFunction = /^(map|grep|sort)$/.test(tokens.at(-1)?.text ?? '')
      brackets.push(isOperand() ? 'value' : isFunction ? 'function' : 'block')
      scan.take(/\{/y)
      return add('sign', '{', 'term')
    }
    if (char === '}') {
      const kind = brackets.pop()
      if (kind === undefined) return stop('brackets that do not match')
      scan.take(/\}/y)
      return add('sign', '}', kind === 'value' ? 'operator' : kind === 'function' ? 'term' : 'either')
    }
    if (scan.looksLike(/<<[~"'`A-Za-z_]/y)) return stop('text after `<`')
    const isDefinedOr = /^(shift|pop)$/.test(tokens.at(-1)?.text ?? '') && scan.looksLike(/\/\//y)
    if (expected === 'either' && /[/<]/.test(char) && !isDefinedOr) return stop(`a \`${char}\` that may begin a text`)
    const text = scan.take(
      /->|\+\+|--|=>|<=>|\*\*=?|\|\|=?|&&=?|\/\/=?|\.\.\.?|<<=?|>>=?|[=!<>]=|=~|!~|[-+*/.%|&^x]=|[-+*/.%|&^=!<>?:,;~\\()[\]]/y,
    )
    if (text === '') return stop(`the character \`${char}\``)
    if (text === ';') return add('end', text, 'term')
    add(
      'sign',
      text,
      /^(\)|\]|\+\+|--)$/.test(text) && (expected !== 'term' || /[)\]]/.test(text)) ? 'operator' : 'term',
    )
  }

  function takeTermSign(char: string): boolean {
    if (char === '/') {
      const body = scan.delimited()
      if (body === null) stop('a pattern that is not closed')
      else {
        addPattern(body, '/')
        add('value', 'm', 'operator')
      }
      return true
    }
    if (char === '<') {
      const handle = scan.take(/<(?:\$?\w*)>|<<>>/y)
      if (handle === '') stop('text after `<`')
      else add('value', handle, 'operator')
      return true
    }
    if (char === '&' || char === '*') {
      stop(`a name after \`${char}\``)
      return true
    }
    if (scan.looksLike(/-[A-Za-z](?!\w)(?!\s*=>)/y)) {
      const test = scan.take(/-[A-Za-z]/y)
      if (/^-[rwxoRWXOezsfdlpSugkbctTBAMC]$/.test(test)) add('name', test, 'term')
      else stop(`the test \`${test}\``)
      return true
    }
    return false
  }

  /** `$x`, `@x`, `%x`, `$#x`, `$$x`, `@{…}`; `%` and `@` only where a value is expected. */
  function takeVariable(): boolean {
    const simple = scan.take(/(?:\$#|[$@%])\$*(?:::)?[A-Za-z_]\w*(?:::\w+)*|[$@]\d+|@[-+]|%[+!-](?=\W)/y)
    if (simple !== '') {
      if (scan.looksLike(/'[A-Za-z_]/y)) stop(`the name \`${simple}\``)
      // `print $f /x/` prints the matches to a handle, `print $f / x` prints a quotient.
      if (/^(print|printf|say)$/.test(tokens.at(-1)?.text ?? '') && scan.looksLike(/\s+[/<%&*?][^\s=]/y))
        stop('an ambiguous sign after a handle')
      add('variable', simple, 'operator')
      return true
    }
    const named = scan.take(/[$@%]\{\s*[A-Za-z_]\w*\s*\}/y)
    if (named !== '') {
      add('variable', named.replace(/[\s{}]/g, ''), 'operator')
      return true
    }
    if (scan.looksLike(/(?:\$#|[$@%])\{(?!\^)/y)) {
      const sigil = scan.take(/\$#|[$@%]/y)
      scan.take(/\{/y)
      brackets.push('value')
      add('sign', `${sigil}{`, 'term')
      return true
    }
    const special = scan.take(/\$(?:\^[OVTWX]|[!@/\\,;.&"'`+|?:~=%\]-]|\$(?![\w{$]))/y)
    if (special === '') return false
    add('variable', special, 'operator')
    return true
  }

  while (!scan.isDone() && trouble === null) {
    const start = scan.at()
    apart = scan.take(/(?:\s|#[^\n]*)+/y) !== '' || tokens.length === 0
    if (scan.isDone()) break
    const char = code[scan.at()] ?? ''
    if (char === '=' && (scan.at() === 0 || code[scan.at() - 1] === '\n') && /[a-zA-Z]/.test(code[scan.at() + 1] ?? ''))
      stop('documentation inside the code')
    else if (/["'`]/.test(char)) takeText()
    else if (/[$@]/.test(char) || (expected !== 'operator' && scan.looksLike(/%[\w{$+!-]/y))) {
      if (!takeVariable()) stop(`the character \`${char}\``)
    } else if (/[A-Za-z_]/.test(char)) takeName()
    else if (/\d/.test(char) || (char === '.' && expected === 'term' && scan.looksLike(/\.\d/y)))
      add('value', scan.take(/0[xXbB][\da-fA-F_]+|\d[\d_]*(?:\.(?!\.)[\d_]*)?(?:[eE][+-]?\d+)?|\.\d+/y), 'operator')
    else if (expected === 'either' && /[&*%]/.test(char) && !scan.looksLike(/&&|\*\*|[&*%]\s/y))
      stop(`a name after \`${char}\``)
    else if (expected !== 'term' || !takeTermSign(char)) {
      if (expected !== 'term' && scan.looksLike(/-[A-Za-z](?!\w)/y)) stop('a file test where an operator is expected')
      else takeSign()
    }
    if (tokens.length > mostTokens) stop(`code of more than ${mostTokens} words`)
    if (scan.at() === start) stop(`the character \`${char}\``)
  }
  if (trouble === null && brackets.length > 0) trouble = 'brackets that do not match'
  return { tokens, fragments, trouble }
}

const nullary = new Set(['time', 'times', 'wait', 'wantarray'])
const taking = new Set([...known, ...'open system exec eval do require use no package'.split(' ')])

/** A known Perl function is followed by an argument; any other name may be a value, a handle or a function. */
const expectedAfter = (name: string): Expected =>
  nullary.has(name) || name.includes('::')
    ? 'operator'
    : taking.has(name) && !/^(shift|pop)$/.test(name)
      ? 'term'
      : 'either'
