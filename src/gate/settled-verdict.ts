import { noRuleMatched } from '../approvals/rule-approver.ts'
import type { Settled } from '../approvals/settle.ts'
import { type Code, errorKind, type Fault } from '../core/fault.ts'
import type { Layer, Verdict } from '../core/verdict.ts'

/** An ask with its answer: allow or deny, and who said so. */
export function answered(verdict: Verdict, settled: Settled): Verdict {
  const isApproved = settled.decision === 'approved' || settled.decision === 'approved_for_session'
  const code = isApproved ? null : codeOf(settled)
  return {
    ...verdict,
    decision: isApproved ? 'allow' : 'deny',
    code,
    errorKind: code === null ? null : errorKind(code),
    reasons: [
      {
        layer: 'approval',
        decision: isApproved ? 'allow' : 'deny',
        code,
        because: `${sentenceOf(settled)} (${settled.by})`,
        effect: null,
        rule: null,
        instead: null,
      },
      ...verdict.reasons,
    ],
  }
}

function codeOf(settled: Settled): Code {
  if (settled.decision === 'abort') return 'approval_aborted'
  if (settled.by === noRuleMatched) return 'no_rule'
  switch (settled.reason) {
    case 'timeout':
      return 'approval_timeout'
    case 'no_provider':
      return 'no_approver'
    case 'waiting':
      return 'human_required'
    case 'failed':
      return 'approval_failed'
    case 'cancelled':
      return 'cancelled'
    case 'loop':
      return 'loop_guard'
    case 'provider':
    case 'rule':
    case 'cached':
    case 'granted':
    case 'auto':
    case 'timeout_default':
      return 'approval_denied'
  }
}

const sentenceOf = ({ reason, decision }: Settled): string =>
  reason === 'provider' ? `a person ${said[decision]}` : sentence[reason]

const said: Readonly<Record<Settled['decision'], string>> = {
  approved: 'said yes',
  approved_for_session: 'said yes, for this session',
  denied: 'said no',
  abort: 'said no, and to stop',
}

const sentence: Readonly<Record<Exclude<Settled['reason'], 'provider'>, string>> = {
  rule: 'a rule as code answered',
  cached: 'it was approved earlier in this session',
  granted: 'a grant covers it',
  auto: 'this session answers by itself',
  timeout: 'nobody answered in time',
  timeout_default: 'nobody answered in time, and this policy allows that',
  no_provider: 'nobody could be asked',
  waiting: 'a person has to answer it first',
  failed: 'no channel could ask',
  cancelled: 'the question was withdrawn',
  loop: 'the same call was denied before in this session',
}

/** Without a durable record nothing above a read runs. */
export function unrecorded(verdict: Verdict, fault: Fault): Verdict {
  return verdict.decision === 'allow' && verdict.tier === 'read' ? verdict : unstarted(verdict, fault)
}

/** Where Sallyport's caller runs the tool, nothing is started without a durable record. */
export const unstarted = (verdict: Verdict, { message }: Fault): Verdict =>
  stopped(verdict, 'journal', {
    code: 'audit_unavailable',
    message: `it cannot be recorded: ${message}; a person has to look at the journal`,
  })

/** The verdict on a call that a later step stops; a deny stays what it was. */
export function stopped(verdict: Verdict, layer: Layer, { code, message }: Fault): Verdict {
  if (verdict.decision === 'deny') return verdict
  return {
    ...verdict,
    decision: 'deny',
    code,
    errorKind: errorKind(code),
    reasons: [
      { layer, decision: 'deny', code, because: message, effect: null, rule: null, instead: null },
      ...verdict.reasons,
    ],
  }
}
