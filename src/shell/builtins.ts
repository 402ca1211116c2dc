import type { EnvEntry, Span } from '../core/effect.ts'
import { expandHome, resolvePath } from '../core/path.ts'
import { isKnown, joinWords, knownPrefix, makeWord, type Word, wordText } from '../core/word.ts'
import { startCommand } from './command.ts'
import { historyVariables } from './environment.ts'
import type { Frame } from './frame.ts'
import { hasRunningSubscript } from './openers.ts'
import { findProgram } from './programs/index.ts'
import { runText } from './run-text.ts'
import { unknownVariable } from './scope.ts'
import { setVariable } from './variables.ts'
import { addChange } from './walk.ts'

export interface BuiltinCall {
  readonly args: readonly Word[]
  readonly env: readonly EnvEntry[]
  readonly span: Span
}

/** Runs a shell builtin on the scope; false if the name is none. */
export function runBuiltin(name: string, call: BuiltinCall, frame: Frame): boolean {
  const builtin = builtins.get(name)
  if (builtin === undefined) return quietBuiltins.has(name)
  builtin(call, frame)
  return !alsoPrograms.has(name)
}

/** Whether bash itself carries it out, so that no table is asked. */
export const isBuiltin = (name: string): boolean => builtins.has(name) || quietBuiltins.has(name)

/** Builtins that people know as programs, and name in rules. */
const alsoPrograms = new Set(['printf'])

type Builtin = (call: BuiltinCall, frame: Frame) => void

/** Builtins that change nothing beyond the shell itself. */
const quietBuiltins = new Set([
  ':',
  'true',
  'false',
  'return',
  'exit',
  'break',
  'continue',
  'shift',
  'wait',
  'jobs',
  'fg',
  'bg',
  'disown',
  'times',
  'type',
  'ulimit',
  'getopts',
  'dirs',
  'fc',
  'caller',
  'suspend',
  'logout',
  'help',
])

const changeDirectory: Builtin = ({ args }, frame) => {
  const target = args.find(arg => !knownPrefix(arg).startsWith('-') || arg === '-')
  const scope = frame.scope
  if (target === undefined) scope.cwd = frame.world.place.home
  else if (isKnown(target) && target !== '-' && isKnown(scope.cwd))
    scope.cwd = resolvePath(scope.cwd, expandHome(target, frame.world.place.home))
  else if (isKnown(target) && target.startsWith('/')) scope.cwd = resolvePath('/', target)
  else scope.cwd = unknownVariable('PWD')
  scope.variables.set('PWD', scope.cwd)
}

const changeDirectoryBack: Builtin = (_call, frame) => {
  frame.scope.cwd = unknownVariable('PWD')
}

const declareVariables: Builtin = ({ args, span }, frame) => {
  for (const arg of args) {
    const text = knownPrefix(arg)
    const equals = text.indexOf('=')
    if (text.startsWith('-')) continue
    if (equals > 0) setVariable({ name: text.slice(0, equals), value: dropPrefix(arg, equals + 1) }, span, frame)
  }
  evaluatesNames({ args, env: [], span }, frame)
}

/** `export -f git`: every later shell runs the function where it means the program. */
const exportsFunctions: Builtin = ({ args, span }, frame) => {
  const shadowed = args.some(arg => arg === '-f') && args.find(arg => isKnown(arg) && findProgram(arg) !== null)
  if (shadowed) opaque(`a function in the place of a program: \`${wordText(shadowed)}\``, span, frame)
}

/** Builtins that take a variable's name evaluate its subscript: `read 'a[$(id)]'` runs `id`. */
const evaluatesNames: Builtin = ({ args, span }, frame) => {
  const running = args.find(arg => hasRunningSubscript(wordText(arg)))
  if (running !== undefined) opaque(`a subscript that runs code: \`${wordText(running)}\``, span, frame)
}

const opaque = (why: string, span: Span, frame: Frame): void =>
  void frame.recorder.add({
    kind: 'opaque',
    why,
    tier: 'execute',
    span,
    chain: frame.chain,
    where: frame.where,
    by: null,
  })

const change = (what: `${string}/${string}`, span: Span, frame: Frame): void =>
  addChange(what, { pos: span.start, end: span.end }, frame)

/** `umask 0`: everyone may write to what is created from here on. */
const opensFiles = (arg: Word): boolean => /^[0-7]{0,3}[0145]$/.test(wordText(arg))

/** `trap '' INT`: nobody can end it any more. */
const setTrap: Builtin = ({ args, span }, frame) => {
  const [code = '', ...signals] = args
  if (signals.length === 0 || code === '-') return
  if (code === '' && signals.some(signal => /^(SIG)?(INT|TERM|2|15)$/.test(wordText(signal))))
    return change('process/unstoppable', span, frame)
  runText(code, { link: 'trap', span, ownScope: true, detached: true }, frame)
}

