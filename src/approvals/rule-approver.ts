import type { ApprovalOutcome } from '../audit/event.ts'
import type { ApprovalRequest, Approver } from './approver.ts'

/** A rule as code. The first rule with the call's tool and a true condition decides (R78). */
export interface ApprovalRule {
  readonly id?: string
  readonly tool: string
  readonly condition?: (request: ApprovalRequest) => boolean
  readonly decision: ApprovalOutcome
}

export interface RuleApproverOptions {
  readonly rules: readonly ApprovalRule[]
  /** The answer if no rule matches; `denied` by default. `pass` leaves the question to the next approver. */
  readonly default?: ApprovalOutcome | 'pass'
}

/**
 * Answers asks with rules as code, for runs without a person.
 *
 * @example
 * ruleApprover({ rules: [{ tool: 'shell_exec', condition: r => r.summary.startsWith('pytest'), decision: 'approved' }], default: 'denied' })
 */
export function ruleApprover(options: RuleApproverOptions): Approver {
  return {
    name: 'rules',
    channel: 'code',
    request: async (request, { note }) => {
      for (const [index, rule] of options.rules.entries()) {
        const name = rule.id ?? `rule ${index + 1}`
        if (rule.tool !== request.tool) continue
        const holds = answerOf(rule, request)
        if (holds === 'failed') note(`the condition of \`${name}\` failed, so it counts as not matched`)
        if (holds === true) return { decision: rule.decision, by: name }
      }
      const otherwise = options.default ?? 'denied'
      return otherwise === 'pass' ? null : { decision: otherwise, by: noRuleMatched }
    },
  }
}

/** The `by` of an answer that no rule gave; it gets its own code in the verdict. */
export const noRuleMatched = 'no rule matched'

/** A condition that throws counts as not matched (R79); the journal records it. */
function answerOf(rule: ApprovalRule, request: ApprovalRequest): boolean | 'failed' {
  try {
    return rule.condition === undefined || rule.condition(request) === true
  } catch {
    return 'failed'
  }
}

/** Denies every ask: for tests and for setups where an ask must never succeed. */
export const denyAll: Approver = {
  name: 'deny-all',
  channel: 'code',
  request: async () => ({ decision: 'denied', by: 'deny-all' }),
}
