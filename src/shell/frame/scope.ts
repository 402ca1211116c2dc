import type { Coproc, Function as FunctionNode } from 'unbash'
import type { World } from '../../core/call.ts'
import type { EnvEntry, Where } from '../../core/effect.ts'
import {
  type Hole,
  hasHole,
  isKnown,
  makeWord,
  mayBe,
  partsOf,
  type Word,
  wordText,
  yieldsNames,
} from '../../core/word.ts'
import { mayRunAsArithmetic } from '../syntax/openers.ts'
import { isSecretVariable } from './environment.ts'
import { SharedMap, SharedSet } from './shared-map.ts'

export type Body = FunctionNode['body'] | Coproc['body']

/** The state of the shell at one point of the text. Subshells get a copy; branches are merged afterwards. */
export interface Scope {
  cwd: Word
  /** The other possible working directories, if a `cd` failed or was not reached. */
  elsewhere: readonly Word[]
  /** The value of `elsewhere` once the last `cd` is known to have succeeded. */
  onceMoved: readonly Word[]
  readonly variables: SharedMap<Word>
  /** Exported variables, and exported functions as `name()`. */
  readonly exported: SharedSet
  /** Variables with an attribute that changes assignments: constants, numbers, and arrays as `name[]`. */
  readonly fixed: SharedSet
  /** The possible bodies of each function name; null: the name may not be a function. */
  readonly functions: SharedMap<readonly (Body | null)[]>
  /** Functions that were called somewhere; shared by all copies. */
  readonly called: SharedSet
  /** `$1`, `$2`…; null where they are unknown. */
  positional: readonly Word[] | null
  /** The outer values of the current function's local variables; not shared with copies. */
  outer: SharedMap<Word | undefined>
  /** The scopes at each early exit from the function or loop; shared by all copies. */
  returns: Scope[]
  breaks: Scope[]
  /** Whether glob options still have their defaults. */
  usualGlobs: boolean
}

export function newScope({ place }: World): Scope {
  const scope = emptyScope(place.cwd, exportedAtFirst.copy())
  scope.variables.set('HOME', place.home)
  scope.variables.set('PWD', place.cwd)
  for (const name of temporaryVariables) scope.variables.set(name, temporaryValue(name, place))
  return scope
}

/** Variables that name the directory for temporary files. */
const temporaryVariables = ['TMPDIR', 'TMP', 'TEMP']

const temporaryValue = (name: string, { temporary = {} }: World['place']): Word =>
  temporary[name] ?? { parts: [{ hole: `$${name}`, yields: 'text', temporary: true }] }

/** Whether a variable still has the value that the shell of the call starts with. */
export function isAsAtFirst(name: string, value: Word, place: World['place']): boolean {
  if (name === 'PWD' || name === 'HOME') return true
  if (!temporaryVariables.includes(name)) return false
  const first = temporaryValue(name, place)
  return isKnown(first) ? value === first : hasHole(value, 'temporary')
}

const exportedAtFirst = SharedSet.of('HOME', 'PWD', 'PATH', ...temporaryVariables)

/** The scope of a shell on another machine or in a container: nothing is known. */
export const foreignScope = (where: Where): Scope =>
  emptyScope({ parts: [{ hole: where.at === 'local' ? '$PWD' : '~', yields: 'text' }] })

const emptyScope = (cwd: Word, exported = SharedSet.of()): Scope => ({
  cwd,
  elsewhere: nowhere,
  onceMoved: nowhere,
  variables: SharedMap.of(),
  exported,
  fixed: SharedSet.of(),
  functions: SharedMap.of(),
  called: SharedSet.of(),
  positional: null,
  outer: SharedMap.of(),
  returns: [],
  breaks: [],
  usualGlobs: true,
})

const nowhere: readonly Word[] = []

/** The fields are spelled out because V8 reads objects of one shape faster. */
export const copyScope = (scope: Scope): Scope => ({
  cwd: scope.cwd,
  elsewhere: scope.elsewhere,
  onceMoved: scope.onceMoved,
  variables: scope.variables.copy(),
  exported: scope.exported.copy(),
  fixed: scope.fixed.copy(),
  functions: scope.functions.copy(),
  called: scope.called,
  positional: scope.positional,
  outer: scope.outer.copy(),
  returns: scope.returns,
  breaks: scope.breaks,
  usualGlobs: scope.usualGlobs,
})

/** The scope of a new shell that a program starts: its directory and its exported variables. */
export function childScope(scope: Scope, env: readonly EnvEntry[]): Scope {
  const child: Scope = {
    cwd: scope.cwd,
    elsewhere: scope.elsewhere,
    onceMoved: scope.onceMoved,
    variables: scope.variables.copy(),
    exported: scope.exported.copy(),
    fixed: SharedSet.of(),
    functions: scope.functions.copy(),
    called: scope.called,
    positional: null,
    outer: SharedMap.of(),
    returns: [],
    breaks: [],
    usualGlobs: scope.usualGlobs,
  }
  for (const name of scope.variables.keys()) if (!scope.exported.has(name)) child.variables.delete(name)
  for (const [name, bodies] of scope.functions) {
    if (scope.exported.has(`${name}()`)) child.functions.set(name, [...new Set([...bodies, null])])
    else child.functions.delete(name)
  }
  for (const { name, value } of env) {
    child.variables.set(name, value)
    child.exported.add(name)
  }
  return child
}

