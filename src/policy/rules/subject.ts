import type { Call } from '../../core/call.ts'
import { type Effect, isTouch, type Run } from '../../core/effect.ts'
import type { RunTable } from '../../core/program-table.ts'
import type { Risk } from '../../core/risk.ts'
import { higherTier } from '../../core/tier.ts'
import type { Layer } from '../../core/verdict.ts'
import { policyLayers } from '../policies.ts'
import type { Mode } from '../schema/document.ts'
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
  /** The same, as the files of a layer see it: a table of a layer below vouches for nothing to them. */
  readonly seenBy: (layer: Layer) => Subject
}

export function makeSubject({ call, effects, risk, escalated, complex, mode, text }: SubjectParts): Subject {
  const runs: RunSubject[] = []
  const paths: (PathSubject | null)[] = []
  const isTaught = effects.some(isVouched)
  let views: Map<Layer, Subject> | null = null
  const subject: Subject = {
    call,
    effects,
    risk,
    escalated,
    complex,
    mode,
    command: text,
    text: () => text ?? JSON.stringify(call.input),
    run: index => {
      const at = runAt(effects, index)
      const run = effects[at]
      if (run?.kind !== 'run') return null
      const subject = runs[at] ?? runSubject(run)
      runs[at] = subject
      return subject
    },
    path: index => {
      const known = paths[index]
      if (known !== undefined) return known
      const effect = effects[index]
      const subject = effect !== undefined && isTouch(effect) ? pathSubject(effect, call.place) : null
      paths[index] = subject
      return subject
    },
    seenBy: layer => {
      if (!isTaught) return subject
      views ??= new Map()
      const view = views.get(layer) ?? { ...subject, effects: effects.map(effect => seen(effect, layer)) }
      views.set(layer, view)
      return view
    },
  }
  return subject
}

/** A run that would be unknown if no policy knew it. */
const isVouched = (effect: Effect): effect is Run & { readonly table: RunTable } =>
  effect.kind === 'run' && effect.table?.vouches === true

/** INVARIANT: no layer can take a prohibition from the layers above it by calling a program harmless. */
const seen = (effect: Effect, layer: Layer): Effect =>
  isVouched(effect) && layers.indexOf(effect.table.layer) > layers.indexOf(layer)
    ? { ...effect, code: 'unknown', tier: higherTier(effect.tier, 'execute') }
    : effect

/** Highest first, the base last. */
const layers: readonly Layer[] = [...policyLayers, 'preset']
type SubjectParts = Pick<Subject, 'call' | 'effects' | 'risk' | 'escalated' | 'complex' | 'mode'> & {
  readonly text: string | null
}

/** Where the run stands that an effect is, or whose table derived it. */
function runAt(effects: readonly Effect[], index: number): number {
  const effect = effects[index]
  return effect === undefined || effect.kind === 'run' ? index : (effect.by ?? index)
}