/** The value of an option that takes shell text: `mapfile -C COMMAND`, `complete -C COMMAND`. */
const runsOption =
  (option: string, link: string): Builtin =>
  ({ args, span }, frame) => {
    const at = args.indexOf(option)
    // The builtin hands it more words, which only running would tell.
    if (at >= 0)
      runText(
        joinWords([args[at + 1] ?? '', { parts: [{ hole: '…', yields: 'words' }] }]),
        { link, span, ownScope: true },
        frame,
      )
  }

const both =
  (...parts: readonly Builtin[]): Builtin =>
  (call, frame) => {
    for (const part of parts) part(call, frame)
  }

const opaqueIf =
  (option: string, why: string): Builtin =>
  ({ args, span }, frame) => {
    if (args.some(arg => knownPrefix(arg).startsWith(option))) opaque(why, span, frame)
  }

const defineAliases: Builtin = ({ args, span }, frame) => {
  for (const arg of args) {
    const equals = knownPrefix(arg).indexOf('=')
    if (equals > 0) runText(dropPrefix(arg, equals + 1), { link: 'alias', span, ownScope: true, detached: true }, frame)
  }
}

const setOptions: Builtin = ({ args, span }, frame) => {
  const words = args.map(wordText)
  if (words.includes('history') && words.includes('+o')) change('shell/history', span, frame)
  const at = words.indexOf('--')
  if (at >= 0) frame.scope.positional = args.slice(at + 1)
}

/** `shopt -u histappend`: what was typed is not kept. */
const shellOptions: Builtin = ({ args, span }, frame) => {
  const words = args.map(wordText)
  if (
    words.some(word => /^-[a-z]*u/.test(word)) &&
    words.some(word => /^(hist\w*|cmdhist|lithist|history)$/.test(word))
  )
    change('shell/history', span, frame)
}

const forgetVariables: Builtin = ({ args }, frame) => {
  for (const arg of args) if (isKnown(arg) && !arg.startsWith('-')) frame.scope.variables.set(arg, unknownVariable(arg))
}

/** `command ls`, `builtin cd`, `exec ls`: the words behind it are the command. */
const startRest =
  (link: string): Builtin =>
  (call, frame) => {
    // `exec -a NAME` gives the program another name.
    const named = call.args.indexOf('-a')
    const at = call.args.findIndex((arg, i) => !knownPrefix(arg).startsWith('-') && (named < 0 || i !== named + 1))
    if (at < 0 || call.args.slice(0, at).some(arg => arg === '-v' || arg === '-V')) return
    startCommand(
      { words: call.args.slice(at), env: call.env, span: call.span },
      { ...frame, chain: [...frame.chain, link] },
    )
  }

const forgetsHistory: Builtin = ({ args, span }, frame) => {
  for (const arg of args)
    if (isKnown(arg) && historyVariables.has(arg)) setVariable({ name: arg, value: '' }, span, frame)
}

const forgetsHistoryByOption: Builtin = ({ args, span }, frame) => {
  if (args.some(arg => /^-[a-z]*[cdw]/.test(wordText(arg)))) setVariable({ name: 'HISTFILE', value: '' }, span, frame)
}

const builtins = new Map<string, Builtin>([
  ['cd', changeDirectory],
  ['pushd', changeDirectory],
  ['popd', changeDirectoryBack],
  ['export', both(declareVariables, exportsFunctions)],
  ['declare', declareVariables],
  ['typeset', declareVariables],
  ['local', declareVariables],
  ['readonly', declareVariables],
  ['unset', both(forgetVariables, evaluatesNames, forgetsHistory)],
  ['read', both(forgetVariables, evaluatesNames)],
  ['mapfile', both(forgetVariables, runsOption('-C', 'mapfile -C'))],
  ['readarray', both(forgetVariables, runsOption('-C', 'readarray -C'))],
  ['let', evaluatesNames],
  ['test', evaluatesNames],
  ['[', evaluatesNames],
  ['printf', evaluatesNames],
  ['set', setOptions],
  ['shopt', shellOptions],
  ['alias', defineAliases],
  ['unalias', () => {}],
  ['hash', opaqueIf('-p', 'a program name that is bound to another file')],
  ['enable', opaqueIf('-f', 'a builtin from a file')],
  ['bind', both(opaqueIf('-x', 'a key that runs a command'), opaqueIf('-f', 'keys from a file'))],
  ['umask', ({ args, span }, frame) => (args.some(opensFiles) ? change('permissions/widen', span, frame) : undefined)],
  ['complete', both(runsOption('-C', 'complete -C'), runsOption('-F', 'complete -F'))],
  ['compgen', both(runsOption('-C', 'compgen -C'), runsOption('-F', 'compgen -F'))],
  ['history', forgetsHistoryByOption],
  ['command', startRest('command')],
  ['builtin', startRest('builtin')],
  ['exec', startRest('exec')],
  ['eval', ({ args, span }, frame) => runText(joinWords(args), { link: 'eval', span, ownScope: false }, frame)],
  ['trap', setTrap],
])

function dropPrefix(word: Word, count: number): Word {
  if (isKnown(word)) return word.slice(count)
  const [first, ...rest] = word.parts
  return makeWord([typeof first === 'string' ? first.slice(count) : '', ...rest])
}
