import type { Assignment, Command } from 'unbash'
import type { EnvEntry } from '../../core/effect.ts'
import { isKnown, joinWords, knownPrefix, makeWord, partsOf, type Word, wordText } from '../../core/word.ts'
import { arrayValue, elementsOf, withElements } from '../expansion/arrays.ts'
import { expandSubscript, expandValue, expandWord } from '../expansion/expand.ts'
import { isZshTable, zshTableText } from '../frame/environment.ts'
import { addOpaque, type Frame, frameWith, type Stdin, spanIn } from '../frame/frame.ts'
import type { CommandStart } from '../frame/interpreter.ts'
import {
  aliasKey,
  arrayKey,
  type Body,
  copyScope,
  forgetAll,
  mergeScopes,
  type Scope,
  spelledKey,
  unknownVariable,
} from '../frame/scope.ts'
import { SharedMap } from '../frame/shared-map.ts'
import { isDisguised } from '../output/disguise.ts'
import { isEmptyStdin, recordEmptied } from '../output/emptied-files.ts'
import { poursEndlessly } from '../output/endless.ts'
import { printedBy } from '../output/printers.ts'
import { rememberWrittenText } from '../output/remember-written-text.ts'
import { noteFetched } from '../provenance/introduced-code.ts'
import { mayRunAsArithmetic } from '../syntax/openers.ts'
import { quietPrograms, runBuiltin } from './builtins.ts'
import { behindRedirects, frameBehind, walkRedirects } from './redirect.ts'
import { runProgram } from './run-program.ts'
import { isNewPlace, setVariable, variableRisk } from './variable-risk.ts'
import { addChange, walkBody } from './walk.ts'

/** A simple command: assignments, redirects, and the program, function or builtin that its first word names. */
export function walkCommand(node: Command, frame: Frame): void {
  const words = expandWords(node, frame)
  frame.recorder.take(words)
  if (touchesNext(node)) addOpaque('adjacent words that bash may read as one', node, frame)
  if (node.name !== undefined && isDisguised(node.name, node.args, frame.scope))
    addChange('code/hidden', node.name, frame)
  const before = frame.recorder.effects.length
  const inputs = walkRedirects(node.redirects, frame)
  const { stdin } = inputs
  behindRedirects(node.redirects, frame.scope, () => runWords(node, words, frameBehind(node.redirects, inputs, frame)))
  if (node.redirects.length > 0 && printsNothing(words, stdin)) emptyTargets(node, frame, before)
  rememberLastWord(words, frame.scope)
  if (words.length === 0) return
  if (!wroteSince(before, frame)) return
  rememberWrittenText({ node, words, stdin, before }, frame)
  noteFetched({ words, stdin, before }, frame)
  if (poursEndlessly(frame.recorder.effects.slice(before))) addChange('files/fill', node, frame)
}

/** `$_` is the last word of the command before: `: 'a[$(id)]'; (( _ ))` runs `id`. */
function rememberLastWord(words: readonly Word[], { variables }: Scope): void {
  const last = words.at(-1)
  if (last !== undefined && mayRunAsArithmetic(last)) variables.set('_', unknownVariable('_', last))
  else if (variables.has('_')) variables.delete('_')
}

function wroteSince(before: number, { recorder: { effects } }: Frame): boolean {
  for (let i = before; i < effects.length; i += 1) if (effects[i]?.kind === 'write') return true
  return false
}

/** `: > "$f"`, `cat /dev/null > "$f"`. */
function emptyTargets(node: Command, frame: Frame, before: number): void {
  const written = frame.recorder.effects
    .slice(before)
    .flatMap(effect => (effect.kind === 'write' && /^>\|?$/.test(effect.how) ? [effect.path] : []))
  recordEmptied(written, spanIn(frame, node), frame)
}

function printsNothing(words: readonly Word[], stdin: Stdin): boolean {
  const [program, ...args] = words
  if (program === undefined || program === ':' || program === 'true') return true
  if (program === 'cat') return args.length === 0 ? isEmptyStdin(stdin) : args.every(arg => arg === '/dev/null')
  return isKnown(program) && args.every(isKnown) && printedBy(program, args, stdin) === ''
}

function expandWords(node: Command, frame: Frame): readonly Word[] {
  const words: Word[] = []
  if (node.name !== undefined) for (const word of expandWord(node.name, frame)) words.push(word)
  const isKeyed = node.args.some(({ text }) => /^-\w*A/.test(text))
  for (const arg of node.args) for (const word of expandArgument(arg, isKeyed, frame)) words.push(word)
  return words
}

