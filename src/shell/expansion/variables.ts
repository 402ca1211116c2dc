import type { EnvEntry, Span } from '../../core/effect.ts'
import { limits } from '../../core/limits.ts'
import { isKnown, type Word } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { arrayKey, integerKey, spelledKey, unknownVariable } from '../frame/scope.ts'
import { variableKind } from '../frame/variable-table.ts'
import { evaluateText } from './arithmetic.ts'
import { elementsOf } from './arrays.ts'

/** Assigns a value to a variable, as far as its attributes allow. */
export function keepValue({ name, value }: EnvEntry, span: Span, frame: Frame): void {
  const { variables, fixed } = frame.scope
  evaluateInteger(name, value, span, frame)
  const isArray = fixed.has(arrayKey(name)) && elementsOf(value) === null
  const isSettable = !isArray && !fixed.has(name) && !ownVariables.has(name)
  // `declare -l` and `-u` change the case of the value.
  const cased = !isSettable && isKnown(value) ? [value.toLowerCase(), value.toUpperCase()] : []
  if (variables.has(name) || variables.size < limits.shellVariables)
    variables.set(name, isSettable ? value : unknownVariable(name, value, ...cased, variables.get(name)))
}

/** The same for a value that the shell assembles. */
export function keepSpelled(entry: EnvEntry, span: Span, frame: Frame): void {
  keepValue(entry, span, frame)
  frame.scope.fixed.add(spelledKey(entry.name))
}

/** `declare -i x; x='a[$(id)]'` runs `id`: bash evaluates every value of an integer. */
export function evaluateInteger(name: string, value: Word, span: Span, frame: Frame): void {
  if (ownIntegers.has(name) || frame.scope.fixed.has(integerKey(name)))
    evaluateText(value, { pos: span.start, end: span.end }, frame)
}

/** Variables that bash itself declares as integers. */
const ownIntegers = new Set(['HISTCMD', 'OPTIND', 'RANDOM', 'SECONDS', 'SRANDOM'])

/** Records a variable that gets its value without an assignment: the analysis has not seen that value. */
export function setUnseen(name: string, span: Span, frame: Frame): void {
  if (variableKind(name) === null) return
  const why = `\`${name}\` in the environment runs code, and gets its value unseen`
  frame.recorder.add({ kind: 'opaque', why, tier: 'execute', span, chain: frame.chain, where: frame.where, by: null })
}

/** Unsetting a variable runs no code, but without some of them other code is found, or monitoring stops. */
export function unsetVariable(name: string, span: Span, frame: Frame): void {
  if (guardingVariables.test(name)) setUnseen(name, span, frame)
}

const guardingVariables = /^(PATH|HOME|ENV|BASH_ENV|PROMPT_COMMAND|\w*_proxy|LD_\w+|DYLD_\w+|p?npm_config_\w+)$/i

/** Variables whose value bash sets itself; assignments have no effect. */
const ownVariables = new Set([
  ...['_', 'RANDOM', 'SRANDOM', 'SECONDS', 'EPOCHSECONDS', 'EPOCHREALTIME', 'LINENO', 'UID', 'EUID', 'PPID', 'BASHPID'],
  ...['BASH_COMMAND', 'BASH_SUBSHELL', 'BASHOPTS', 'SHELLOPTS', 'BASH_VERSINFO', 'DIRSTACK', 'FUNCNAME', 'GROUPS'],
])
