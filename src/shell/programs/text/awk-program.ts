/** A file or command that an awk program names in a string; null if it is only known at run time. */
export type AwkTarget = string | null

export interface AwkAction {
  /** `reveal`: a variable of the environment, by its name. */
  readonly does: 'run' | 'read' | 'write' | 'reveal'
  readonly target: AwkTarget
  /** The program's texts that an unknown target may be. */
  readonly among?: readonly string[]
}

interface Token {
  readonly kind: 'string' | 'regex' | 'name' | 'number' | 'sign' | 'end'
  readonly text: string
}

/** The effects of a program besides printing: commands, pipes, redirections; null if it cannot be read. */
export function readAwkProgram(program: string): readonly AwkAction[] | null {
  const tokens = tokenise(program)
  if (tokens === null) return null
  const actions: AwkAction[] = []
  let printing = false
  let depth = 0
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind === 'string' || kind === 'regex' || kind === 'number') continue
    if (kind === 'name' && (text === 'print' || text === 'printf')) {
      printing = true
      depth = 0
    } else if (kind === 'end' || text === '{' || text === '}') printing = false
    else if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    // `@include`, `@load` and `@name()`, which calls the function that the variable names.
    else if (text === '@') return null
    else if (text === 'system') actions.push({ does: 'run', target: argument(tokens, i + 1) })
    else if (text === '|' || text === '|&') {
      const reads = tokens[i + 1]?.text === 'getline' && tokens[i + 1]?.kind === 'name'
      actions.push({ does: 'run', target: reads ? lone(tokens, i - 1, -1) : lone(tokens, i + 1, 1) })
    } else if (text === '<' && readsLine(tokens, i))
      actions.push({ does: 'read', target: lone(tokens, i + 1, 1), among: textsOf(tokens) })
    else if ((text === '>' || text === '>>') && printing && depth <= 0)
      actions.push({ does: 'write', target: lone(tokens, i + 1, 1) })
    else if (text === 'ENVIRON' && tokens[i + 1]?.text === '[' && tokens[i - 2]?.text !== 'length')
      actions.push({ does: 'reveal', target: subscript(tokens, i + 1) })
    // A program can make awk read other files than those on the command line.
    else if (text === 'ARGV' && assigns(tokens, i)) actions.push({ does: 'read', target: null })
  }
  return actions
}

/** The strings of a program, each joined with its neighbours: `".e" "nv"`. */
function textsOf(tokens: readonly Token[]): readonly string[] {
  const texts: string[] = []
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind !== 'string') continue
    if (tokens[i - 1]?.kind === 'string') texts[texts.length - 1] += text
    else texts.push(text)
  }
  return texts
}

/** `["text"]`: a string alone in the brackets. */
function subscript(tokens: readonly Token[], at: number): AwkTarget {
  const only = tokens[at + 1]
  return only?.kind === 'string' && tokens[at + 2]?.text === ']' ? only.text : null
}

/** `("text")`: the only argument of a call. */
function argument(tokens: readonly Token[], at: number): AwkTarget {
  const only = tokens[at + 1]
  return tokens[at]?.text === '(' && only?.kind === 'string' && tokens[at + 2]?.text === ')' ? only.text : null
}

/** A string alone on its side of an operator, without concatenation. */
function lone(tokens: readonly Token[], at: number, step: 1 | -1): AwkTarget {
  const token = tokens[at]
  const beyond = tokens[at + step]
  if (token?.kind !== 'string') return null
  const ends =
    beyond === undefined || beyond.kind === 'end' || ['{', '}', '(', ')', '&&', '||', '='].includes(beyond.text)
  return ends && beyond?.kind !== 'string' ? token.text : null
}

/**
 * `getline < file`, `getline line < file`, `getline a[1] < file`: `getline` was the last keyword since the start of the
 * statement.
 */
