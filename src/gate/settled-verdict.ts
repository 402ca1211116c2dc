import { noRuleMatched } from '../approvals/rule-approver.ts'
import type { Settled } from '../approvals/settle.ts'
import { type Code, errorKind, type Fault } from '../core/fault.ts'
import { type SessionStop, stopText } from '../core/switches/switches.ts'
import type { Layer, Verdict } from '../core/verdict.ts'

/** The verdict on an ask after its answer: allow or deny, with a reason that names who answered. */
export function answered(verdict: Verdict, settled: Settled): Verdict {
  const isApproved = settled.decision === 'approved' || settled.decision === 'approved_for_session'
  const code = isApproved ? null : codeOf(settled)
  return {
    ...verdict,
    decision: isApproved ? 'allow' : 'deny',
    code,
    errorKind: code === null ? null : errorKind(code),
    meaning: isApproved && settled.reason === 'provider' ? 'approve' : null,
    reasons: [
      {
        layer: 'approval',
        decision: isApproved ? 'allow' : 'deny',
        code,
        because: `${sentenceOf(settled)} (${settled.by})${settled.says === undefined ? '' : `: ${settled.says}`}`,
        effect: null,
        rule: null,
        instead: null,
      },
      ...verdict.reasons,
    ],
  }
}

/** The verdict on an ask that the fence answers: it may run, but only inside. */
export const containedVerdict = (verdict: Verdict, plan?: string): Verdict => ({
  ...answered(verdict, byFence(plan)),
  contained: true,
})

/** The fence's answer, with the digest of the plan that it gives. */
export const byFence = (plan?: string): Settled => ({
  decision: 'approved',
  by: 'fence',
  reason: 'contained',
  ...(plan === undefined ? {} : { plan }),
})

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
    case 'contained':
    case 'timeout_default':
    case 'trial':
      return 'approval_denied'
  }
}

const sentenceOf = ({ reason, decision }: Settled): string =>
  reason === 'provider' ? `a person ${said[decision]}` : sentence[reason]

const said: Readonly<Record<Settled['decision'], string>> = {
  approved: 'approved it',
  approved_for_session: 'approved it for this session',
  denied: 'denied it',
  abort: 'denied it and stopped the run',
}

const sentence: Readonly<Record<Exclude<Settled['reason'], 'provider'>, string>> = {
  rule: 'a rule as code decided',
  cached: 'the call was approved earlier in this session',
  granted: 'a grant covers the call',
  auto: 'approved without a question',
  contained: 'the fence limits what it can do, so it runs without a question',
  timeout: 'no one answered in time',
  timeout_default: 'no one answered in time, and the policy allows the call then',
  no_provider: 'there is no one to ask',
  waiting: 'a person must approve the call first',
  failed: 'the question could not be delivered',
  cancelled: 'the question was withdrawn',
  trial: 'it runs in a trial; its changes are judged before they are kept',
  loop: 'the same call was denied before in this session',
}

/** Without a durable record, only reads run. */
export function unrecorded(verdict: Verdict, fault: Fault): Verdict {
  return verdict.decision === 'allow' && verdict.tier === 'read' ? verdict : unstarted(verdict, fault)
}

/** For a caller that runs the tool at once: without a durable record, nothing starts. */
export const unstarted = (verdict: Verdict, { code, message }: Fault): Verdict =>
  stopped(verdict, 'journal', {
    code: code === 'audit_broken' ? code : 'audit_unavailable',
    message: `the journal cannot be written: ${message}; a person has to check the journal`,
  })

/** Denies a call of a session that a person stopped, in place of every other reason: only they can change it. */
export const halted = (verdict: Verdict, stop: SessionStop): Verdict => ({
  ...verdict,
  decision: 'deny',
  code: 'session_stopped',
  errorKind: errorKind('session_stopped'),
  watched: null,
  meaning: null,
  replacement: null,
  reasons: [
    {
      layer: 'stop',
      decision: 'deny',
      code: 'session_stopped',
      because: stopText(stop),
      effect: null,
      rule: null,
      instead: null,
    },
  ],
})

/** Denies a call that a later step stops; a verdict that denies already stays as it is. */
export function stopped(verdict: Verdict, layer: Layer, { code, message }: Fault): Verdict {
  if (verdict.decision === 'deny') return verdict
  return {
    ...verdict,
    decision: 'deny',
    code,
    errorKind: errorKind(code),
    meaning: null,
    reasons: [
      { layer, decision: 'deny', code, because: message, effect: null, rule: null, instead: null },
      ...verdict.reasons,
    ],
  }
}
