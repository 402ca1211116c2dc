import { isKnown, type Word } from '../../../core/word.ts'
import type { CodeRecorder } from '../effects/recorder.ts'
import { revealLookup } from '../effects/secret-variables.ts'
import { doesSomething } from '../library.ts'
import { applyWords, argumentsAt, argumentWordsOf, isName, isSign, type Token } from '../parsing/tokens.ts'
import { tokeniseRuby } from './tokenise.ts'
import { constants, libraries, methods, otherFunctions, rows, takers } from './vocabulary.ts'

const deepest = 12

interface Proof {
  /** Variables, functions and classes that the code defines. */
  readonly own: ReadonlySet<string>
  /** The functions among them. */
  readonly defined: ReadonlySet<string>
  readonly recorder: CodeRecorder
}

/** Records the effects of Ruby code; opaque wherever they cannot be proven. */
export function readRubyCode(code: string, recorder: CodeRecorder): void {
  const units = unitsOf(code, recorder)
  const own = new Set(units.flatMap(ownNames).filter(name => !otherFunctions.has(name)))
  const defined = new Set(
    units.flatMap(tokens => tokens.flatMap((token, i) => (isName(tokens[i - 1], 'def', 'self') ? [token.text] : []))),
  )
  // An operator follows such a variable, but the tokeniser expected an argument there.
  if ([...own].some(name => takers.has(name))) recorder.opaque('a variable with the name of a function')
  const proof = { own, defined, recorder }
  for (const tokens of units) for (const at of tokens.keys()) prove(tokens, at, proof)
  const isNamed = (...names: readonly string[]): boolean =>
    units.some(tokens => tokens.some(token => isName(token, ...names)))
  if (isNamed('ARGV') && isNamed('ARGF', 'gets', 'readline', 'readlines'))
    recorder.opaque('changes which files it reads')
}

/** The tokens of the code, and of the code inside its texts. */
function unitsOf(code: string, recorder: CodeRecorder): readonly (readonly Token[])[] {
  const units: (readonly Token[])[] = []
  let waiting: readonly string[] = [code]
  for (let depth = 0; waiting.length > 0; depth += 1) {
    if (depth > deepest || units.length > 400) {
      recorder.opaque('too many nested texts')
      return units
    }
    const read = waiting.map(tokeniseRuby)
    for (const { trouble } of read) if (trouble !== null) recorder.opaque(trouble)
    units.push(...read.map(({ tokens }) => tokens))
    waiting = read.flatMap(({ fragments }) => fragments)
  }
  return units
}

/** Names that are assigned, defined or parameters. */
function ownNames(tokens: readonly Token[]): readonly string[] {
  const names: string[] = []
  let inParams = false
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]
    const next = tokens[i + 1]
    if (isSign(token, '|') && (inParams || isSign(before, '{') || isName(before, 'do'))) inParams = !inParams
    if (token.kind !== 'name' && token.kind !== 'method') continue
    const isTarget =
      next?.kind === 'sign' &&
      (/^(=|[-+*/%|&^]=|\|\|=|&&=|<<=|>>=|\*\*=)$/.test(next.text) || startsList(tokens, i + 1))
    const isDefined = isName(before, 'def', 'class', 'module', 'for') || isSign(before, '=>')
    if (inParams || isDefined || (isTarget && token.kind === 'name')) names.push(token.text)
    if (isName(before, 'def') || isSign(before, '->')) names.push(...paramNames(tokens, i + 1))
  }
  return [...names, ...tokens.flatMap((token, i) => (isSign(token, '->') ? paramNames(tokens, i + 1) : []))]
}

/** `a, b = …` */
function startsList(tokens: readonly Token[], at: number): boolean {
  let i = at
  while (isSign(tokens[i], ',') && tokens[i + 1]?.kind === 'name') i += 2
  return i > at && isSign(tokens[i], '=')
}

