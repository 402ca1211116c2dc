import type { Coproc, Function as FunctionNode } from 'unbash'
import type { World } from '../../core/call.ts'
import type { EnvEntry, Where } from '../../core/effect.ts'
import { type Hole, hasHole, isKnown, makeWord, mayBe, type Word, wordText, yieldsNames } from '../../core/word.ts'
import { mayRunAsArithmetic } from '../syntax/openers.ts'
import { isSecretVariable } from './environment.ts'
import { SharedMap, SharedSet } from './shared-map.ts'

export type Body = FunctionNode['body'] | Coproc['body']

/** What the shell knows at one point of the text. Subshells get a copy; branches are merged afterwards. */
export interface Scope {
  cwd: Word
  /** Where it stands instead if a `cd` failed, or was not reached. */
  elsewhere: readonly Word[]
  /** What `elsewhere` is once the last `cd` is known to have succeeded. */
  onceMoved: readonly Word[]
  readonly variables: SharedMap<Word>
  /** Variables, and functions as `name()`, that the programs started from here inherit. */
  readonly exported: SharedSet
  /** Variables that do not simply hold what they are given: constants, numbers, and arrays as `name[]`. */
  readonly fixed: SharedSet
  /** What a name may stand for; null: no function. */
  readonly functions: SharedMap<readonly (Body | null)[]>
  /** Functions that were called somewhere; shared by all copies. */
  readonly called: SharedSet
  /** `$1`, `$2`…; null where they are unknown. */
  positional: readonly Word[] | null
  /** What the local variables of the function being read were outside it; shared by no copy. */
  outer: SharedMap<Word | undefined>
  /** How things stood where the function, or the loop, was left early; shared by all copies. */
  returns: Scope[]
  breaks: Scope[]
  /** Whether globs still mean what they mean by default. */
  usualGlobs: boolean
}

export function newScope({ place }: World): Scope {
  const scope = emptyScope(place.cwd, exportedAtFirst.copy())
  scope.variables.set('HOME', place.home)
  scope.variables.set('PWD', place.cwd)
  return scope
}

const exportedAtFirst = SharedSet.of('HOME', 'PWD', 'PATH')

/** A remote or contained shell starts somewhere else, with nothing known. */
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

/** Spelled out: scopes of one form are read faster than those that spreading makes. */
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

/** What a shell starts with that another program starts: where it stands, and what was exported to it. */
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
  for (const [name, value] of branch) if (!into.has(name)) into.set(name, unknownVariable(name, value))
}

const eitherOf = (name: string, value: Word, other: Word | undefined): Word =>
  other !== undefined && covers(other, value) ? other : unknownVariable(name, value, other)

/** Whether a value may be all that another may be, so that nothing new comes of the two: long lists merge the same ones. */
function covers(value: Word, other: Word | undefined): boolean {
  const hole = unknownIn(value)
  if (hole === null || hole.untouched === true || other === undefined) return false
  const isAmong = (word: Word): boolean => hole.mayBe?.includes(word) === true
  if (isKnown(other)) return hole.yields === 'text' && isAmong(other)
  const its = unknownIn(other)
  return (
    its !== null &&
    its.hole === hole.hole &&
    its.yields === hole.yields &&
    flags.every(flag => its[flag] === hole[flag]) &&
    (its.mayBe ?? []).every(isAmong)
  )
}

const flags = ['mayRun', 'mayBeOption', 'keyed', 'secret', 'fetched', 'fits', 'sample', 'isRest', 'listed'] as const

/** The hole that a variable is which nobody knows. */
function unknownIn(value: Word): Hole | null {
  const only = isKnown(value) || value.elements !== undefined || value.parts.length > 1 ? undefined : value.parts[0]
  return typeof only === 'object' ? only : null
}

function mergeFunctions(into: Scope['functions'], branch: Scope['functions']): void {
  if (into.isSameAs(branch)) return
  for (const name of new Set([...into.keys(), ...branch.keys()]))
    into.set(name, [...new Set([...(into.get(name) ?? [null]), ...(branch.get(name) ?? [null])])])
}

/** Whether code would find two scopes alike. */
export const isSameScope = (one: Scope, other: Scope): boolean =>
  isSamePlace(one, other) &&
  one.variables.size === other.variables.size &&
  [...one.variables].every(([name, value]) => other.variables.get(name) === value)

const isSamePlace = (one: Scope, other: Scope): boolean =>
  (one.cwd === other.cwd && one.elsewhere === other.elsewhere) ||
  places(one).map(wordText).join('\0') === places(other).map(wordText).join('\0')

/** Every directory that the shell may stand in. */
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
  scope.variables.set('PWD', isKnowable && elsewhere.length === 0 ? cwd : unknownVariable('PWD'))
}

/** Where a path leads from a place, if both are known; `..` is left to whoever follows links. */
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

/** From here on the shell's variables may hold anything. */
export function forgetVariables(scope: Scope): void {
  for (const [name, value] of scope.variables)
    if (name !== 'HOME') scope.variables.set(name, unknownVariable(name, value))
}

/** As before a loop: nothing is known, and whatever is given to a variable can be told from what it was. */
export function leaveUntouched(scope: Scope): void {
  forgetVariables(scope)
  for (const [name, value] of scope.variables) {
    const hole = unknownIn(value)
    if (hole !== null) scope.variables.set(name, { parts: [{ ...hole, untouched: true }] })
  }
}

/** From here on nothing is certain: neither variables nor where the shell stands. */
export function forgetAll(scope: Scope): void {
  forgetVariables(scope)
  stand(scope, [unknownVariable('PWD')])
  scope.positional = null
}

/** Where it is kept that a variable is an array. */
export const arrayKey = (name: string): string => `${name}[]`

/** Where it is kept that a variable got its value otherwise than by being given it: by pieces, or out of a text. */
export const spelledKey = (name: string): string => `${name}+`

/** Where an alias is kept among the variables, under a name that no variable has. */
export const aliasKey = (name: string): string => `alias ${name}`

/** A variable that may hold anything, and also these values; what they may turn out to be, it may as well. */
export function unknownVariable(name: string, ...values: readonly (Word | undefined)[]): Word {
  const hole = fileOrText(`$${name}`, values)
  const isKeyed = values.some(value => value !== undefined && hasHole(value, 'keyed'))
  const made = madeFrom(isKeyed ? { ...hole, keyed: true } : hole, [...values, inherited(name)])
  const given = values.filter(value => value !== undefined)
  return { parts: [given.length === 0 ? made : mayBe(made, given)] }
}

/** What the shell was started with under that name: nobody knows, but the name may tell that it is secret. */
export const inherited = (name: string): Word | undefined =>
  isSecretVariable(name) ? { parts: [{ hole: `$${name}`, yields: 'text', secret: true }] } : undefined

/** One file's name, if all of the values are such, and from one place. */
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

/** What is made of values may be what they may be: arithmetic that runs, an option, a secret. */
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
