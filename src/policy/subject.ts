import type { Call } from '../core/call.ts'
import { type Effect, isTouch, type Run } from '../core/effect.ts'
import type { Risk } from '../core/risk.ts'
import { type PathSubject, pathSubject } from './path-pattern.ts'
import { type RunSubject, runSubject } from './run-pattern.ts'

/** What rules are compared with: one call, its effects, and what is computed once for all rules. */
export interface Subject {
  readonly call: Call
  readonly effects: readonly Effect[]
  readonly risk: Risk
  readonly escalated: boolean
  /** The command, or the input as JSON: what `text` rules search. */
  readonly text: () => string
  readonly run: (index: number) => RunSubject | null
  readonly path: (index: number) => PathSubject | null
}

export function makeSubject(
  given: Pick<Subject, 'call' | 'effects' | 'risk' | 'escalated'> & { readonly text: string | null },
): Subject {
  const runs = new Map<number, RunSubject | null>()
  const paths = new Map<number, PathSubject | null>()
  const once = <T>(cache: Map<number, T>, index: number, make: () => T): T => {
    const known = cache.get(index)
    if (known !== undefined) return known
    const value = make()
    cache.set(index, value)
    return value
  }
  return {
    ...given,
    text: () => given.text ?? JSON.stringify(given.call.input),
    run: index =>
      once(runs, index, () => {
        const run = runOf(given.effects, index)
        return run === null ? null : runSubject(run)
      }),
    path: index =>
      once(paths, index, () => {
        const effect = given.effects[index]
        return effect !== undefined && isTouch(effect) ? pathSubject(effect, given.call.place) : null
      }),
  }
}

/** The run itself, or the run whose table derived the effect. */
function runOf(effects: readonly Effect[], index: number): Run | null {
  const effect = effects[index]
  if (effect === undefined) return null
  if (effect.kind === 'run') return effect
  const source = effect.by === null ? undefined : effects[effect.by]
  return source?.kind === 'run' ? source : null
}
