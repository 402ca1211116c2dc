import type { Coproc, Function as FunctionNode } from 'unbash'
import type { World } from '../core/call.ts'
import type { Where } from '../core/effect.ts'
import type { Word } from '../core/word.ts'

/** What the shell knows at one point of the text. Subshells get a copy; branches are merged afterwards. */
export interface Scope {
  cwd: Word
  readonly variables: Map<string, Word>
  readonly functions: Map<string, FunctionNode['body'] | Coproc['body']>
  /** Functions that were called somewhere; shared by all copies. */
  readonly called: Set<string>
  /** `$1`, `$2`…; null where they are unknown. */
  positional: readonly Word[] | null
}

export const newScope = (world: World): Scope => ({
  cwd: world.place.cwd,
  variables: new Map<string, Word>([
    ['HOME', world.place.home],
    ['PWD', world.place.cwd],
  ]),
  functions: new Map(),
  called: new Set(),
  positional: null,
})

/** A remote or contained shell starts somewhere else, with nothing known. */
export const foreignScope = (where: Where): Scope => ({
  cwd: { parts: [{ hole: where.at === 'local' ? '$PWD' : '~', yields: 'text' }] },
  variables: new Map(),
  functions: new Map(),
  called: new Set(),
  positional: null,
})

export const copyScope = (scope: Scope): Scope => ({
  cwd: scope.cwd,
  variables: new Map(scope.variables),
  functions: new Map(scope.functions),
  called: scope.called,
  positional: scope.positional,
})

/** After branches that may or may not have run: only what all of them agree on is still known. */
export function mergeScopes(into: Scope, branches: readonly Scope[]): void {
  for (const branch of branches) {
    if (branch.cwd !== into.cwd) into.cwd = unknownVariable('PWD')
    for (const [name, value] of branch.variables) {
      if (into.variables.get(name) !== value) into.variables.set(name, unknownVariable(name))
    }
    for (const [name, body] of branch.functions) into.functions.set(name, body)
  }
}

export const unknownVariable = (name: string): Word => ({ parts: [{ hole: `$${name}`, yields: 'text' }] })