/** After branches that may or may not have run: only what all of them agree on is still known. */
export function mergeScopes(into: Scope, branches: readonly Scope[]): void {
  for (const branch of branches) {
    if (!isSamePlace(into, branch)) stand(into, [...places(into), ...places(branch)])
    mergeVariables(into.variables, branch.variables)
    mergeFunctions(into.functions, branch.functions)
    if (!into.exported.isSameAs(branch.exported))
      for (const name of into.exported) if (!branch.exported.has(name)) into.exported.delete(name)
    if (!into.fixed.isSameAs(branch.fixed)) for (const name of branch.fixed) into.fixed.add(name)
    if (!into.outer.isSameAs(branch.outer))
      for (const name of branch.outer.keys()) if (!into.outer.has(name)) into.outer.set(name, unknownVariable(name))
    if (branch.positional !== into.positional) into.positional = null
    into.usualGlobs &&= branch.usualGlobs
  }
}

function mergeVariables(into: Scope['variables'], branch: Scope['variables']): void {
  if (into.isSameAs(branch)) return
  for (const [name, value] of into) {
    const other = branch.get(name)
    if (other !== value && !covers(value, other)) into.set(name, eitherOf(name, value, other))
  }
  for (const [name, value] of branch) if (!into.has(name)) into.set(name, eitherOf(name, value, undefined))
}

function eitherOf(name: string, value: Word, other: Word | undefined): Word {
  if (other !== undefined && covers(other, value)) return other
  const either = unknownVariable(name, value, other)
  const isKeyed = hasHole(value, 'keyed') && hasHole(other ?? '', 'keyed')
  return isKeyed || !hasHole(either, 'keyed') ? either : notKeyed(either)
}

/** Without the mark of an associative array: in a branch that did not declare it, its subscripts are arithmetic. */
const notKeyed = (value: Word): Word =>
  makeWord(partsOf(value).map(part => (typeof part === 'string' ? part : plain(part))))

function plain({ keyed: _keyed, ...hole }: Hole): Hole {
  return hole
}

/** Whether a value already covers all candidates of another. Long lists merge the same values again and again. */
function covers(value: Word, other: Word | undefined): boolean {
  const hole = unknownIn(value)
  if (hole === null || hole.untouched === true || other === undefined) return false
  const isAmong = (word: Word): boolean => hole.mayBe?.includes(word) === true
  if (isKnown(other)) return hole.yields === 'text' && hole.keyed !== true && isAmong(other)
  const its = unknownIn(other)
  return (
    its !== null &&
    its.hole === hole.hole &&
    its.yields === hole.yields &&
    flags.every(flag => its[flag] === hole[flag]) &&
    (its.mayBe ?? []).every(isAmong)
  )
}

const flags = [
  'mayRun',
  'mayBeOption',
  'keyed',
  'secret',
  'fetched',
  'fits',
  'sample',
  'isRest',
  'listed',
  'temporary',
] as const

/** The hole for a variable whose value is unknown. */
function unknownIn(value: Word): Hole | null {
  const only = isKnown(value) || value.elements !== undefined || value.parts.length > 1 ? undefined : value.parts[0]
  return typeof only === 'object' ? only : null
}

function mergeFunctions(into: Scope['functions'], branch: Scope['functions']): void {
  if (into.isSameAs(branch)) return
  for (const name of new Set([...into.keys(), ...branch.keys()]))
    into.set(name, [...new Set([...(into.get(name) ?? [null]), ...(branch.get(name) ?? [null])])])
}

/** Whether two scopes are the same to the code that runs in them. */
export const isSameScope = (one: Scope, other: Scope): boolean =>
  isSamePlace(one, other) &&
  one.variables.size === other.variables.size &&
  [...one.variables].every(([name, value]) => other.variables.get(name) === value)

const isSamePlace = (one: Scope, other: Scope): boolean =>
  (one.cwd === other.cwd && one.elsewhere === other.elsewhere) ||
  places(one).map(wordText).join('\0') === places(other).map(wordText).join('\0')

/** Every possible working directory of the shell. */
export const places = (scope: Scope): readonly Word[] => [scope.cwd, ...scope.elsewhere]

const maxPlaces = 4

