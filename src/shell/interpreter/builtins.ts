import type { Place } from '../../core/call.ts'
import type { EnvEntry, Span } from '../../core/effect.ts'
import { limits } from '../../core/limits.ts'
import { isWithin, resolvePath } from '../../core/path.ts'
import {
  candidatesOf,
  type Hole,
  hasHole,
  isKnown,
  isOneWord,
  joinWords,
  knownPrefix,
  makeWord,
  maxCandidates,
  mayBe,
  partsOf,
  type Word,
  wordText,
} from '../../core/word.ts'
import { zoneOf } from '../../guard/zone.ts'
import { evaluateText } from '../expansion/arithmetic.ts'
import { elementsOf, withElements } from '../expansion/arrays.ts'
import { evaluateInteger, keepSpelled, setUnseen, unsetVariable } from '../expansion/variables.ts'
import { historyVariables, isSecretVariable, isZshTable, zshTableText } from '../frame/environment.ts'
import { type Frame, frameWith, type Stdin } from '../frame/frame.ts'
import {
  aliasKey,
  arrayKey,
  copyScope,
  forgetVariables,
  integerKey,
  isSameScope,
  madeFrom,
  placeFrom,
  places,
  type Scope,
  stand,
  unknownVariable,
} from '../frame/scope.ts'
import { locateAll } from '../frame/touch.ts'
import { lineRead, linesRead, piecesRead } from '../output/lines-read.ts'
import { printedBy } from '../output/printers.ts'
import { findProgram } from '../programs/find-program.ts'
import { keepsText } from '../provenance/introduced-code.ts'
import { isSetupCode } from '../provenance/setup-code.ts'
import { hasRunningSubscript, mayRunAsArithmetic } from '../syntax/openers.ts'
import { startBuiltin, startProgram } from './command.ts'
import { setVariable } from './variable-risk.ts'
import { addChange } from './walk.ts'

export interface BuiltinCall {
  readonly args: readonly Word[]
  readonly env: readonly EnvEntry[]
  readonly span: Span
}

/** Runs a shell builtin on the scope; false if the name is not a builtin. */
export function runBuiltin(name: string, call: BuiltinCall, frame: Frame): boolean {
  const builtin = builtins.get(name)
  if (builtin === undefined) return quietBuiltins.has(name)
  builtin(call, frame)
  return !alsoPrograms.has(name)
}

/** Whether bash runs it itself, so that no program table applies. */
export const isBuiltin = (name: string): boolean => builtins.has(name) || quietBuiltins.has(name)

/** Builtins that people know as programs and name in rules. */
const alsoPrograms = new Set(['printf'])

/** Builtins that also exist as programs with the same behaviour. */
export const quietPrograms: ReadonlySet<string> = new Set(['true', 'false', 'test', '['])

type Builtin = (call: BuiltinCall, frame: Frame) => void

/** Builtins that only affect the shell itself. */
const quietBuiltins = new Set([
  ':',
  'true',
  'false',
  'exit',
  'fg',
  'bg',
  'disown',
  'times',
  'type',
  'ulimit',
  'dirs',
  'caller',
  'suspend',
  'logout',
  'help',
])

const changeDirectory =
  (alone: 'goes home' | 'swaps'): Builtin =>
  ({ args }, frame) => {
    const { scope } = frame
    const { options, operands } = sortMove(args)
    const home = alone === 'goes home' ? (scope.variables.get('HOME') ?? unknownVariable('HOME')) : '-'
    // Two operands: bash refuses, zsh replaces one with the other in the path.
    const target = operands.length > 1 ? '-' : (operands[0] ?? home)
    const isPhysical = options.some(option => /^-[a-zA-Z]*P/.test(wordText(option)))
    const before = places(scope)
    const moved = before.map(place => {
      const path = /^[-+]\d*$/.test(wordText(target)) ? unknownVariable('PWD') : placeFrom(place, target)
      if (!isKnown(path)) return path
      return resolvePath('/', isPhysical ? (frame.world.facts.realPath(path) ?? path) : path)
    })
    const mayFail =
      !options.every(option => /^-([LPe@]+|-)$/.test(wordText(option))) ||
      moved.some((place, i) => !isKnown(place) || !isSurelyThere(place, before[i] ?? '', frame))
    scope.variables.set('OLDPWD', unknownVariable('OLDPWD', ...before, scope.variables.get('OLDPWD')))
    const foundElsewhere = searchedPlaces(target, scope)
    stand(scope, [...moved, ...(mayFail ? before : []), ...foundElsewhere])
    if (mayFail && moved.length === 1 && foundElsewhere.length === 0) scope.onceMoved = []
  }

