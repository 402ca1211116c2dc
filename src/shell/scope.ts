import type { Coproc, Function as FunctionNode } from 'unbash'
import type { World } from '../core/call.ts'
import type { EnvEntry, Where } from '../core/effect.ts'
import { type Hole, hasHole, isKnown, makeWord, type Word, wordText } from '../core/word.ts'
import { mayRunAsArithmetic } from './openers.ts'

export type Body = FunctionNode['body'] | Coproc['body']

/** What the shell knows at one point of the text. Subshells get a copy; branches are merged afterwards. */
export interface Scope {
  cwd: Word
  /** Where it stands instead if a `cd` failed, or was not reached. */
  elsewhere: readonly Word[]
  /** What `elsewhere` is once the last `cd` is known to have succeeded. */
  onceMoved: readonly Word[]
  readonly variables: Map<string, Word>
  /** Variables, and functions as `name()`, that the programs started from here inherit. */
  readonly exported: Set<string>
  /** Variables that do not simply hold what they are given: constants, arrays, numbers. */
  readonly fixed: Set<string>
  /** What a name may stand for; null: no function. */
  readonly functions: Map<string, readonly (Body | null)[]>
  /** Functions that were called somewhere; shared by all copies. */
  readonly called: Set<string>
  /** `$1`, `$2`…; null where they are unknown. */
  positional: readonly Word[] | null
  /** What the local variables of the function being read were outside it; shared by no copy. */
  outer: Map<string, Word | undefined>
  /** How things stood where the function, or the loop, was left early; shared by all copies. */
  returns: Scope[]
  breaks: Scope[]
  /** Whether globs still mean what they mean by default. */
  usualGlobs: boolean
}

export const newScope = (world: World): Scope => ({
  ...emptyScope(world.place.cwd),
  variables: new Map<string, Word>([
    ['HOME', world.place.home],
    ['PWD', world.place.cwd],
  ]),
  exported: new Set(['HOME', 'PWD', 'PATH']),
})

/** A remote or contained shell starts somewhere else, with nothing known. */
export const foreignScope = (where: Where): Scope =>
  emptyScope({ parts: [{ hole: where.at === 'local' ? '$PWD' : '~', yields: 'text' }] })

const emptyScope = (cwd: Word): Scope => ({
  cwd,
  elsewhere: [],
  onceMoved: [],
  variables: new Map(),
  exported: new Set(),
  fixed: new Set(),
  functions: new Map(),
  called: new Set(),
  positional: null,
  outer: new Map(),
  returns: [],
  breaks: [],
  usualGlobs: true,
})

export const copyScope = (scope: Scope): Scope => ({
  ...scope,
  variables: new Map(scope.variables),
  exported: new Set(scope.exported),
  fixed: new Set(scope.fixed),
  functions: new Map(scope.functions),
  outer: new Map(scope.outer),
})

/** What a shell starts with that another program starts: where it stands, and what was exported to it. */
export function childScope(scope: Scope, env: readonly EnvEntry[]): Scope {
  const child = {
    ...copyScope(scope),
    fixed: new Set<string>(),
    positional: null,
    outer: new Map(),
    returns: [],
    breaks: [],
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
    for (const name of new Set([...into.variables.keys(), ...branch.variables.keys()])) {
      const [one, other] = [into.variables.get(name), branch.variables.get(name)]
      if (one !== other) into.variables.set(name, unknownVariable(name, one, other))
    }
    for (const name of new Set([...into.functions.keys(), ...branch.functions.keys()])) {
      const bodies = [...(into.functions.get(name) ?? [null]), ...(branch.functions.get(name) ?? [null])]
      into.functions.set(name, [...new Set(bodies)])
    }
    for (const name of into.exported) if (!branch.exported.has(name)) into.exported.delete(name)
    for (const name of branch.fixed) into.fixed.add(name)
    for (const name of branch.outer.keys()) if (!into.outer.has(name)) into.outer.set(name, unknownVariable(name))
    if (branch.positional !== into.positional) into.positional = null
    into.usualGlobs &&= branch.usualGlobs
  }
}

/** Whether code would find two scopes alike. */
export const isSameScope = (one: Scope, other: Scope): boolean =>
  isSamePlace(one, other) &&
  one.variables.size === other.variables.size &&
  [...one.variables].every(([name, value]) => other.variables.get(name) === value)

const isSamePlace = (one: Scope, other: Scope): boolean =>
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
  const isRelative = typeof first === 'string' || first.yields === 'files'
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

/** From here on nothing is certain: neither variables nor where the shell stands. */
export function forgetAll(scope: Scope): void {
  forgetVariables(scope)
  stand(scope, [unknownVariable('PWD')])
  scope.positional = null
}

/** A variable that may hold anything; of what it held, or may hold, this much stays certain: whether arithmetic may run it. */
export function unknownVariable(name: string, ...values: readonly (Word | undefined)[]): Word {
  const hole: Hole = { hole: `$${name}`, yields: 'text' }
  const isForeign = values.some(value => value !== undefined && mayRunAsArithmetic(value))
  const isKeyed = values.some(value => value !== undefined && hasHole(value, 'keyed'))
  return { parts: [{ ...hole, ...(isForeign ? { foreign: true } : {}), ...(isKeyed ? { keyed: true } : {}) }] }
}
