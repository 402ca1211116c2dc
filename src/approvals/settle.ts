import type { ApprovalDecided, ApprovalOutcome } from '../audit/event.ts'
import type { Clock } from '../core/clock.ts'
import { type Risk, reachesRisk } from '../core/risk.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver, OpenQuestion, Waiting } from './approver.ts'
import { noRuleMatched } from './rule-approver.ts'

export interface Question {
  readonly request: ApprovalRequest
  readonly approvers: readonly Approver[]
  /** In automation only rules as code may answer (C28). */
  readonly automation: boolean
  readonly timeoutMs: number
  /** The decision if no one answers in time. `allow` is an opt-in, and the caller has checked that it may apply (C1). */
  readonly onTimeout: 'allow' | 'deny'
  readonly clock: Clock
  readonly signal: AbortSignal | null
}

export interface Settled {
  readonly decision: ApprovalOutcome
  readonly by: string
  readonly reason: ApprovalDecided['reason']
  /** Remarks for the record. */
  readonly notes?: readonly string[]
  /** The grant that the person chose. */
  readonly remember?: ApprovalAnswer['remember']
  /** What the person tells the agent with a denial. */
  readonly says?: string
}

/** Asks all approvers. The first answer wins, exactly once; a timeout, a broken channel or no approver is a deny. */
export async function settle(question: Question): Promise<Settled> {
  const ended = new AbortController()
  const stop = () => ended.abort()
  question.signal?.addEventListener('abort', stop, { once: true })
  const notes: string[] = []
  try {
    const settled = await firstOf(question, { signal: ended.signal, note: remark => void notes.push(remark) })
    return notes.length === 0 ? settled : { ...settled, notes }
  } finally {
    question.signal?.removeEventListener('abort', stop)
    ended.abort()
  }
}

function firstOf(question: Question, asking: OpenQuestion): Promise<Settled> {
  return new Promise<Settled>(resolve => {
    if (question.signal?.aborted === true) return resolve(cancelled)
    const cancelTimer = question.clock.after(question.timeoutMs, () => finish(timedOut(question)))
    const finish = (settled: Settled) => {
      cancelTimer()
      resolve(settled)
    }
    asking.signal.addEventListener('abort', () => finish(cancelled), { once: true })
    void ask(question, asking).then(finish)
  })
}

/** Asks the rules as code one after the other, then all people at once. */
async function ask(question: Question, asking: OpenQuestion): Promise<Settled> {
  const { approvers, request } = question
  for (const approver of approvers.filter(one => one.channel === 'code')) {
    const answer = await answerOf(approver, request, asking)
    if (isAnswer(answer))
      return { decision: answer.decision, by: answer.by, reason: answer.auto === true ? 'auto' : 'rule' }
  }
  const people = question.automation ? [] : approvers.filter(one => one.channel === 'human')
  if (people.length === 0) return withoutPerson(approvers.some(one => one.channel === 'code'))
  const failed = new Error('no answer')
  let waiting: Waiting | null = null
  const answers = people.map(async approver => {
    const answer = await answerOf(approver, request, asking)
    if (isAnswer(answer)) return answer
    waiting ??= answer
    throw failed
  })
  try {
    const answer = await Promise.any(answers)
    const { decision, by, remember, says } = answer
    if ('isNone' in answer) return { decision, by, reason: 'failed' }
    const isApproved = decision === 'approved' || decision === 'approved_for_session'
    return {
      decision,
      by,
      reason: 'provider',
      ...(isApproved && remember !== undefined ? { remember } : {}),
      ...(!isApproved && says !== undefined ? { says } : {}),
    }
  } catch {
    return settledWithout(waiting)
  }
}

const settledWithout = (waiting: Waiting | null): Settled =>
  waiting === null
    ? { decision: 'denied', by: 'no channel answered', reason: 'failed' }
    : { decision: 'denied', by: waiting.waitsFor, reason: 'waiting' }

/** `isNone`: the approver returned something that is not a valid answer. */
type Answered = ApprovalAnswer | (ApprovalAnswer & { readonly isNone: true })
type Said = Answered | Waiting | null

const isAnswer = (said: Said): said is Answered => said !== null && 'decision' in said

/** A person's channel that fails gives no answer; an invalid answer is a denial. */
async function answerOf(approver: Approver, request: ApprovalRequest, asking: OpenQuestion): Promise<Said> {
  try {
    const answer = await approver.request(request, asking)
    if (answer === null || 'waitsFor' in answer) return answer
    if (outcomes.has(answer.decision)) return answer
    return { decision: 'denied', by: `${approver.name} returned an invalid answer`, isNone: true }
  } catch {
    return approver.channel === 'code' ? { decision: 'denied', by: `${approver.name} failed` } : null
  }
}

const outcomes = new Set<string>(['approved', 'approved_for_session', 'denied', 'abort'])

const cancelled: Settled = { decision: 'denied', by: 'the caller disconnected', reason: 'cancelled' }

const withoutPerson = (hasRules: boolean): Settled => ({
  decision: 'denied',
  by: hasRules ? noRuleMatched : 'no approver is set up',
  reason: 'no_provider',
})

const timedOut = ({ onTimeout, timeoutMs }: Question): Settled =>
  onTimeout === 'allow'
    ? { decision: 'approved', by: `no answer in ${timeoutMs} ms`, reason: 'timeout_default' }
    : { decision: 'denied', by: `no answer in ${timeoutMs} ms`, reason: 'timeout' }

/** A timeout may allow only calls of low or medium risk without escalated rights, and never in automation (C1). */
export const mayTimeOutToAllow = (question: {
  readonly risk: Risk
  readonly escalated: boolean
  readonly automation: boolean
}): boolean => !question.automation && !question.escalated && !reachesRisk(question.risk, 'high')

/** The answer if too many questions are open already for a person to look at (R148). */
export const tooManyOpen: Settled = { decision: 'denied', by: 'too many questions are open', reason: 'failed' }