/** `CDPATH=/home cd dev`: the shell looks for a relative directory in those of `CDPATH` first. */
function searchedPlaces(target: Word, scope: Scope): readonly Word[] {
  const path = scope.variables.get('CDPATH')
  if (path === undefined || path === '' || /^(\/|\.{1,2}(\/|$))/.test(knownPrefix(target))) return []
  if (!isKnown(path)) return [unknownVariable('PWD')]
  const directories = path.split(':').filter(entry => entry !== '')
  return places(scope).flatMap(place =>
    directories.map(directory => {
      const found = placeFrom(placeFrom(place, directory), target)
      return isKnown(found) ? resolvePath('/', found) : found
    }),
  )
}

/** The options of `cd` and its operands; `-` and `-1` are directories. */
function sortMove(args: readonly Word[]): { readonly options: readonly Word[]; readonly operands: readonly Word[] } {
  const first = args.findIndex(arg => !/^-[^\d]/.test(knownPrefix(arg)))
  const dashes = args.indexOf('--')
  const count = dashes >= 0 && (first < 0 || dashes < first) ? dashes + 1 : first < 0 ? args.length : first
  return { options: args.slice(0, count), operands: args.slice(count) }
}

/** Whether `cd` cannot fail: the directory can be entered, and nothing in this command changed it before. */
function isSurelyThere(path: string, before: Word, { world, recorder }: Frame): boolean {
  const { home, workspace, scratch } = world.place
  const holds = (root: string) => isWithin(root, path)
  const isRoot = [home, ...workspace, ...scratch].some(holds)
  const isGone = recorder.effects.some(
    effect =>
      (effect.kind === 'delete' || (effect.kind === 'write' && (!isRoot || keepsText(effect, recorder.effects)))) &&
      (isKnown(effect.path) ? isWithin(path, effect.path) : !isRoot),
  )
  if (isGone) return false
  // Without file facts, the workspace itself is assumed to exist.
  if (world.facts.kind('/') === 'missing') return workspace.some(holds) || (isRoot && isOwnGround(before, world.place))
  // With `/.` appended: a directory without execute permission exists but cannot be entered.
  return world.facts.kind(`${path}/.`) === 'directory'
}

const isOwnGround = (directory: Word, place: Place): boolean =>
  isKnown(directory) && ['workspace', 'scratch'].includes(zoneOf(directory, place))

const changeDirectoryBack: Builtin = (_call, { scope }) => stand(scope, [unknownVariable('PWD')])