function readsLine(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= 0; i -= 1) {
    const token = tokens[i]
    if (token === undefined || token.kind === 'end' || token.text === '{' || token.text === '}') return false
    if (token.kind === 'name' && token.text === 'getline') return true
  }
  return false
}

function assigns(tokens: readonly Token[], at: number): boolean {
  const close = tokens.findIndex((token, i) => i > at && token.text === ']' && token.kind === 'sign')
  const next = tokens[close + 1]
  return close >= 0 && next?.kind === 'sign' && /^(=|\+=|\+\+)$/.test(next.text)
}

const words = /[A-Za-z_]\w*/y
const numbers = /(?:0x[\da-f]+|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)/iy
const signs = /\|\||&&|\|&|>>|[=!<>+\-*/%^]=|\+\+|--|\*\*|!~|[{}()[\]$+\-*/%^!<>|?:~=,@&]/y
const spaces = /(?:[ \t\r]|\\\n|#[^\n]*)+/y
const regexes = /\/(?:\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\n\\])*\]|[^/\\\n[])*\//y
const strings = /"(?:\\[\s\S]|[^"\\\n])*"/y

/** Keywords after which a `/` begins a pattern, although they look like names. */
const beforePattern = new Set(['print', 'printf', 'return', 'in', 'case', 'do', 'else', 'exit'])

/** `if (…)` followed by a pattern: after any other bracket a `/` divides. */
function endsCondition(tokens: readonly Token[]): boolean {
  if (tokens.at(-1)?.text !== ')' || tokens.at(-1)?.kind !== 'sign') return false
  let depth = 0
  for (let i = tokens.length - 1; i >= 0; i -= 1) {
    const token = tokens[i]
    if (token?.kind !== 'sign') continue
    if (token.text === ')') depth += 1
    if (token.text === '(') depth -= 1
    if (depth === 0) return /^(if|while|for|switch)$/.test(tokens[i - 1]?.text ?? '')
  }
  return false
}

function tokenise(program: string): readonly Token[] | null {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const text = pattern.exec(program)?.[0] ?? ''
    at += text.length
    return text
  }
  while (at < program.length) {
    if (take(spaces) !== '') continue
    const char = program[at] ?? ''
    const last = tokens.at(-1)
    // After these a `/` may mean either: a wrong guess would hide code.
    if (char === '/' && last !== undefined && /^(\+\+|--|getline)$/.test(last.text) && last.kind !== 'string')
      return null
    if (char === '\n' || char === ';') {
      at += 1
      tokens.push({ kind: 'end', text: char })
    } else if (char === '"') {
      const text = take(strings)
      if (text === '') return null
      tokens.push({ kind: 'string', text: unescaped(text.slice(1, -1)) })
    } else if (char === '/' && (beginsPattern(last) || endsCondition(tokens))) {
      const text = take(regexes)
      // Not every awk allows a `/` inside brackets: where it ends the pattern, the rest would be code.
      if (text === '' || (/\[[^\]]*[^\\]?\//.test(text.slice(0, -1)) && /system|getline|[|<>]/.test(program)))
        return null
      tokens.push({ kind: 'regex', text })
    } else if (/[A-Za-z_]/.test(char)) tokens.push({ kind: 'name', text: take(words) })
    else {
      const number = take(numbers)
      const text = number === '' ? take(signs) : number
      if (text === '') return null
      tokens.push({ kind: number === '' ? 'sign' : 'number', text })
    }
  }
  return tokens
}

function beginsPattern(last: Token | undefined): boolean {
  if (last === undefined || last.kind === 'end') return true
  if (last.kind === 'name') return beforePattern.has(last.text)
  return last.kind === 'sign' && ![')', ']', '$'].includes(last.text)
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
])

const unescaped = (text: string): string =>
  text.replace(/\\(x[\da-fA-F]{1,2}|[0-7]{1,3}|[\s\S])/g, (_all, code: string) => {
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return escapes.get(code) ?? (code === '\n' ? '' : code)
  })