function paramNames(tokens: readonly Token[], at: number): readonly string[] {
  if (!isSign(tokens[at], '(')) return []
  const end = tokens.findIndex((token, i) => i > at && isSign(token, ')'))
  return tokens.slice(at, end).flatMap(token => (token.kind === 'name' || token.kind === 'text' ? [token.text] : []))
}

function prove(tokens: readonly Token[], at: number, proof: Proof): void {
  const token = tokens[at]
  const { recorder } = proof
  switch (token?.kind) {
    case 'name':
      return /^(::)?[A-Z]/.test(token.text) && (!rows.has(token.text) || isSign(tokens[at + 1], '.', '&.', '::'))
        ? proveConstant(token.text, tokens, at, proof)
        : proveFunction(token.text, tokens, at, proof)
    case 'method':
      return proveMethod(token.text, tokens, at, proof)
    case 'variable':
      if (/^\$(LOAD_PATH|LOADED_FEATURES|:|"|-I|SAFE|PROGRAM_NAME|0)$/.test(token.text))
        recorder.opaque(`uses \`${token.text}\``)
      return
    case 'value':
      if (token.text === 'command') recorder.command({ does: { script: token.words?.[0] ?? '' }, cwd: null, env: [] })
      return
    case 'sign':
      return token.text === '&' ? proveBlockPass(tokens, at, recorder) : undefined
  }
}

/** `map(&:name)` calls the method of that name; any other block argument may call anything. */
function proveBlockPass(tokens: readonly Token[], at: number, recorder: CodeRecorder): void {
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  const isCall = (before?.kind === 'name' || before?.kind === 'method') && next?.apart !== true
  if (!isSign(before, '(', ',') && !isCall) return
  const name = next?.text.startsWith(':') ? next.text.slice(1) : ''
  if (!methods.has(name) || name === 'inject' || name === 'reduce')
    recorder.opaque(`passes \`&${next?.text ?? ''}\` as a block`)
}

function proveFunction(name: string, tokens: readonly Token[], at: number, { own, recorder }: Proof): void {
  const before = tokens[at - 1]
  if (isName(before, 'def')) return
  if (name === 'require') return proveRequire(tokens, at, recorder)
  if (name === 'system' || name === 'exec' || name === 'spawn') return startProgram(tokens, at, recorder)
  if (name === 'open') return proveOpen(tokens, at, recorder)
  const row = rows.get(name)
  if (row !== undefined && !doesSomething(row)) return
  if (row !== undefined) return applyWords(row, givenWords(tokens, at), name, recorder)
  if (!own.has(name)) recorder.opaque(`calls \`${name}\``)
}

function proveRequire(tokens: readonly Token[], at: number, recorder: CodeRecorder): void {
  const [library] = givenWords(tokens, at)
  if (library === undefined || !isKnown(library) || !libraries.has(library))
    recorder.opaque(`loads \`${tokens[at + 1]?.text ?? ''}\``)
}

const statementEnds = new Set(['if', 'unless', 'while', 'until', 'and', 'or', 'do', 'rescue', 'then'])

const givenWords = (tokens: readonly Token[], at: number): readonly Word[] =>
  argumentsAt(tokens, at, statementEnds).flatMap(argumentWordsOf)

/** `system("ls", "-l")` starts a program; a single text is a script. Options and variables for it are not tracked. */
function startProgram(tokens: readonly Token[], at: number, recorder: CodeRecorder): void {
  const args = argumentsAt(tokens, at, statementEnds)
  const words = args.flatMap(argumentWordsOf)
  const [only] = words
  const isPlain = args.every(arg => arg.length === 1 && arg[0]?.kind === 'text' && !isLabel(tokens, arg[0]))
  if (only === undefined || !isPlain) return recorder.opaque('starts a program only known at run time')
  recorder.command({ does: words.length === 1 ? { script: only } : { words }, cwd: null, env: [] })
}

/** `chdir: "x"`: a text that is directly followed by its value. */
function isLabel(tokens: readonly Token[], token: Token): boolean {
  const next = tokens[tokens.indexOf(token) + 1]
  return (
    next !== undefined &&
    next.kind !== 'end' &&
    next.kind !== 'sign' &&
    !(next.kind === 'name' && statementEnds.has(next.text))
  )
}

function proveOpen(tokens: readonly Token[], at: number, recorder: CodeRecorder): void {
  const [path, ...others] = givenWords(tokens, at)
  const row = rows.get('File.open')
  if (path === undefined || row === undefined || !isKnown(path))
    return recorder.opaque('opens a file only known at run time')
  if (path.startsWith('|')) return recorder.command({ does: { script: path.slice(1) }, cwd: null, env: [] })
  applyWords(row, [path, ...others], 'open', recorder)
}

function proveConstant(name: string, tokens: readonly Token[], at: number, { own, recorder }: Proof): void {
  const next = tokens[at + 1]
  if (isName(tokens[at - 1], 'class', 'module') || own.has(name)) return
  if (name === 'ENV') return proveEnvironment(tokens, at, recorder)
  const isOwner = isSign(next, '.', '&.', '::') && tokens[at + 2]?.kind === 'method'
  if (isOwner) {
    const called = `${name}.${tokens[at + 2]?.text}`
    if (/^(IO\.popen|Open3\.capture(2|2e|3))$/.test(called)) return startProgram(tokens, at + 2, recorder)
    const row = rows.get(called)
    if (row !== undefined) return applyWords(row, givenWords(tokens, at + 2), called, recorder)
    return (constants.has(name) || name === 'ARGV' || name === 'ARGF') && methods.has(tokens[at + 2]?.text ?? '')
      ? undefined
      : recorder.opaque(`calls \`${called}\``)
  }
  if (name === 'Dir' && isSign(next, '[')) {
    const row = rows.get('Dir.glob')
    const words = tokens[at + 2]?.words
    return row === undefined || words === undefined
      ? recorder.opaque('lists a directory only known at run time')
      : applyWords(row, words, 'Dir[]', recorder)
  }
  if (name === 'ARGV' && isSign(next, '[')) return
  if (!constants.has(name)) recorder.opaque(`uses \`${name}\``)
}

/** Reads one variable by its name; reading all of them, and any change, has further effects. */
function proveEnvironment(tokens: readonly Token[], at: number, recorder: CodeRecorder): void {
  const isFetched = /^(fetch|dig)$/.test(tokens[at + 2]?.text ?? '')
  const nameAt = isSign(tokens[at + 1], '[') ? at + 2 : isSign(tokens[at + 3], '(') ? at + 4 : at + 3
  if (isSign(tokens[at + 1], '[') || isFetched) revealLookup(tokens, at, nameAt, recorder)
  if (rows.has(`ENV.${tokens[at + 2]?.text}`)) return
  if (!isSign(tokens[at + 1], '[')) return recorder.change('secrets/read', null)
  const end = tokens.findIndex((token, i) => i > at && isSign(token, ']'))
  if (tokens[end + 1]?.kind === 'sign' && /^(=|<<|[^=!<>]+=)$/.test(tokens[end + 1]?.text ?? ''))
    recorder.opaque('changes its environment')
}

function proveMethod(name: string, tokens: readonly Token[], at: number, { own, defined, recorder }: Proof): void {
  const owner = tokens[at - 2]
  const isConstant = owner?.kind === 'name' && /^[A-Z]/.test(owner.text)
  // A method of a constant was checked together with the constant's name.
  if (isConstant && !own.has(owner.text)) return
  if (name === 'new' && isConstant) return
  if (name === 'inject' || name === 'reduce') {
    const isPlain = argumentsAt(tokens, at, statementEnds).every(arg => arg.length === 1 && arg[0]?.kind === 'value')
    const hasBlock = isSign(tokens[at + 1], '{') || isName(tokens[at + 1], 'do')
    return isPlain || hasBlock ? undefined : recorder.opaque('calls a function by a computed name')
  }
  if (!methods.has(name) && !(defined.has(name) && !otherFunctions.has(name))) recorder.opaque(`calls \`.${name}\``)
}