/** `declare`, `export` and similar: they set values, export names and change scopes. */
const declareVariables =
  (builtin: 'declare' | 'export' | 'local' | 'readonly'): Builtin =>
  ({ args, span }, frame) => {
    const { scope } = frame
    const options = args.filter(arg => /^[-+]/.test(knownPrefix(arg))).map(arg => wordText(arg))
    const has = (letter: string) => options.some(option => option.startsWith('-') && option.includes(letter))
    const isLocal = builtin === 'local' || (builtin === 'declare' && frame.calls.length > 0 && !has('g'))
    if (has('n') && builtin !== 'export') opaque('`declare -n` makes a name an alias of another variable', span, frame)
    if (has('f') && (builtin === 'readonly' || has('r')))
      opaque('`readonly -f` makes a function that cannot be replaced', span, frame)
    for (const arg of args) {
      const text = knownPrefix(arg)
      if (/^[-+]/.test(text)) continue
      const name = /^[A-Za-z_]\w*/.exec(text)?.[0]
      if (name === undefined || (!isKnown(arg) && !text.includes('='))) {
        if (hasHole(arg, 'mayBeOption'))
          opaque(`the variable names in \`${wordText(arg)}\` are only known at run time`, span, frame)
        forgetVariables(scope)
        continue
      }
      if (has('p') && isSecretVariable(name)) change('secrets/read', span, frame)
      if (isLocal && !scope.outer.has(name)) scope.outer.set(name, scope.variables.get(name))
      const isArray = elementsOf(arg) !== null
      if (!isArray && text !== name) {
        const mayBeArray = has('a') || has('A') || holdsArray(name, scope)
        evaluateElements(
          { name, value: dropPrefix(arg, text.indexOf('=') + 1) },
          mayBeArray ? 'array' : 'text',
          span,
          frame,
        )
      }
      const isPlain = text.startsWith(`${name}=`) && !(isArray ? /[iulcA]/ : /[iulcaA]/).test(options.join(''))
      if (isPlain) setVariable({ name, value: dropPrefix(arg, name.length + 1) }, span, frame)
      else if (text !== name || isLocal || options.length > 0) {
        if (text !== name) setUnseen(name, span, frame)
        const given = text === name ? scope.variables.get(name) : dropPrefix(arg, name.length + 1)
        scope.variables.set(name, unknownVariable(name, given, ...(has('A') ? [keyedVariable(name)] : [])))
      }
      if (has('i')) evaluateText(dropPrefix(arg, name.length + 1), { pos: span.start, end: span.end }, frame)
      if ((builtin === 'export' || has('x')) && scope.exported.size < limits.shellVariables)
        scope.exported.add(has('f') ? `${name}()` : name)
      if (has('a')) scope.fixed.add(arrayKey(name))
      if (has('i')) scope.fixed.add(integerKey(name))
      if (has('i') && name === '_') opaque('bash evaluates the last word of every command as arithmetic', span, frame)
      if (builtin === 'readonly' || /-\w*[riulcA]/.test(options.join(' '))) scope.fixed.add(name)
    }
    evaluatesNames({ args, env: [], span }, frame)
  }

/**
 * `declare -a x='(a $(id))'` runs `id`: bash reads a text in parentheses as the elements of an array and expands them.
 * Without `-a` it does so if the variable is an array already, which the scope may not know.
 */
function evaluateElements({ name, value }: EnvEntry, target: 'array' | 'text', span: Span, frame: Frame): void {
  for (const elements of [value, ...candidatesOf(value)])
    if (knownPrefix(elements).startsWith('('))
      frame.interpreter.runText(
        makeWord([`${name}=`, ...partsOf(elements)]),
        { link: 'declare', span, shell: 'copy' },
        frame,
      )
  // `m=([k]=$(date))` arrives as the unknown value `$m`, and was expanded as elements already.
  const isLiteral = wordText(value) === `$${name}`
  if (target === 'array' && !isLiteral && hasHole(value, 'mayRun'))
    opaque(`the elements in \`${wordText(value)}\` are only known at run time`, span, frame)
}

const holdsArray = (name: string, { fixed, variables }: Scope): boolean =>
  fixed.has(arrayKey(name)) || elementsOf(variables.get(name) ?? '') !== null

/** `declare -A a`: its subscripts are plain text. */
const keyedVariable = (name: string): Word => ({ parts: [{ hole: `$${name}`, yields: 'text', keyed: true }] })

/** `export -f git`: every later shell runs the function instead of the program. */
const exportsFunctions: Builtin = ({ args, span }, frame) => {
  const shadowed = args.some(arg => arg === '-f') && args.find(arg => isKnown(arg) && findProgram(arg) !== null)
  if (shadowed) opaque(`an exported function replaces the program \`${wordText(shadowed)}\``, span, frame)
}