/** Each assignment sees the ones before it. Before a command, assignments last only for that command. */
function runWords(node: Command, words: readonly Word[], frame: Frame): void {
  const span = spanIn(frame, node)
  if (words.length > 0) return startCommand({ words, env: environmentOf(node, frame), span }, frame)
  for (const part of node.prefix) {
    if (part.type !== 'Assignment') continue
    const entry = assign(part, frame)
    setVariable(entry, span, frame)
    if ((part.index !== undefined || part.value.type === 'ArrayValue') && isZshTable(part.name))
      addOpaque(zshTableText(part.name), part, frame)
    // `v=r; v+=m`: the value is assembled from pieces.
    if (part.append === true && isSpelled(wordText(entry.value))) frame.scope.fixed.add(spelledKey(entry.name))
  }
}

/** Whether a value could be one word in pieces. A long value cannot be a name, and searching it after each piece takes long. */
const isSpelled = (text: string): boolean => text.length <= longestSpelled && !/\s/.test(text)

const longestSpelled = 4_096

function environmentOf(node: Command, frame: Frame): readonly EnvEntry[] {
  const assignments = node.prefix.filter(part => part.type === 'Assignment')
  if (assignments.length === 0) return noEntries
  const inner = frameWith(frame, { scope: copyScope(frame.scope) })
  return assignments.map(assignment => {
    const { name, value: given } = assign(assignment, inner)
    const { fixed, variables } = inner.scope
    // A constant keeps its value, and the command still runs.
    const value = fixed.has(name) ? unknownVariable(name, variables.get(name), given) : given
    variables.set(name, value)
    return { name, value }
  })
}

const noEntries: readonly EnvEntry[] = []

/** `a<(ls)b` is one word to bash and three to the parser. */
function touchesNext(node: Command): boolean {
  let end = node.name?.end
  return node.args.some(arg => {
    const touches = arg.pos === end
    end = arg.end
    return touches
  })
}

/** Starts the command that the words name: every function that the name may mean, or else a builtin or a program. */
export function startCommand(started: CommandStart, frame: Frame): void {
  const [program] = started.words
  if (program === undefined) return
  // During the look-ahead, the name may be a function that is defined later in the loop.
  if (!isKnown(program) && frame.looksAhead) forgetAll(frame.scope)
  if (isKnown(program)) runAlias(program, started, frame)
  const bodies = isKnown(program) ? (frame.scope.functions.get(program) ?? noBodies) : noBodies
  if (bodies.length === 1) return startAs(bodies[0] ?? null, started, frame)
  const ends = bodies.map(body => {
    const scope = copyScope(frame.scope)
    startAs(body, started, frameWith(frame, { scope }))
    return scope
  })
  mergeScopes(frame.scope, ends)
}

const noBodies: readonly null[] = [null]

/** Also runs the command with its alias expanded: bash ignores aliases in scripts, other shells expand them. */
function runAlias(name: string, { words, span }: CommandStart, frame: Frame): void {
  const alias = frame.scope.variables.get(aliasKey(name))
  if (alias === undefined) return
  // Inside its own expansion, the alias is not expanded again.
  const scope = copyScope(frame.scope)
  scope.variables.delete(aliasKey(name))
  frame.interpreter.runText(
    joinWords([alias, ...words.slice(1)]),
    { link: 'alias', span, shell: 'this' },
    frameWith(frame, { scope }),
  )
}

function startAs(body: Body | null, started: CommandStart, frame: Frame): void {
  const [program = ''] = started.words
  if (body === null || !isKnown(program)) return startBuiltin(started, frame)
  const words = started.words.slice(1)
  judgeHandedOn(started, frame)
  withVariables(started.env, frame.scope, () => callFunction(program, body, { ...started, words }, frame))
}

/** `command ls`, `builtin cd`: functions are skipped. */
export function startBuiltin(started: CommandStart, frame: Frame): void {
  const [program = '', ...args] = started.words
  const { env, span } = started
  if (isKnown(program) && textBuiltins.has(program)) judgeHandedOn(started, frame)
  if ((program === '.' || program === 'source') && knownPrefix(args[0] ?? '').startsWith('='))
    addOpaqueIn(`zsh looks up the program in \`${wordText(args[0] ?? '')}\``, span, frame)
  const isBuiltin =
    isKnown(program) && withVariables(env, frame.scope, () => runBuiltin(program, { args, env, span }, frame))
  if (!isBuiltin) runProgram({ program, args, env, span }, frame)
}

