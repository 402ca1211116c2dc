import type { Call } from '../core/call.ts'
import { type Decision, isStricter, stricter } from '../core/decision.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { makeSubject } from '../policy/rules/subject.ts'
import { type EffectTrace, traceCall } from '../policy/rules/trace.ts'
import { advice } from './advice.ts'
import type { Decided } from './decided.ts'
import { effectTree, type TreeRow } from './effect-tree.ts'
import { riskFactors } from './risk-factors.ts'

/** A verdict with every step that led to it. */
export interface Explanation {
  readonly call: Call | null
  /** The text that the effects' spans point into; null if the call has none. */
  readonly text: string | null
  /** The call on one line. */
  readonly summary: string
  readonly verdict: Verdict
  readonly tree: readonly TreeRow[]
  readonly byEffect: readonly EffectExplanation[]
  /** Reasons about the call as a whole. */
  readonly aboutCall: readonly Reason[]
  readonly mode: string | null
  readonly factors: readonly string[]
  readonly advice: readonly string[]
}

/** The decision about one effect: its reasons, and the rules that did not match. */
export interface EffectExplanation extends EffectTrace {
  readonly decision: Decision
  /** Strictest first. */
  readonly reasons: readonly Reason[]
}

export function explain(decided: Decided): Explanation {
  const { verdict, description, call, policies } = decided
  const traces =
    call === null || policies === null || description === null
      ? []
      : traceCall(
          policies,
          makeSubject({
            call,
            effects: verdict.effects,
            risk: verdict.risk,
            escalated: description.escalated,
            complex: description.analysis?.intent.isComplex ?? false,
            mode: policies.chosenMode,
            text: description.text,
          }),
        )
  return {
    call,
    text: description?.text ?? null,
    summary: description?.summary ?? call?.tool ?? '',
    verdict,
    tree: effectTree(verdict.effects),
    byEffect: traces.map(trace => withReasons(trace, verdict)).toSorted(byStrictness),
    aboutCall: verdict.effects.length === 0 ? [] : verdict.reasons.filter(reason => reason.effect === null),
    mode: policies?.mode ?? null,
    factors: riskFactors(verdict, description),
    advice: advice(verdict, { tool: call?.tool ?? '', ...(call?.place ?? { home: '', workspace: [] }) }),
  }
}

function withReasons(trace: EffectTrace, verdict: Verdict): EffectExplanation {
  const reasons = verdict.reasons.filter(reason => reason.effect === trace.effect)
  return {
    ...trace,
    reasons,
    decision: reasons.reduce<Decision>((worst, reason) => stricter(worst, reason.decision), 'allow'),
  }
}

const byStrictness = (a: EffectExplanation, b: EffectExplanation): number =>
  a.decision === b.decision ? 0 : isStricter(a.decision, b.decision) ? -1 : 1
