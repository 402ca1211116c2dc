import type { Word } from '../../../core/word.ts'
import type { CodeRecorder } from '../effects/recorder.ts'
import { revealLookup } from '../effects/secret-variables.ts'
import { doesSomething } from '../library.ts'
import {
  applyWords,
  argumentsAt,
  argumentWordsOf,
  closes,
  isName,
  isSign,
  opens,
  type Token,
} from '../parsing/tokens.ts'
import { fileModules, methods, modules, rows } from './functions.ts'
import { openWords } from './open.ts'
import { tokenisePerl } from './tokenise.ts'

const deepest = 12

/** Properties of the whole code, combined once all of it is read. */
type Trait =
  | 'strict'
  | 'starts programs'
  | 'reads its arguments'
  | 'reads a handle'
  | 'names its arguments'
  | 'changes its arguments'
  | 'names its environment'
  | 'changes an array by reference'
  | 'changes a hash by reference'
  | 'lists a hash by reference'

/** Records the effects of Perl code; opaque wherever they cannot be proven. */
export function readPerlCode(code: string, recorder: CodeRecorder): void {
  const traits = new Set<Trait>()
  const lent = new Set<string>()
  const own = new Set<string>()
  const units = unitsOf(code, recorder)
  const proof = { own, lent, traits, recorder }
  for (const tokens of units) collectNames(tokens, proof)
  for (const tokens of units) for (const at of tokens.keys()) prove(tokens, at, proof)
  weigh(traits, recorder)
}

interface Proof {
  readonly own: Set<string>
  /** Functions imported from modules, as `max` and `List::Util::max`. */
  readonly lent: Set<string>
  readonly traits: Set<Trait>
  readonly recorder: CodeRecorder
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
    const next: string[] = []
    for (const text of waiting) {
      const { tokens, fragments, trouble } = tokenisePerl(text)
      if (trouble !== null) recorder.opaque(trouble)
      units.push(tokens)
      next.push(...fragments)
    }
    waiting = next
  }
  return units
}

/** Collects the modules that the code loads and the functions it defines. */
function collectNames(tokens: readonly Token[], { own, lent, traits, recorder }: Proof): void {
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1]
    if (isName(token, 'sub') && next?.kind === 'name') own.add(next.text)
    if (!isName(token, 'use', 'no', 'require') || next === undefined) continue
    if (next.kind === 'value' || /^v\d+$/.test(next.text)) continue
    const names =
      next.kind === 'name' ? (modules.get(next.text) ?? [...(fileModules.get(next.text)?.keys() ?? [])]) : []
    const isListed = next.kind === 'name' && (modules.has(next.text) || fileModules.has(next.text))
    if (!isListed) recorder.opaque(`loads \`${next.text}\``)
    if (next.text === 'strict' && token.text === 'use') traits.add('strict')
    if (next.text === 'strict' && token.text === 'no') recorder.opaque('symbolic references')
    lent.add(next.text)
    for (const name of names) lent.add(name).add(`${next.text}::${name}`)
    if (next.text === 'constant' && tokens[i + 2]?.words !== undefined) own.add(String(tokens[i + 2]?.words?.[0]))
  }
}

function prove(tokens: readonly Token[], at: number, proof: Proof): void {
  const token = tokens[at]
  const { recorder, traits } = proof
  switch (token?.kind) {
    case 'name':
      return proveName(token.text, tokens, at, proof)
    case 'method': {
      const owner = tokens[at - 2]
      const isClass = owner?.kind === 'name' && modules.has(owner.text) && proof.lent.has(owner.text)
      if (!methods.has(token.text) && !(token.text === 'new' && isClass)) recorder.opaque(`calls \`->${token.text}\``)
      return
    }
    case 'variable':
      return proveVariable(token.text, tokens, at, proof)
    case 'value':
      if (token.text === 'qx') runScript(token.words?.[0] ?? '', proof)
      if (/^<(<>)?>$|^<ARGV>$/.test(token.text)) traits.add('reads its arguments')
      if (token.text.startsWith('<$')) traits.add('reads a handle')
      return
    case 'sign':
      return proveSign(token.text, tokens, at, proof)
  }
}