/** `env`, `xargs` and similar start a program: they do not see the shell's functions and builtins. */
export function startProgram(started: CommandStart, frame: Frame): void {
  const [program, ...args] = started.words
  if (program === undefined) return
  if (isKnown(program) && quietPrograms.has(program) && started.env.length === 0) return
  runProgram({ program, args, env: started.env, span: started.span }, frame)
}

/** Builtins that run text of this shell: the programs in it see the variables in front of the builtin. */
const textBuiltins: ReadonlySet<string> = new Set(['eval', 'source', '.'])

/** `LD_PRELOAD=./x.so f`: every program that the function starts gets the variable. */
function judgeHandedOn({ env, span }: CommandStart, frame: Frame): void {
  for (const entry of env) {
    const why = isNewPlace(entry, frame) ? null : variableRisk(entry, span, frame)
    if (why !== null) addOpaqueIn(why, span, frame)
  }
}

function addOpaqueIn(why: string, span: CommandStart['span'], { recorder, chain, where }: Frame): void {
  recorder.add({ kind: 'opaque', why, tier: 'execute', span, chain, where, by: null })
}

/** Assignments before a function or a builtin last only for its call, and are exported during it. */
function withVariables<T>(env: readonly EnvEntry[], scope: Scope, run: () => T): T {
  if (env.length === 0) return run()
  const before = env.map(({ name }) => ({ name, value: scope.variables.get(name), stays: scope.exported.has(name) }))
  for (const { name, value } of env) {
    scope.variables.set(name, value)
    scope.exported.add(name)
  }
  const result = run()
  for (const { name, value, stays } of before) {
    restore(name, value, scope)
    if (!stays) scope.exported.delete(name)
  }
  return result
}

function restore(name: string, value: Word | undefined, scope: Scope): void {
  if (value === undefined) scope.variables.delete(name)
  else scope.variables.set(name, value)
}

const maxCalls = 8

function callFunction(name: string, body: Body, started: CommandStart, frame: Frame): void {
  if (frame.calls.includes(name) || frame.calls.length >= maxCalls) {
    const multiplies = frame.calls.includes(name) && (frame.recorder.shape.background || frame.recorder.shape.pipe)
    frame.recorder.add({
      ...(multiplies
        ? { kind: 'change', system: 'process', action: 'fork-bomb', target: name, tier: 'destructive' }
        : { kind: 'opaque', why: `the function \`${name}\` calls itself`, tier: 'execute' }),
      span: started.span,
      chain: frame.chain,
      where: frame.where,
      by: null,
    })
    return
  }
  const scope = frame.scope
  const { positional, outer, returns } = scope
  scope.called.add(name)
  Object.assign(scope, { positional: started.words, outer: SharedMap.of(), returns: [] })
  const calls = [...frame.calls, name]
  const chain = [...frame.chain, `${name}()`]
  walkBody(body, frameWith(frame, { calls, chain, depth: frame.depth + 1 }))
  mergeScopes(scope, scope.returns)
  for (const [local, value] of scope.outer) restore(local, value, scope)
  Object.assign(scope, { positional, outer, returns })
}

/** An argument, or an assignment as an argument: `declare -A a=([k]=v)`, whose subscripts are plain text with `-A`. */
function expandArgument(arg: Command['args'][number], isKeyed: boolean, frame: Frame): readonly Word[] {
  if (arg.type === 'Word') return expandWord(arg, frame)
  const { name, value } = assign(arg, frame, isKeyed)
  const word = makeWord([`${name}=`, ...(isKnown(value) ? [value] : value.parts)])
  return [withElements(word, elementsOf(value))]
}

function assign(node: Assignment, frame: Frame, isKeyed = false): EnvEntry {
  if (node.index !== undefined) expandSubscript(node.index, node.name, frame)
  if (node.index !== undefined || node.value.type === 'ArrayValue') frame.scope.fixed.add(arrayKey(node.name))
  if (node.value.type === 'ArrayValue') return { name: node.name, value: arrayValue(node, node.value, isKeyed, frame) }
  const value = expandValue(node.value, frame)
  const before = frame.scope.variables.get(node.name)
  if (node.index !== undefined) return { name: node.name, value: unknownVariable(node.name, before, value) }
  if (node.append !== true) return { name: node.name, value }
  return { name: node.name, value: makeWord([...partsOf(before ?? unknownVariable(node.name, '')), ...partsOf(value)]) }
}
