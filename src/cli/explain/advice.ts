import { recordedEffect } from '../../audit/call-events.ts'
import { assertNever } from '../../core/assert-never.ts'
import type { Reason, Verdict } from '../../core/verdict.ts'
import { suggestedRule } from '../../policy/suggested-rule.ts'
import type { KnownRoots } from '../terminal/shorten.ts'

/** What a person can do about a verdict that is not an allow: the rules' own advice, then what kind of answer it is. */
export function advice(verdict: Verdict, given: AdviceFor): readonly string[] {
  if (verdict.decision === 'allow') return []
  const decisive = verdict.reasons.filter(reason => reason.decision === verdict.decision)
  const instead = decisive.flatMap(reason => reason.instead ?? [])
  // A rule of one's own settles nothing where somebody else's word stands beside the base's.
  const first = decisive.find(({ layer }) => !baseLayers.has(layer)) ?? decisive[0]
  return [...new Set([...instead, ...(first === undefined ? [] : general(first, { verdict, decisive, given }))])]
}

const baseLayers: ReadonlySet<Reason['layer']> = new Set(['boundary', 'preset', 'mode'])

export interface AdviceFor extends KnownRoots {
  readonly tool: string
}

interface Advised {
  readonly verdict: Verdict
  readonly decisive: readonly Reason[]
  readonly given: AdviceFor
}

function general(reason: Reason, { verdict, decisive, given }: Advised): readonly string[] {
  switch (reason.layer) {
    case 'floor':
      return ['no policy, mode or approval lifts the floor; if you need it, do it yourself outside the agent']
    case 'input':
      return ['mend the call: it never got as far as its effects']
    case 'journal':
      return ['a person has to look at the journal: `sallyport audit verify`']
    case 'sandbox':
      return ['set up the fence that the policy asks for, or change `fence` in it']
    case 'organisation':
      return ["this is your organisation's policy; ask whoever keeps it"]
    case 'user':
    case 'project':
    case 'session':
      return reason.rule === null
        ? []
        : [`change rule \`${reason.rule.id}\`, or put an \`allow\` above it in the same file`]
    case 'boundary':
    case 'preset':
    case 'mode':
      return settling(decisive, verdict, given)
    case 'approval':
      return []
    default:
      return assertNever(reason.layer)
  }
}

/** The rules that would settle everything that was asked about, or that none would be wise. */
function settling(
  decisive: readonly Reason[],
  { effects }: Verdict,
  { tool, workspace, home }: AdviceFor,
): readonly string[] {
  const call = { tool, workspace, effects: effects.map(recordedEffect) }
  const rules = decisive.map(({ effect }) => (effect === null ? null : suggestedRule(call, effect, home)))
  if (decisive.every(({ effect }) => effect === null)) return []
  const whens = [...new Set(rules.flatMap(when => when ?? []))]
  if (rules.includes(null) || whens.length > maxRules) return ['no rule that allows this would be wise']
  return [
    "to settle it for good, write into the project's sallyport.yaml, which takes effect when you `sallyport trust` it:",
    ...whens.map(when => `- { when: ${when}, then: allow }`),
  ]
}

const maxRules = 3