function proveName(name: string, tokens: readonly Token[], at: number, proof: Proof): void {
  const { recorder, traits, own, lent } = proof
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  if (isName(before, 'use', 'no', 'require', 'sub')) return
  if (name === 'use' || name === 'no' || name === 'require') return
  if (name === 'ARGV' || name === 'INC' || name === 'ENV') return recorder.opaque(`uses \`${name}\``)
  if (name === 'eval' || name === 'do')
    return isSign(next, '{') ? undefined : recorder.opaque(`\`${name}\` without a block`)
  if (name === 'system' || name === 'exec') return startProgram(tokens, at, proof)
  if (name === 'open') return proveOpen(tokens, at, proof)
  if (name.startsWith('-')) return touchTested(tokens, at, recorder)
  if (name === 'eof') traits.add('reads its arguments')
  const row =
    rows.get(name) ?? [...fileModules.values()].map(table => table.get(name)).find(found => found !== undefined)
  const isLentRow = row === undefined || rows.has(name) || lent.has(name)
  if (row !== undefined && isLentRow) {
    if (!doesSomething(row)) return
    const given = argumentsAt(tokens, at, statementEnds).flatMap(argumentWordsOf)
    const words = given.length === 0 ? [{ parts: [{ hole: '$_', yields: 'text' as const }] }] : given
    return applyWords(row, words, name, recorder)
  }
  if (lent.has(name) || (own.has(name) && !otherBuiltins.has(name))) return
  // A handle, a label or a constant.
  if (/^[A-Z][A-Z0-9_]*$/.test(name) && !isSign(next, '(', '::')) return
  recorder.opaque(`calls \`${name}\``)
}

const statementEnds = new Set(['if', 'unless', 'while', 'until', 'for', 'foreach', 'and', 'or', 'xor', 'not'])

function startProgram(tokens: readonly Token[], at: number, proof: Proof): void {
  const args = argumentsAt(tokens, at, statementEnds)
  if (isSign(args[0]?.[0], '{')) return proof.recorder.opaque('a program started under another name')
  const words = args.flatMap(argumentWordsOf)
  const [only] = words
  if (only === undefined) return proof.recorder.opaque('starts a program only known at run time')
  if (words.length === 1) return runScript(only, proof)
  proof.traits.add('starts programs')
  proof.recorder.command({ does: { words }, cwd: null, env: [] })
}

function runScript(script: Word, { traits, recorder }: Proof): void {
  traits.add('starts programs')
  recorder.command({ does: { script }, cwd: null, env: [] })
}

function proveOpen(tokens: readonly Token[], at: number, proof: Proof): void {
  const [, ...given] = argumentsAt(tokens, at, statementEnds).map(argumentWordsOf)
  const opened = openWords(given.flat())
  if (opened === null) return proof.recorder.opaque('opens a file only known at run time')
  if ('script' in opened) return runScript(opened.script, proof)
  if ('words' in opened) {
    proof.traits.add('starts programs')
    return proof.recorder.command({ does: { words: opened.words }, cwd: null, env: [] })
  }
  for (const touch of opened.touches) proof.recorder.touch(touch, opened.path, false)
}

/** `-e "file"` tests a file; `-t STDIN` tests a handle. */
function touchTested(tokens: readonly Token[], at: number, recorder: CodeRecorder): void {
  const [path] = tokens[at + 1]?.words ?? []
  if (path !== undefined) recorder.touch('read', path, false)
  else if (tokens[at + 1]?.kind !== 'name')
    recorder.touch('read', { parts: [{ hole: tokens[at + 1]?.text ?? '$_', yields: 'text' }] }, false)
}

