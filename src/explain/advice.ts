import { recordedEffect } from '../audit/call-events.ts'
import { assertNever } from '../core/assert-never.ts'
import type { PathPlace } from '../core/path.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { suggestedRule } from '../policy/suggested-rule.ts'

/** Advice for a verdict that is not an allow: first the rules' own `instead`, then by the layer that decided. */
export function advice(verdict: Verdict, given: AdviceFor): readonly string[] {
  if (verdict.decision === 'allow') return []
  const decisive = verdict.reasons.filter(reason => reason.decision === verdict.decision)
  const instead = decisive.flatMap(reason => reason.instead ?? [])
  // A new allow rule only overrides the base. Where another layer decided too, the advice is about that layer.
  const first = decisive.find(({ layer }) => !baseLayers.has(layer)) ?? decisive[0]
  return [...new Set([...instead, ...(first === undefined ? [] : adviceByLayer(first, { verdict, decisive, given }))])]
}

const baseLayers: ReadonlySet<Reason['layer']> = new Set(['boundary', 'preset', 'mode'])

export interface AdviceFor extends PathPlace {
  readonly tool: string
}

interface Advised {
  readonly verdict: Verdict
  readonly decisive: readonly Reason[]
  readonly given: AdviceFor
}

function adviceByLayer(reason: Reason, { verdict, decisive, given }: Advised): readonly string[] {
  switch (reason.layer) {
    case 'floor':
      return ['no policy, mode or approval overrides the floor; if you need this, run it yourself outside the agent']
    case 'input':
      return ['the call is malformed and was not analysed; correct it and try again']
    case 'stop':
      return ['a person stopped the session; `sallyport resume` lets it go on']
    case 'journal':
      return ['a person must check the journal: run `sallyport audit verify`']
    case 'sandbox':
      return ['set up the fence that the policy requires, or change `fence` in the policy']
    case 'organisation':
      return ["this is your organisation's policy; ask its maintainers"]
    case 'user':
    case 'project':
    case 'session':
      return reason.rule === null
        ? []
        : [`change rule \`${reason.rule.id}\`, or put an \`allow\` rule above it in the same file`]
    case 'boundary':
    case 'preset':
    case 'mode':
      return suggestedRules(decisive, verdict, given)
    case 'approval':
      return []
    default:
      return assertNever(reason.layer)
  }
}

/** The rules that would allow everything that the base asks about; no rule is suggested where that is risky. */
function suggestedRules(
  decisive: readonly Reason[],
  { effects }: Verdict,
  { tool, workspace, home }: AdviceFor,
): readonly string[] {
  const call = { tool, workspace, effects: effects.map(recordedEffect) }
  const rules = decisive.map(({ effect }) => (effect === null ? null : suggestedRule(call, effect, home)))
  if (decisive.every(({ effect }) => effect === null)) return []
  const whens = [...new Set(rules.flatMap(when => when ?? []))]
  if (rules.includes(null) || whens.length > maxRules) return ['a rule that allows this is not recommended']
  return [
    "to allow this from now on, add to the project's sallyport.yaml and run `sallyport trust`:",
    ...whens.map(when => `- { when: ${when}, then: allow }`),
  ]
}

const maxRules = 3