export function stand(scope: Scope, where: readonly Word[]): void {
  const [cwd = unknownVariable('PWD'), ...elsewhere] = [
    ...new Map(where.map(place => [wordText(place), place])).values(),
  ]
  const isKnowable = elsewhere.length < maxPlaces
  scope.cwd = isKnowable ? cwd : unknownVariable('PWD')
  scope.elsewhere = isKnowable ? elsewhere : []
  scope.onceMoved = scope.elsewhere
  // A directory's name is a text like any other: `cd x*; n=${PWD##*/}; echo $((n))` evaluates it.
  const pwd = isKnowable && elsewhere.length === 0 ? cwd : unknownVariable('PWD')
  scope.variables.set('PWD', where.every(isKnown) ? pwd : { parts: [{ hole: '$PWD', yields: 'text', mayRun: true }] })
}

/** A path resolved from a directory, if both are known. `..` is kept for the code that follows links. */
export function placeFrom(place: Word, path: Word): Word {
  const parts = isKnown(path) ? [path] : path.parts
  const [first = ''] = parts
  if (typeof first === 'string' && first.startsWith('/')) return path
  const isRelative = typeof first === 'string' || yieldsNames(first)
  return isRelative && isKnown(place) ? makeWord([`${place}/`, ...parts]) : unknownVariable('PWD')
}

/** The scope of a program that is started in another directory. */
export function standingIn(cwd: Word | undefined, scope: Scope): Scope {
  if (cwd === undefined) return scope
  const moved = copyScope(scope)
  stand(
    moved,
    places(scope).map(place => placeFrom(place, cwd)),
  )
  return moved
}

/** Marks all variables as unknown. */
export function forgetVariables(scope: Scope): void {
  for (const [name, value] of scope.variables)
    if (name !== 'HOME') scope.variables.set(name, unknownVariable(name, value))
}

/** Prepares the look-ahead of a loop: every variable gets a marker value, so that any assignment shows as a change. */
export function leaveUntouched(scope: Scope): void {
  forgetVariables(scope)
  for (const [name, value] of scope.variables) {
    const hole = unknownIn(value)
    if (hole !== null) scope.variables.set(name, { parts: [{ ...hole, untouched: true }] })
  }
}

/** Marks everything as unknown: variables and the working directory. */
export function forgetAll(scope: Scope): void {
  forgetVariables(scope)
  stand(scope, [unknownVariable('PWD')])
  scope.positional = null
}

/** The key in `fixed` that marks a variable as an array. */
export const arrayKey = (name: string): string => `${name}[]`

/** The key in `fixed` that marks a variable as an integer: bash evaluates every value that it gets. */
export const integerKey = (name: string): string => `${name}#`

/** The key in `fixed` that marks a value as assembled: from pieces, or cut out of a text. */
export const spelledKey = (name: string): string => `${name}+`

/** The key of an alias among the variables, a name that no variable can have. */
export const aliasKey = (name: string): string => `alias ${name}`

/** An unknown variable that may hold these values, with the marks of their holes. */
export function unknownVariable(name: string, ...values: readonly (Word | undefined)[]): Word {
  const hole = fileOrText(`$${name}`, values)
  const isKeyed = values.some(value => value !== undefined && hasHole(value, 'keyed'))
  const made = madeFrom(isKeyed ? { ...hole, keyed: true } : hole, [...values, inherited(name)])
  const given = values.filter(value => value !== undefined)
  return { parts: [given.length === 0 ? made : mayBe(made, given)] }
}

/** A variable inherited from the environment: its value is unknown, but its name may mark it as a secret. */
export const inherited = (name: string): Word | undefined =>
  isSecretVariable(name) ? { parts: [{ hole: `$${name}`, yields: 'text', secret: true }] } : undefined

/** A single file name, if every value is one and all come from the same directory. */
function fileOrText(hole: string, values: readonly (Word | undefined)[]): Hole {
  const given = values.filter(value => value !== undefined)
  const files = given.map(fileIn).filter(file => file !== null)
  const [first] = files
  const isFile = files.length === given.length && files.every(file => file.listed?.below === first?.listed?.below)
  const listed = files.find(file => file.listed?.sensitive !== undefined)?.listed ?? first?.listed
  return { hole, yields: first !== undefined && isFile ? 'file' : 'text', ...(listed === undefined ? {} : { listed }) }
}

function fileIn(value: Word): Hole | null {
  const only = isKnown(value) || value.parts.length > 1 ? undefined : value.parts[0]
  return typeof only === 'object' && only.yields === 'file' ? only : null
}

/** A hole made from values keeps their marks: it may run as arithmetic, be an option, or contain a secret. */
export function madeFrom(hole: Hole, values: readonly (Word | undefined)[]): Hole {
  const mayRun = values.some(value => value !== undefined && mayRunAsArithmetic(value))
  const mayBeOption = values.some(value => value !== undefined && hasHole(value, 'mayBeOption'))
  const secret = values.some(value => value !== undefined && hasHole(value, 'secret'))
  const fetched = values.some(value => value !== undefined && hasHole(value, 'fetched'))
  if (!mayRun && !mayBeOption && !secret && !fetched) return hole
  return {
    ...hole,
    ...(mayRun ? { mayRun } : {}),
    ...(mayBeOption ? { mayBeOption } : {}),
    ...(secret ? { secret } : {}),
    ...(fetched ? { fetched } : {}),
  }
}
