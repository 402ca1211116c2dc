import type { ApprovalDecided, ApprovalOutcome } from '../audit/event.ts'
import type { Clock } from '../core/clock.ts'
import { type Risk, reachesRisk } from '../core/risk.ts'
import { type SessionStop, SessionStopped } from '../core/switches/switches.ts'
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
  /** The person opened the fence for the call. */
  readonly inFence?: true
  /** The person's message to the agent with a denial. */
  readonly says?: string
  /** The digest of the fence plan, if the fence answered. */
  readonly plan?: string
}

/** Asks all approvers. The first answer wins, exactly once; a timeout, a broken channel or no approver is a deny. */
export async function settle(question: Question): Promise<Settled> {
  const ended = new AbortController()
  const notes: string[] = []
  try {
    const settled = await firstOf(question, {
      signal: ended.signal,
      note: remark => void notes.push(remark),
      timeoutMs: question.timeoutMs,
      claimFor: claims(),
    })
    return notes.length === 0 ? settled : { ...settled, notes }
  } finally {
    ended.abort()
  }
}

interface Asking extends Omit<OpenQuestion, 'claim'> {
  /** Reserves the question; false if another has it. */
  readonly claimFor: (owner: object) => boolean
}

/** INVARIANT: one owner settles the question. */
function claims(): Asking['claimFor'] {
  let owner: object | null = null
  return wanted => {
    owner ??= wanted
    return owner === wanted
  }
}

function firstOf(question: Question, asking: Asking): Promise<Settled> {
  const { signal, clock, timeoutMs } = question
  return new Promise<Settled>(resolve => {
    if (signal?.aborted === true) return resolve(withdrawn(signal))
    const finish = (settled: Settled) => {
      cancelTimer()
      signal?.removeEventListener('abort', cancel)
      resolve(settled)
    }
    const end = (settled: Settled) => void (asking.claimFor(settled) && finish(settled))
    const cancel = () => end(withdrawn(signal))
    const cancelTimer = clock.after(timeoutMs, () => end(timedOut(question)))
    signal?.addEventListener('abort', cancel, { once: true })
    void ask(question, asking).then(finish)
  })
}

/** Asks the rules as code one after the other, then all people at once. */
async function ask(question: Question, asking: Asking): Promise<Settled> {
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
    if ((isAnswer(answer) || answer?.because === 'timeout') && asking.claimFor(approver)) return answer
    if (answer !== null && 'waitsFor' in answer) waiting ??= answer
    throw failed
  })
  try {
    const answer = await Promise.any(answers)
    if ('waitsFor' in answer) return settledWithout(answer)
    const { decision, by, remember, says, inFence } = answer
    if ('isNone' in answer) return { decision, by, reason: 'failed' }
    const isApproved = decision === 'approved' || decision === 'approved_for_session'
    return {
      decision,
      by,
      reason: 'provider',
      ...(isApproved && remember !== undefined ? { remember } : {}),
      ...(isApproved && (inFence === true || remember?.shape.does === 'fence') ? { inFence: true } : {}),
      ...(!isApproved && says !== undefined ? { says } : {}),
    }
  } catch {
    return settledWithout(waiting)
  }
}

const settledWithout = (waiting: Waiting | null): Settled =>
  waiting === null
    ? { decision: 'denied', by: 'no channel answered', reason: 'failed' }
    : { decision: 'denied', by: waiting.waitsFor, reason: waiting.because ?? 'waiting' }

/** `isNone`: the approver returned something that is not a valid answer. */
type Answered = ApprovalAnswer | (ApprovalAnswer & { readonly isNone: true })
type Said = Answered | Waiting | null

const isAnswer = (said: Said): said is Answered => said !== null && 'decision' in said

/** A person's channel that fails gives no answer; an invalid answer is a denial. */
async function answerOf(approver: Approver, request: ApprovalRequest, asking: Asking): Promise<Said> {
  try {
    const { claimFor, ...open } = asking
    const answer = await approver.request(request, { ...open, claim: () => claimFor(approver) })
    if (answer === null || 'waitsFor' in answer) return answer
    if (outcomes.has(answer.decision)) return answer
    return { decision: 'denied', by: `${approver.name} returned an invalid answer`, isNone: true }
  } catch {
    return approver.channel === 'code' ? { decision: 'denied', by: `${approver.name} failed` } : null
  }
}

const outcomes = new Set<string>(['approved', 'approved_for_session', 'denied', 'abort'])

const withdrawn = (signal: AbortSignal | null): Settled => ({
  decision: 'denied',
  by: signal?.reason instanceof SessionStopped ? stopper(signal.reason.stop) : 'the caller disconnected',
  reason: 'cancelled',
})

const stopper = ({ by, session }: SessionStop): string =>
  `${by} stopped ${session === null ? 'all sessions' : 'the session'}`

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
