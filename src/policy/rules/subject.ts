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

/** One call as rules see it: its effects, and values that are computed once for all rules. */
export interface Subject {
  readonly call: Call
  readonly effects: readonly Effect[]
  readonly risk: Risk
  readonly escalated: boolean
  /** Whether its command is more than one simple command; false for a call without a command. */
  readonly complex: boolean
  /** The mode that trusted files or a person set; a rule's own `mode` is compared with it. */
  readonly mode: Mode
  /** The text that `text` rules search: the command, or the input as JSON. */
  readonly text: () => string
  /** The command as written; null for a call without one. */
  readonly command: string | null
  readonly run: (index: number) => RunSubject | null
  readonly path: (index: number) => PathSubject | null
  /** The subject for the files of one layer: tables of lower layers do not vouch for programs there. */
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

/** A run of a program that is known only because a policy's table vouches for it. */
const isVouched = (effect: Effect): effect is Run & { readonly table: RunTable } =>
  effect.kind === 'run' && effect.table?.vouches === true

/** INVARIANT: a layer cannot bypass a higher layer's prohibition by calling a program harmless. */
const seen = (effect: Effect, layer: Layer): Effect =>
  isVouched(effect) && layers.indexOf(effect.table.layer) > layers.indexOf(layer)
    ? { ...effect, code: 'unknown', tier: higherTier(effect.tier, 'execute') }
    : effect

/** Highest first, the base last. */
const layers: readonly Layer[] = [...policyLayers, 'preset']
type SubjectParts = Pick<Subject, 'call' | 'effects' | 'risk' | 'escalated' | 'complex' | 'mode'> & {
  readonly text: string | null
}

/** The index of the run that the effect is, or of the run whose table derived it. */
function runAt(effects: readonly Effect[], index: number): number {
  const effect = effects[index]
  return effect === undefined || effect.kind === 'run' ? index : (effect.by ?? index)
}
