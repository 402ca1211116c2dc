import type { EnvEntry, Span } from '../core/effect.ts'
import { expandHome, resolvePath } from '../core/path.ts'
import { isKnown, knownPrefix, makeWord, type Word } from '../core/word.ts'
import { startCommand } from './command.ts'
import type { Frame } from './frame.ts'
import { runText } from './run-text.ts'
import { unknownVariable } from './scope.ts'

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
  return true
}

type Builtin = (call: BuiltinCall, frame: Frame) => void

/** Builtins that change nothing beyond the shell itself. */
const quietBuiltins = new Set([
  ':',
  'true',
  'false',
  'test',
  '[',
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
  'umask',
  'hash',
  'type',
  'shopt',
  'set',
  'ulimit',
  'getopts',
  'dirs',
  'let',
  'history',
  'fc',
  'caller',
  'suspend',
  'logout',
  'bind',
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

const declareVariables: Builtin = ({ args }, frame) => {
  for (const arg of args) {
    const text = knownPrefix(arg)
    const equals = text.indexOf('=')
    if (text.startsWith('-')) continue
    if (equals > 0) frame.scope.variables.set(text.slice(0, equals), dropPrefix(arg, equals + 1))
  }
}

const forgetVariables: Builtin = ({ args }, frame) => {
  for (const arg of args) if (isKnown(arg) && !arg.startsWith('-')) frame.scope.variables.set(arg, unknownVariable(arg))
}

/** `command ls`, `builtin cd`, `exec ls`: the words behind it are the command. */
const startRest =
  (link: string): Builtin =>
  (call, frame) => {
    const at = call.args.findIndex(arg => !knownPrefix(arg).startsWith('-'))
    if (at < 0 || call.args.slice(0, at).some(arg => arg === '-v' || arg === '-V')) return
    startCommand(
      { words: call.args.slice(at), env: call.env, span: call.span },
      { ...frame, chain: [...frame.chain, link] },
    )
  }

const builtins = new Map<string, Builtin>([
  ['cd', changeDirectory],
  ['pushd', changeDirectory],
  ['popd', changeDirectoryBack],
  ['export', declareVariables],
  ['declare', declareVariables],
  ['typeset', declareVariables],
  ['local', declareVariables],
  ['readonly', declareVariables],
  ['unset', forgetVariables],
  ['read', forgetVariables],
  ['mapfile', forgetVariables],
  ['readarray', forgetVariables],
  ['command', startRest('command')],
  ['builtin', startRest('builtin')],
  ['exec', startRest('exec')],
  ['eval', ({ args, span }, frame) => runText(joinWords(args), { link: 'eval', span, ownScope: false }, frame)],
  [
    'trap',
    ({ args, span }, frame) =>
      args.length > 1 ? runText(args[0] ?? '', { link: 'trap', span, ownScope: true }, frame) : undefined,
  ],
])

function joinWords(words: readonly Word[]): Word {
  return makeWord(words.flatMap((word, i) => [...(i > 0 ? [' '] : []), ...(isKnown(word) ? [word] : word.parts)]))
}

function dropPrefix(word: Word, count: number): Word {
  if (isKnown(word)) return word.slice(count)
  const [first, ...rest] = word.parts
  return makeWord([typeof first === 'string' ? first.slice(count) : '', ...rest])
}