/** Builtins that take a variable's name evaluate its subscript: `read 'a[$(id)]'` runs `id`. */
const evaluatesNames: Builtin = ({ args, span }, frame) => {
  const named = args.some((arg, i) => arg === '-v' && hasHole(args[i + 1] ?? '', 'mayRun'))
  const running = named
    ? args.at(-1)
    : args.find(arg =>
        [arg, ...(/^\w+\+?=/.test(wordText(arg)) ? [] : candidatesOf(arg))].map(wordText).some(hasRunningSubscript),
      )
  if (running !== undefined) opaque(`the subscript in \`${wordText(running)}\` runs code`, span, frame)
  const table = args.map(arg => /^(\w+)\[/.exec(wordText(arg))?.[1] ?? '').find(isZshTable)
  if (table !== undefined) opaque(zshTableText(table), span, frame)
}

/** `read "$name"`: if the name comes from a file or another program, its subscript may run code. */
const takesNames: Builtin = ({ args, span }, frame) => {
  const isValue = (index: number): boolean => /^-\w*[pdtnNiu]$/.test(wordText(args[index - 1] ?? ''))
  const unknown = args.find((arg, index) => {
    const first = isKnown(arg) ? null : arg.parts[0]
    return typeof first === 'object' && first !== null && first.mayRun === true && !isValue(index)
  })
  if (unknown !== undefined) opaque(`the subscript in the name \`${wordText(unknown)}\` may run code`, span, frame)
}

const evaluatesAll: Builtin = ({ args, span }, frame) => {
  for (const arg of args) evaluateText(arg, { pos: span.start, end: span.end }, frame)
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

/** `umask 0`: every user may write to files created after it. */
const opensFiles = (arg: Word): boolean => /^[0-7]{0,3}[0145]$/.test(wordText(arg))

/** The value of an option that takes shell text: `mapfile -C COMMAND`, `complete -C COMMAND`. */
const runsOption =
  (option: string, link: string): Builtin =>
  ({ args, span }, frame) => {
    const at = args.findIndex(hasLetter(option))
    const attached = dropPrefix(args[at] ?? '', knownPrefix(args[at] ?? '').indexOf(option.slice(1)) + 1)
    const code = attached === '' ? (args[at + 1] ?? '') : attached
    // The builtin appends arguments that are only known at run time.
    if (at >= 0)
      frame.interpreter.runText(
        joinWords([code, { parts: [{ hole: '…', yields: 'words' }] }]),
        { link, span, shell: 'copy' },
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
    if (args.some(hasLetter(option))) opaque(why, span, frame)
  }

/** `hash ls=/tmp/x`, in zsh. */
const bindsProgram: Builtin = ({ args, span }, frame) => {
  if (args.some(arg => wordText(arg).includes('='))) opaque('a program name that is bound to another file', span, frame)
}

/** `-p`, also among other letters: `-rp`. */
const hasLetter =
  (option: string) =>
  (arg: Word): boolean =>
    new RegExp(`^-[a-zA-Z]*${option.slice(1)}`).test(knownPrefix(arg))

const defineAliases: Builtin = ({ args, span }, frame) => {
  for (const arg of args) {
    const equals = knownPrefix(arg).indexOf('=')
    if (equals <= 0) continue
    const body = dropPrefix(arg, equals + 1)
    frame.interpreter.runText(body, { link: 'alias', span, shell: 'copy', detached: true }, frame)
    const key = aliasKey(knownPrefix(arg).slice(0, equals))
    const { variables } = frame.scope
    if (variables.has(key) || variables.size < limits.shellVariables) variables.set(key, body)
    else opaque('more aliases than are followed', span, frame)
  }
}

/** A trap runs later: it is analysed with the current scope and again with the final one. */
const setTrap: Builtin = ({ args, span }, frame) => {
  const [code = '', ...signals] = args
  if (signals.length === 0 || code === '-') return
  // `trap '' INT`: the process ignores the signal that would end it.
  if (code === '' && signals.some(signal => /^(SIG)?(INT|TERM|2|15)$/.test(wordText(signal))))
    return change('process/unstoppable', span, frame)
  const run = { link: 'trap', span, shell: 'copy', detached: true } as const
  const before = copyScope(frame.scope)
  frame.interpreter.runText(code, run, frame)
  frame.atExit.push(end => {
    for (const later of [frame, end])
      if (!isSameScope(later.scope, before))
        frame.interpreter.runText(code, run, frameWith(frame, { scope: later.scope }))
  })
}

const setOptions: Builtin = ({ args, span }, frame) => {
  const words = args.map(wordText)
  // `set -A functions ls code` fills an array in zsh and ksh.
  const array = words[words.findIndex(word => /^[-+]A$/.test(word)) + 1] ?? ''
  if (isZshTable(array)) opaque(zshTableText(array), span, frame)
  if (words.includes('history') && words.includes('+o')) change('shell/history', span, frame)
  if (words.some((word, i) => /^-[a-zA-Z]*k/.test(word) || (word === 'keyword' && /^-\w*o$/.test(words[i - 1] ?? ''))))
    opaque('`set -k` turns later arguments into environment variables', span, frame)
  const end = words.indexOf('--')
  const first = words.findIndex((word, i) => !/^[-+]/.test(word) && !/^[-+]\w*o$/.test(words[i - 1] ?? ''))
  if (end >= 0 && (first < 0 || end < first)) frame.scope.positional = args.slice(end + 1)
  else if (first >= 0) frame.scope.positional = args.slice(first)
  if (!args.every(isKnown) && frame.scope.positional !== null && end !== 0) frame.scope.positional = null
}

/** Marks the variables that it names, or always sets, as unknown. */
const setsNamed = (...own: readonly string[]): Builtin => changesNamed(own, setUnseen)

const changesNamed =
  (own: readonly string[], judge: typeof setUnseen): Builtin =>
  ({ args, span }, frame) => {
    const { scope } = frame
    if (!args.every(isKnown)) forgetVariables(scope)
    for (const name of [...own, ...args.map(variableOf)]) {
      judge(name, span, frame)
      if (scope.variables.has(name)) scope.variables.set(name, unknownVariable(name, scope.variables.get(name)))
    }
  }

/** `a[1]` is a part of `a`. */
const variableOf = (arg: Word): string => wordText(arg).replace(/\[.*/s, '')

/** The value of a variable that is read from input. */
const readsInto =
  (...own: readonly string[]): Builtin =>
  ({ args, span }, frame) => {
    const { scope, stdin } = frame
    const isName = stdin.from === 'pipe' && stdin.names
    const listed = stdin.from === 'pipe' && takesWholeLines(args) ? stdin.lists : null
    const kind: Partial<Hole> = listed === null ? {} : { yields: 'file', listed }
    const text = textOf(stdin)
    const pieces = text === null ? [] : partsRead(text, scope)
    for (const name of [...own, ...args.map(variableOf)]) {
      if (!/^[A-Za-z_]\w*$/.test(name) || !(scope.variables.has(name) || scope.variables.size < limits.shellVariables))
        continue
      const hole: Hole = { hole: `$${name}`, yields: 'text', mayRun: true, ...kind }
      const read = text === null ? hole : mayBe(madeFrom(hole, [text]), pieces)
      const value: Word = { parts: [isName ? read : { ...read, mayBeOption: true }] }
      evaluateInteger(name, value, span, frame)
      scope.variables.set(name, value)
    }
  }

/** The text that a builtin reads, alone or shared with other commands. */
const textOf = (stdin: Stdin): Word | null =>
  stdin.from === 'text' ? stdin.text : stdin.from === 'pipe' ? (stdin.leftOf ?? null) : null

/** The pieces of a text that `read` may put into a variable, as many as are told apart. */
function partsRead(text: Word, scope: Scope): readonly Word[] {
  const found = new Set<Word>()
  for (const one of candidatesOf(text)) {
    for (const piece of isKnown(one) ? piecesRead(one, separators(scope) ?? ' ') : [one]) found.add(piece)
    if (found.size >= maxCandidates) break
  }
  return [...found]
}

/** The value of `IFS`; null if it is unknown. */
function separators({ variables }: Scope): string | null {
  const ifs = variables.get('IFS') ?? ' \t\n'
  return isKnown(ifs) ? ifs : null
}

/** The certain values of `read -r a b <<< 'x y'`. */
const readsText: Builtin = ({ args, span }, frame) => {
  const { scope, stdin } = frame
  const ifs = separators(scope)
  if (stdin.from !== 'text' || !isKnown(stdin.text) || ifs === null) return
  const line = lineRead(args, stdin.text, ifs)
  for (const [name, value] of line?.values ?? []) keepSpelled({ name, value }, span, frame)
  const value = scope.variables.get(line?.array?.name ?? '')
  if (line?.array && value !== undefined) scope.variables.set(line.array.name, withElements(value, line.array.elements))
}

/** Whether each line, or each part that ends with a null byte, goes into one variable: `-r f`, `-r -d '' f`. */
function takesWholeLines(args: readonly Word[]): boolean {
  const ends = args.findIndex(arg => /^-\w*d$/.test(wordText(arg)))
  if (ends >= 0 && args[ends + 1] !== '') return false
  return args.filter((arg, i) => !knownPrefix(arg).startsWith('-') && (ends < 0 || i !== ends + 1)).length === 1
}

/** Names that become arrays: their values are unknown, and programs do not inherit them. */
const makesArrays: Builtin = ({ args }, { scope }) => {
  for (const arg of args) if (isKnown(arg)) scope.fixed.add(arrayKey(arg))
}

/** `mapfile -t a < <(git ls-files)`: every element is a file name. */
const listsIntoArray: Builtin = ({ args }, { scope, stdin }) => {
  const name = wordText(args.at(-1) ?? '')
  const isWhole = args
    .slice(0, -1)
    .every((arg, i) => arg === '-t' || arg === '-d' || (arg === '' && args[i - 1] === '-d'))
  const value = scope.variables.get(name)
  if (!isWhole || !takesWholeLines(args) || value === undefined) return
  if (stdin.from === 'text' && isKnown(stdin.text) && args.length === 2)
    return void scope.variables.set(name, withElements(value, linesRead(stdin.text)))
  if (stdin.from !== 'pipe' || stdin.lists === null) return
  const files: Word = { parts: [{ hole: `$${name}`, yields: 'files', listed: stdin.lists, mayRun: true }] }
  scope.variables.set(name, withElements(value, [files]))
}

const readsArray: Builtin = (call, frame) => {
  if (call.args.some(arg => /^-\w*a/.test(knownPrefix(arg)))) makesArrays(call, frame)
}

/** Every variable in `let v=3 w++`. */
const setsMentioned: Builtin = (call, frame) =>
  setsNamed()({ ...call, args: call.args.flatMap(arg => wordText(arg).match(/[A-Za-z_]\w*/g) ?? []) }, frame)

const setsByPrintf: Builtin = (call, frame) => {
  const at = call.args.findIndex(arg => knownPrefix(arg).startsWith('-v'))
  const given = wordText(call.args[at] ?? '').slice(2)
  if (at !== 0) return
  const named = { ...call, args: [given === '' ? (call.args[1] ?? '') : given] }
  setsNamed()(named, frame)
  if (call.args.some(mayRunAsArithmetic)) readsInto()(named, frame)
  const [name = ''] = named.args
  if (isKnown(name) && call.args.some(arg => hasHole(arg, 'secret')))
    frame.scope.variables.set(name, unknownVariable(name, frame.scope.variables.get(name), ...call.args))
  const values = call.args.slice(given === '' ? 2 : 1)
  const text = values.every(isKnown) ? printedBy('printf', values, frame.stdin) : null
  if (isKnown(name) && /^[A-Za-z_]\w*$/.test(name) && text !== null)
    keepSpelled({ name, value: text }, call.span, frame)
}

/** `getopts f: o`: a value is one of the words, or the rest of one. */
const setsByOptions: Builtin = ({ args, span }, frame) => {
  const { scope } = frame
  const words = args.length > 2 ? args.slice(2) : (scope.positional ?? [])
  const attached = words.flatMap(word => (/^-\w/.test(knownPrefix(word)) ? [dropPrefix(word, 2)] : []))
  const value = unknownVariable('OPTARG', ...words, ...attached)
  evaluateInteger('OPTARG', value, span, frame)
  scope.variables.set('OPTARG', value)
}

/** `history -r FILE` reads the file, `history -a FILE` writes it. */
const touchesHistory: Builtin = ({ args, span }, frame) => {
  const option = args.find(arg => /^-[anrw]$/.test(wordText(arg)))
  const path = args[args.indexOf(option ?? '') + 1]
  if (option === undefined || path === undefined) return
  const kind = option === '-r' || option === '-n' ? 'read' : 'write'
  const origin = { span, chain: frame.chain, where: frame.where, by: null }
  for (const touch of locateAll({ kind, path, how: 'history', ...origin }, frame)) frame.recorder.add(touch)
}

/** Without `-f` too: a name without a variable means the function. */
const forgetsFunctions: Builtin = ({ args }, { scope }) => {
  const isSure = args.includes('-f')
  for (const [name, bodies] of scope.functions) {
    if (args.includes(name)) scope.functions.set(name, isSure ? [null] : [...new Set([...bodies, null])])
    else if (!args.every(isKnown)) scope.functions.set(name, [...new Set([...bodies, null])])
  }
}

const shiftPositional: Builtin = ({ args }, { scope, recorder }) => {
  const count = Number(args.length === 0 ? '1' : wordText(args[0] ?? ''))
  const { positional } = scope
  // Each shift copies the list.
  recorder.take(positional ?? [])
  // Shifting by more than the number of parameters does nothing.
  if (!Number.isInteger(count) || count < 0) scope.positional = null
  else if (positional?.every(isOneWord) === false) scope.positional = null
  else if (positional !== null && count <= positional.length) scope.positional = positional.slice(count)
}

const leaves =
  (what: 'returns' | 'breaks'): Builtin =>
  (_call, { scope }) =>
    void scope[what].push(copyScope(scope))

const setShellOptions: Builtin = ({ args, span }, frame) => {
  const words = args.map(wordText)
  // `shopt -u histappend`: the history file is overwritten.
  if (
    words.some(word => /^-[a-z]*u/.test(word)) &&
    words.some(word => /^(hist\w*|cmdhist|lithist|history)$/.test(word))
  )
    change('shell/history', span, frame)
  if (words[0] !== '-s' && words[0] !== '-u') return
  frame.scope.usualGlobs = false
  const odd =
    words.find(word => /^(expand_aliases|lastpipe|xpg_echo|cdable_vars|patsub_replacement)$/.test(word)) ??
    (args.every(isKnown) ? undefined : words[1])
  if (odd !== undefined) opaque(`shell option \`${odd}\``, span, frame)
}

/** `command ls`, `builtin cd`, `exec ls`: the remaining words are the command. */
const startRest =
  (link: string, start: typeof startBuiltin): Builtin =>
  (call, frame) => {
    // `exec -a NAME` gives the program another name.
    const named = call.args.findIndex(arg => /^-[cl]*a$/.test(wordText(arg)))
    const at = call.args.findIndex((arg, i) => !knownPrefix(arg).startsWith('-') && (named < 0 || i !== named + 1))
    if (at < 0 || call.args.slice(0, at).some(arg => arg === '-v' || arg === '-V')) return
    start(
      { words: call.args.slice(at), env: call.env, span: call.span },
      frameWith(frame, { chain: [...frame.chain, link] }),
    )
  }

/** `jobs -x COMMAND` starts the command; without the option, `jobs` only lists. */
const startsWithOption =
  (option: string): Builtin =>
  ({ args, env, span }, frame) => {
    const at = args.findIndex(hasLetter(option))
    if (at >= 0) startRest(`jobs ${option}`, startBuiltin)({ args: args.slice(at + 1), env, span }, frame)
    else if (!args.every(isKnown)) opaque('`jobs` could get `-x` and a command from a variable', span, frame)
  }

/** `fc` edits and runs earlier commands; `fc -l` only lists them. */
const runsHistory: Builtin = ({ args, span }, frame) => {
  if (!args.some(hasLetter('-l'))) opaque('`fc` runs earlier commands again', span, frame)
}

const forgetsHistory: Builtin = ({ args, span }, frame) => {
  for (const arg of args)
    if (isKnown(arg) && historyVariables.has(arg)) setVariable({ name: arg, value: '' }, span, frame)
}

const forgetsHistoryByOption: Builtin = ({ args, span }, frame) => {
  if (args.some(arg => /^-[a-z]*[cdw]/.test(wordText(arg)))) setVariable({ name: 'HISTFILE', value: '' }, span, frame)
}

const evaluates: Builtin = ({ args, span }, frame) => {
  const text = joinWords(args)
  if (!isSetupCode(text, frame)) frame.interpreter.runText(text, { link: 'eval', span, shell: 'this' }, frame)
}

const readsLines = both(setsNamed('MAPFILE'), readsInto('MAPFILE'), makesArrays, listsIntoArray)

const builtins = new Map<string, Builtin>([
  ['cd', changeDirectory('goes home')],
  ['pushd', changeDirectory('swaps')],
  ['popd', changeDirectoryBack],
  ['export', both(declareVariables('export'), exportsFunctions)],
  ['declare', declareVariables('declare')],
  ['typeset', declareVariables('declare')],
  ['local', declareVariables('local')],
  ['readonly', declareVariables('readonly')],
  ['unset', both(changesNamed([], unsetVariable), forgetsFunctions, evaluatesNames, takesNames, forgetsHistory)],
  ['read', both(setsNamed('REPLY'), readsInto('REPLY'), readsArray, readsText, evaluatesNames, takesNames)],
  ['mapfile', both(readsLines, runsOption('-C', 'mapfile -C'))],
  ['readarray', both(readsLines, runsOption('-C', 'readarray -C'))],
  ['getopts', both(setsNamed('OPTARG', 'OPTIND'), setsByOptions)],
  ['wait', both(setsNamed(), evaluatesNames)],
  ['shift', shiftPositional],
  ['return', leaves('returns')],
  ['break', leaves('breaks')],
  ['continue', leaves('breaks')],
  ['shopt', setShellOptions],
  ['let', both(setsMentioned, evaluatesNames, evaluatesAll)],
  ['test', evaluatesNames],
  ['[', evaluatesNames],
  ['printf', both(setsByPrintf, evaluatesNames)],
  ['set', setOptions],
  ['alias', defineAliases],
  ['unalias', () => {}],
  ['hash', both(opaqueIf('-p', 'a program name that is bound to another file'), bindsProgram)],
  ['enable', both(opaqueIf('-f', 'a builtin from a file'), opaqueIf('-n', 'a builtin that is one no longer'))],
  ['bind', both(opaqueIf('-x', 'a key that runs a command'), opaqueIf('-f', 'keys from a file'))],
  ['umask', ({ args, span }, frame) => (args.some(opensFiles) ? change('permissions/widen', span, frame) : undefined)],
  ['complete', both(runsOption('-C', 'complete -C'), runsOption('-F', 'complete -F'))],
  [
    'compgen',
    both(
      runsOption('-C', 'compgen -C'),
      runsOption('-F', 'compgen -F'),
      opaqueIf('-W', 'words that are expanded once more'),
    ),
  ],
  ['fc', runsHistory],
  ['jobs', startsWithOption('-x')],
  ['history', both(forgetsHistoryByOption, touchesHistory)],
  ['command', startRest('command', startBuiltin)],
  ['builtin', startRest('builtin', startBuiltin)],
  ['exec', startRest('exec', startProgram)],
  ['eval', evaluates],
  ['trap', setTrap],
])

function dropPrefix(word: Word, count: number): Word {
  if (isKnown(word)) return word.slice(count)
  const [first, ...rest] = word.parts
  return withElements(makeWord([typeof first === 'string' ? first.slice(count) : '', ...rest]), elementsOf(word))
}