function proveVariable(text: string, tokens: readonly Token[], at: number, { recorder, traits }: Proof): void {
  const name = text.replace(/^\$#|^[$@%]/, '')
  if (/^%(ENV|\$+ENV)$/.test(text)) return recorder.change('secrets/read', null)
  if (/::/.test(name) && !/^Data::Dumper::(Sortkeys|Indent|Terse|Useqq|Deepcopy|Maxdepth|Pad)$/.test(name))
    return recorder.opaque(`uses \`${text}\``)
  if (name === 'INC') return recorder.opaque(`uses \`${text}\``)
  if (name === 'ENV') traits.add('names its environment')
  if (name === 'ENV' && isSign(tokens[at + 1], '{')) revealLookup(tokens, at, at + 2, recorder)
  if (name === 'ARGV' && text !== '$ARGV') traits.add('names its arguments')
  if (text === '$ARGV' && isSign(tokens[at + 1], '[')) traits.add('names its arguments')
  if (text === '@ARGV' || (text === '$ARGV' && isAssigned(tokens, at + 1))) traits.add('changes its arguments')
  if (/^%\$/.test(text)) traits.add('lists a hash by reference')
  if (/^@\$|^\$#\$/.test(text)) traits.add('changes an array by reference')
  if (/^\$\$+\w/.test(text) && isSign(tokens[at + 1], '[')) traits.add('changes an array by reference')
  if (/^\$\$+\w/.test(text) && isSign(tokens[at + 1], '{')) traits.add('changes a hash by reference')
}

function proveSign(text: string, tokens: readonly Token[], at: number, { recorder, traits }: Proof): void {
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  if (/^([$@%]|\$#)\{$/.test(text)) {
    if (next?.kind === 'text') recorder.opaque('a variable named by a text')
    if (text === '%{') traits.add('lists a hash by reference')
    else traits.add('changes an array by reference')
    if (text === '${') traits.add('changes a hash by reference')
  }
  if (text !== '->') return
  if (before?.kind === 'text') recorder.opaque('a class named by a text')
  if (next?.kind === 'variable') recorder.opaque('a method named by a variable')
  if (isSign(next, '[') && isAssigned(tokens, at + 1)) traits.add('changes an array by reference')
  if (isSign(next, '{') && isAssigned(tokens, at + 1)) traits.add('changes a hash by reference')
}

/** Whether the bracketed element may be modified: anything but a plain read counts as that. */
function isAssigned(tokens: readonly Token[], at: number): boolean {
  let depth = 0
  for (const [i, token] of tokens.slice(at).entries()) {
    if (opens(token)) depth += 1
    if (closes(token)) depth -= 1
    const next = tokens[at + i + 1]
    if (depth > 0 || isSign(next, '[', '{', '->')) continue
    return next?.kind === 'sign' && /^(=|=~|\+\+|--|[^=!<>]+=)$/.test(next.text)
  }
  return false
}

/**
 * Without `strict` a text is also a reference: `$x = "ARGV"; @$x = ("id|")` changes the files that `<>` opens, and opening
 * a file can start a program.
 */
function weigh(traits: ReadonlySet<Trait>, recorder: CodeRecorder): void {
  const has = (...all: readonly Trait[]): boolean => all.every(trait => traits.has(trait))
  if (has('reads its arguments', 'names its arguments')) recorder.opaque('changes which files it reads')
  if (has('reads a handle', 'changes its arguments')) recorder.opaque('changes which files it reads')
  if (has('starts programs', 'names its environment')) recorder.opaque('changes the environment of a program it starts')
  if (has('strict')) return
  const isUnsafe =
    has('reads its arguments', 'changes an array by reference') ||
    has('starts programs', 'changes a hash by reference') ||
    has('lists a hash by reference')
  if (isUnsafe) recorder.opaque('symbolic references, which `use strict` would forbid')
}

/** Perl functions that a function of the code cannot replace. */
const otherBuiltins = new Set(
  'accept bind chroot connect dbmclose dbmopen dump endgrent endhostent endnetent endprotoent endpwent endservent evalbytes exec fcntl flock fork format formline getgrent getgrgid getgrnam gethostbyaddr gethostbyname gethostent getlogin getpeername getpgrp getppid getpriority getpwent getpwnam getpwuid getservbyname getsockname getsockopt glob goto import ioctl listen lock msgctl msgget msgrcv msgsnd open package pipe readline readpipe recv require reset semctl semget semop send setpgrp setpriority setsockopt shmctl shmget shmread shmwrite shutdown socket socketpair syscall sysopen sysread sysseek syswrite system tie tied umask untie use write CORE AUTOLOAD DESTROY'.split(
    ' ',
  ),
)
