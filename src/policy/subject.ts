import type { Call } from '../core/call.ts'
import { type Effect, isTouch, type Run } from '../core/effect.ts'
import type { Risk } from '../core/risk.ts'
import type { Mode } from './document.ts'
import { type PathSubject, pathSubject } from './path-pattern.ts'
import { type RunSubject, runSubject } from './run-pattern.ts'

/** What rules are compared with: one call, its effects, and what is computed once for all rules. */
export interface Subject {
  readonly call: Call
  readonly effects: readonly Effect[]
  readonly risk: Risk
  readonly escalated: boolean
  /** Whether its command is more than one simple command; false for a call without one. */
  readonly complex: boolean
  /** The mode that people chose, for rules that ask for one. */
  readonly mode: Mode
  /** The command, or the input as JSON: what `text` rules search. */
  readonly text: () => string
  /** The command as it was given; null for a call without one. */
  readonly command: string | null
  readonly run: (index: number) => RunSubject | null
  readonly path: (index: number) => PathSubject | null
}

export function makeSubject(
  given: Pick<Subject, 'call' | 'effects' | 'risk' | 'escalated' | 'complex' | 'mode'> & {
    readonly text: string | null
  },
): Subject {
  const runs: (RunSubject | null)[] = []
  const paths: (PathSubject | null)[] = []
  return {
    ...given,
    text: () => given.text ?? JSON.stringify(given.call.input),
    command: given.text,
    run: index => {
      const known = runs[index]
      if (known !== undefined) return known
      const run = runOf(given.effects, index)
      const subject = run === null ? null : runSubject(run)
      runs[index] = subject
      return subject
    },
    path: index => {
      const known = paths[index]
      if (known !== undefined) return known
      const effect = given.effects[index]
      const subject = effect !== undefined && isTouch(effect) ? pathSubject(effect, given.call.place) : null
      paths[index] = subject
      return subject
    },
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
