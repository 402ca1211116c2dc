import { newAnsweredKeys, type RememberedKey } from '../approvals/answered-keys.ts'
import { type AskedCall, askedCall } from '../approvals/asked-call.ts'
import type { Grant } from '../approvals/grants/grant.ts'
import { offersFor } from '../approvals/grants/grant-offer.ts'
import { newGrants } from '../approvals/grants/grants.ts'
import { modeAnswer } from '../approvals/mode-answer.ts'
import { mayTimeOutToAllow, type Settled, settle, tooManyOpen } from '../approvals/settle.ts'
import { standingAnswer } from '../approvals/standing-answer.ts'
import { limits } from '../core/limits.ts'
import { approvalRequest, rememberedKey } from './approval-request.ts'
import { openingOffers, withoutFenceOffers } from './contain/opening-offers.ts'
import type { JudgedCall, SettledVerdict } from './judged-call.ts'
import type { ApprovalRequest, Ports } from './ports.ts'
import type { RecordEvents } from './record-events.ts'
import { answered, unrecorded } from './settled-verdict.ts'

/** The questions of one gate, and the answers that it remembers. */
export interface Questions {
  /** The answer of a grant or of the mode that a person chose, if it covers everything the call asks. */
  granted(judged: JudgedCall): Settled | null
  /** Every grant that is kept, also those that end with a session. */
  kept(): readonly Grant[]
  open(judged: JudgedCall, granted: Settled | null): CallQuestion
  /** The answer that was given earlier: for this session, by a grant, or for the exec session that the call types into. */
  answerFromMemory(question: CallQuestion): SettledVerdict | null
  /** Records the question, shows it to the approvers and remembers the answer as far as it may be remembered. */
  ask(question: CallQuestion): Promise<SettledVerdict>
}

/** The question about one call. */
export interface CallQuestion {
  readonly judged: JudgedCall
  readonly granted: Settled | null
  /** INVARIANT: taken before the question is shown, so that an answer holds for the files as they were then. */
  readonly key: RememberedKey
}

export function newQuestions(ports: Ports, record: RecordEvents): Questions {
  const answers = newAnsweredKeys()
  const grants = newGrants({ ...ports, record })
  let open = 0

  const asGrantsSee = ({ call, judgement, policies: { sensitive }, inside }: JudgedCall): AskedCall | null =>
    askedCall(call, judgement.verdict, {
      description: judgement.description,
      seen: { facts: ports.facts, sensitive },
      inside,
    })

  /** Asks, unless more questions are open than a person could look at. */
  async function settleQuestion(request: ApprovalRequest, { call, policies, checking }: JudgedCall): Promise<Settled> {
    const { timeoutMs, onTimeout } = policies.approvals
    const { automation } = call.place
    const mayAllow = mayTimeOutToAllow({ risk: request.verdict.risk, escalated: request.escalated, automation })
    if (open >= limits.pendingApprovals) return tooManyOpen
    open += 1
    try {
      return await settle({
        request,
        approvers: ports.approvers,
        automation,
        timeoutMs,
        onTimeout: mayAllow ? onTimeout : 'deny',
        clock: ports.clock,
        signal: checking.signal,
      })
    } finally {
      open -= 1
    }
  }

  /** Remembers an answer for the session and, if the person chose so, as a grant; says so if a grant could not be kept. */
  async function remember(request: ApprovalRequest, settled: Settled, { judged, key }: CallQuestion): Promise<Settled> {
    // An opened fence answers no other question.
    if (settled.inFence !== true) answers.remember(key, settled)
    if (settled.decision === 'approved_for_session') judged.judgement.description?.typing?.approve()
    const notKept = await grants.keep(request, settled)
    return notKept === null ? settled : { ...settled, notes: [...(settled.notes ?? []), notKept] }
  }

  return {
    granted: judged => {
      const asked = asGrantsSee(judged)
      return grants.answer(asked, judged.policies) ?? modeAnswer(asked, judged.switched.mode, judged.policies)
    },
    kept: () => grants.all(),
    open: (judged, granted) => ({ judged, granted, key: rememberedKey(judged, ports) }),
    answerFromMemory: ({ judged, granted, key }) => {
      const { judgement, opening, log } = judged
      const answer = answers.recall(key) ?? granted ?? standingAnswer(standingQuestion(judged))
      if (answer === null) return null
      return {
        verdict: answered(judgement.verdict, answer),
        unrecorded: [...opening, log.decided(answer, judgement)],
        ...leaving(judged, answer),
      }
    },
    ask: async question => {
      const { judged } = question
      const { judgement, opening, log, policies } = judged
      const asked = asGrantsSee(judged)
      const request = approvalRequest(judged, ports, [
        ...openingOffers(judged, ports.facts),
        ...withoutFenceOffers(judged, asked === null ? [] : offersFor(asked, policies)),
      ])
      const fault = await record([...opening, log.approvalRequested(request)])
      if (fault !== null) return { verdict: unrecorded(judgement.verdict, fault), unrecorded: [] }
      const answer = await remember(request, await settleQuestion(request, judged), question)
      return {
        verdict: answered(judgement.verdict, answer),
        unrecorded: [log.decided(answer, judgement, request.id)],
        ...(answer.inFence === true ? { isOpened: true as const } : leaving(judged, answer)),
      }
    },
  }
}

/**
 * Whether the answer lets a program that failed in the fence run without it. A remembered answer does: it was given to the same
 * question, because a grant covers only the reasons that it was given for.
 */
const leaving = (
  { judgement: { containment } }: JudgedCall,
  { reason }: Settled,
): Pick<SettledVerdict, 'leavesFence'> =>
  containment?.failure != null && (reason === 'provider' || reason === 'granted' || reason === 'cached')
    ? { leavesFence: true }
    : {}

const standingQuestion = ({ call, judgement, policies }: JudgedCall) => ({
  approved: judgement.description?.typing?.approved ?? null,
  verdict: judgement.verdict,
  place: call.place,
  policies,
})
