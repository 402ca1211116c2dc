import type { ApprovalAnswer, Approver, OpenQuestion, Waiting } from '../../approvals/approver.ts'
import { grantFrom } from '../../approvals/grants/grant-offer.ts'
import { isApprovalId } from '../../approvals/pending.ts'
import { answerFormat, readAnswerBody } from '../../approvals/respond.ts'
import {
  type ApprovalStore,
  howToApprove,
  type StoredQuestion,
  storedApprover,
} from '../../approvals/stored-approver.ts'
import { broadcast } from '../../audit/broadcast.ts'
import type { ApprovalDecided } from '../../audit/event.ts'
import { timestamp } from '../../core/clock.ts'
import { sha256 } from '../../core/digest.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Ports } from '../../gate/ports.ts'
import { gitBranch } from '../../io/files/git-branch.ts'
import { type Asker, type NamedQuestion, openApprovals, setMostQuestions } from '../../io/stores/approval-store.ts'
import { readQuestion, waitingQuestionText } from '../../io/stores/waiting-question.ts'
import type { Card, StreamEvents } from '../api.ts'
import { cardOf } from './card.ts'
import type { Inbox, InboxEvent, Responded } from './inbox.ts'
import { opensFence, type PersonAnswer, personAnswer } from './person-answer.ts'
import { type StoredChange, storedQuestions } from './stored-questions.ts'

export interface InboxOptions {
  /** The directory of questions and answers, shared with hooks and `sallyport approve`. */
  readonly directory: string
  readonly ports: Pick<Ports, 'clock' | 'journal' | 'grants' | 'newId'>
  readonly machine: string
  /** The person's home, so that paths on cards are short. */
  readonly home: string
  /** Earlier answers to requests with this approval key. */
  readonly earlier?: (key: string) => Card['earlier']
  /** How many calls may wait at once; a further one is denied at once (R148). */
  readonly most?: number
  /** How long a question waits unless a person extends it (R71). */
  readonly questionMs?: number
}

/** The inbox with the side that the hooks use. */
export interface OpenInbox extends Inbox {
  /** Asks the people at the inbox for a call whose client waits. */
  approver(caller: Caller): Approver
  /** Ends the question with the outcome that the journal has. */
  decided(event: Pick<ApprovalDecided, 'approval' | 'decision' | 'reason'> & Partial<Pick<ApprovalDecided, 'by'>>): void
}

/** A client that waits for its hook. */
export interface Caller {
  readonly asker: Asker
  /** How long the client waits at most. */
  readonly patienceMs: number
  /** Called when the question is shown, and when it got more time. */
  readonly onWait: (ms: number) => void
}

type Outcome = StreamEvents['approval_over']['outcome']

/** A question whose caller waits. */
interface Live {
  readonly stored: StoredQuestion
  readonly caller: Caller
  readonly asking: OpenQuestion
  /** The latest time that it can be extended to. */
  readonly latest: number
  readonly wake: (answer: ApprovalAnswer | Waiting) => void
  readonly question: NamedQuestion
  card: Card
  isOpen: boolean
  stopTimers: () => void
}

/** Before a question expires, everyone who sees it is warned. */
const warningMs = 20_000
/** The policy's own timeout comes later, so that an expired question says how to approve the call. */
const marginMs = 1_000
const pollMs = 200
const pollsPerTidy = 300

export function openInbox(options: InboxOptions): OpenInbox {
  const { directory, ports, machine, home, most = limits.pendingApprovals, questionMs = limits.questionMs } = options
  const { clock } = ports
  const earlierOf = options.earlier ?? (() => [])
  const now = () => clock.now().getTime()
  setMostQuestions(directory, most + limits.waitingQuestions)
  const approvals = openApprovals(directory, clock, { tidies: 'on_demand' })
  approvals.tidyAnswers()
  const stored = storedQuestions(directory, approvals, clock)
  const live = new Map<string, Live>()
  /** The waiting calls of each stored question. Equal calls share one. */
  const awaited = new Map<string, Set<Live>>()
  const cards = new Map<string, Card>()
  const events = broadcast<InboxEvent>()
  let isClosed = false
  let stopPolling = () => {}
  let polls = 0

  const storedCard = (question: NamedQuestion): Card => {
    const { id, key, cwd, until } = question
    const context = { id, until, machine, home, branch: gitBranch(cwd), earlier: earlierOf(key), live: false }
    return cardOf(question, context)
  }

  const isAwaited = (id: string): boolean => awaited.has(id)

  /** Takes in what other processes stored: cold hooks, and people at a terminal. */
  function refresh(): void {
    if (live.size > 0 && stored.hasNewAnswers()) {
      for (const id of approvals.answeredIds()) for (const one of awaited.get(id) ?? []) takeAnswer(one)
    }
    announce(stored.refresh())
  }

  function announce({ added, gone }: StoredChange): void {
    for (const question of gone) endStored(question)
    for (const question of added) showStored(question)
  }

  /** A question whose caller waits has a card of its own; the stored one appears when that caller gives up. */
  function showStored(question: NamedQuestion, replaces: string | null = null): void {
    if (cards.has(question.id) || isAwaited(question.id)) return
    const card = storedCard(question)
    cards.set(card.id, card)
    events.send(() => requiredEvent(card, replaces))
  }

  function endStored({ id, until }: NamedQuestion): void {
    if (!cards.delete(id)) return
    const outcome = approvals.answered(id) ?? (until <= now() ? 'expired' : 'cancelled')
    events.send(() => ({ type: 'approval_over', approval_id: id, outcome }))
  }

  /** Returns the id if the stored question had a card. */
  function hideStored(id: string): string | null {
    if (!cards.delete(id)) return null
    events.send(() => ({ type: 'approval_over', approval_id: id, outcome: 'cancelled' }))
    return id
  }

  function wait(caller: Caller, kept: StoredQuestion, asking: OpenQuestion): Promise<ApprovalAnswer | Waiting> {
    // A client that cannot wait gets its denial at once; its question is stored, and an approval counts for its next try.
    const question = isClosed || longestWait(caller, asking) === 0 ? null : questionOf(caller, kept)
    if (question === null) return Promise.resolve({ waitsFor: howToApprove(kept.id) })
    return new Promise(wake => show({ caller, stored: kept, asking, wake, question }))
  }

  const questionOf = ({ asker }: Caller, { request, binding, id }: StoredQuestion): NamedQuestion | null => {
    const question = readQuestion(waitingQuestionText(request, binding, { ...asker, now: now() }))
    return question === null ? null : { id, ...question }
  }

  function show(opened: Pick<Live, 'caller' | 'stored' | 'asking' | 'wake' | 'question'>): void {
    const { caller, asking, question } = opened
    const { id, key } = opened.stored.request
    const latest = now() + longestWait(caller, asking)
    const until = Math.min(now() + questionMs, latest)
    const context = { id, until, machine, home, branch: gitBranch(question.cwd), earlier: earlierOf(key), live: true }
    const one: Live = { ...opened, latest, card: cardOf(question, context), isOpen: true, stopTimers: () => {} }
    const replaces = hideStored(question.id)
    stored.add(question)
    live.set(id, one)
    awaited.set(question.id, (awaited.get(question.id) ?? new Set()).add(one))
    asking.signal.addEventListener('abort', () => close(one), { once: true })
    startTimers(one)
    events.send(() => requiredEvent(one.card, replaces))
    caller.onWait(until - now())
  }

  function startTimers(one: Live): void {
    const left = one.card.until - now()
    const stopWarning = clock.after(Math.max(left - warningMs, 0), () => tellChange(one, true))
    const stopExpiry = clock.after(left, () => expire(one))
    one.stopTimers = () => {
      stopWarning()
      stopExpiry()
    }
  }

  const tellChange = ({ card: { id, until }, isOpen }: Live, expiresSoon: boolean): void => {
    if (isOpen) events.send(() => ({ type: 'approval_changed', approval_id: id, until, expiresSoon }))
  }

  /** The caller no longer needs an answer. The card is removed when the journal has the outcome. */
  function close(one: Live): void {
    one.isOpen = false
    one.stopTimers()
  }

  /** INVARIANT: one answer, timeout or disconnect settles a question; the first that claims it. */
  function settle(one: Live, answer: () => ApprovalAnswer | Waiting): boolean {
    if (!one.isOpen || !one.asking.claim()) return false
    close(one)
    one.wake(answer())
    return true
  }

  const storeOf = ({ caller }: Live) => approvals.store(caller.asker)

  function expire(one: Live): void {
    const { id, binding } = one.stored
    const seconds = Math.round((now() - one.card.at) / 1_000)
    settle(one, () => storeOf(one).take(binding) ?? { waitsFor: expired(id, seconds), because: 'timeout' })
  }

  /** Settles the question if another process, or another call with the same id, has an answer for it. */
  function takeAnswer(one: Live): boolean {
    if (!one.isOpen) return false
    const answer = storeOf(one).take(one.stored.binding)
    return answer !== null && settle(one, () => answer)
  }

  /** INVARIANT: the file of the answer decides between this inbox and a person at a terminal: only one of them can create it. */
  function answerLive(one: Live, { answer, scope }: PersonAnswer): Responded {
    if (!one.isOpen || !one.asking.claim()) return notPending
    close(one)
    const { decision, by, says } = answer
    const isApproved = decision === 'approved'
    const kept = approvals.answer(one.stored, {
      decision: isApproved ? 'approved' : 'denied',
      by,
      ...(says === undefined ? {} : { says }),
      ...(answer.remember?.shape.does === 'fence' ? { inFence: true } : {}),
    })
    const taken = storeOf(one).take(one.stored.binding)
    if (!kept.ok) {
      one.wake(taken ?? { decision: 'denied', by: kept.faults[0].message })
      return taken === null ? refused(500, kept.faults[0].message) : notPending
    }
    one.wake(taken === null ? { decision: 'denied', by: usedElsewhere } : answer)
    shareAnswer(one)
    return taken === null ? notPending : accepted(one.card.id, isApproved, scope)
  }

  /** Other calls with the same question share a denial, and the approval if they have the same id. The rest ask on. */
  function shareAnswer({ stored: { id } }: Live): void {
    for (const one of awaited.get(id) ?? [])
      if (one.isOpen && !takeAnswer(one)) storeOf(one).keep(one.stored.request, one.stored.binding)
  }

  /** INVARIANT: the answer is recorded before it counts, as it is at the terminal. */
  async function answerStored(question: NamedQuestion, { answer, granted, scope }: PersonAnswer): Promise<Responded> {
    const { id, approval, tool, summary } = question
    const { by, says } = answer
    const isApproved = answer.decision === 'approved'
    const recorded = await record(isApproved ? 'approve' : 'deny', `${id} ${approval} ${tool}: ${summary}`, by)
    if (!recorded.ok) return refused(500, recorded.faults[0].message)
    const kept = approvals.answer(question, {
      decision: isApproved ? 'approved' : 'denied',
      by,
      ...(says === undefined ? {} : { says }),
      ...(granted?.offer.shape.does === 'fence' ? { inFence: true } : {}),
    })
    if (!kept.ok) return notPending
    const saved = granted === null ? ok(undefined) : await saveGrant(granted, by)
    // INVARIANT: with a grant, later calls are covered by it alone, so that nothing is left when it is revoked.
    const isOpening = granted !== null && opensFence(granted.offer)
    if (granted !== null && (saved.ok || isOpening)) approvals.withdraw(question)
    if (!saved.ok && isOpening) return refused(500, saved.faults[0].message)
    announce(stored.refresh())
    return accepted(id, isApproved, saved.ok ? scope : 'once')
  }

  async function saveGrant({ offer, scope }: NonNullable<PersonAnswer['granted']>, by: string): Promise<Result<void>> {
    const id = sha256(ports.newId()).slice(0, 8)
    const recorded = await record('grant', `${id} ${scope}: ${offer.text}`, by)
    if (!recorded.ok) return recorded
    const grant = grantFrom(offer, { id, scope, by, at: now() })
    return (await ports.grants?.save(grant)) ?? fail('config_error', 'there is no store for grants')
  }

  const record = (setting: string, value: string, by: string) =>
    ports.journal.append([{ type: 'setting_changed', at: timestamp(clock.now()), session: null, setting, value, by }])

  /** Looks for changes on disk, also while no page is open, because a caller may wait. */
  function poll(): void {
    stopPolling()
    if (isClosed) return
    stopPolling = clock.after(pollMs, () => {
      refresh()
      polls += 1
      if (polls % pollsPerTidy === 0) approvals.tidyAnswers()
      poll()
    })
  }

  announce(stored.refresh())
  poll()

  return {
    events,
    list: () => [...cards.values(), ...openCards(live)].sort((a, b) => a.at - b.at),
    find: id => {
      if (!isApprovalId(id)) return null
      const one = live.get(id)
      return one?.isOpen === true ? one.card : (cards.get(id) ?? null)
    },
    respond: async (id, body, by) => {
      if (!isApprovalId(id)) return refused(400, 'this is not an approval id')
      const given = readAnswerBody(body)
      if (given === null) return refused(400, answerFormat)
      const one = live.get(id)
      const question = one?.question ?? (cards.has(id) ? stored.find(id) : null)
      if (question === null) return notPending
      const answer = personAnswer(question, given, by)
      if (answer === null) return refused(400, 'this question has no such offer for that scope')
      return one === undefined ? answerStored(question, answer) : answerLive(one, answer)
    },
    extend: id => {
      const one = live.get(id)
      if (one?.isOpen !== true) return null
      one.stopTimers()
      one.card = { ...one.card, until: Math.min(one.card.until + questionMs, one.latest) }
      startTimers(one)
      tellChange(one, false)
      one.caller.onWait(one.card.until - now())
      return one.card.until
    },
    approver: caller => {
      const store = approvals.store(caller.asker)
      const limited: ApprovalStore = {
        take: store.take,
        keep: (request, binding) => (live.size >= most ? tooMany : store.keep(request, binding)),
      }
      return { ...storedApprover(limited, (kept, asking) => wait(caller, kept, asking)), name: 'inbox' }
    },
    decided: event => {
      const one = live.get(event.approval)
      if (one === undefined) return
      close(one)
      live.delete(event.approval)
      const others = awaited.get(one.stored.id)
      others?.delete(one)
      if (others?.size === 0) awaited.delete(one.stored.id)
      const outcome = outcomeOf(event)
      // The person who withdrew a call does not want it any more. A server that stops keeps its questions.
      if (outcome === 'cancelled' && !isClosed && !isAwaited(one.stored.id)) approvals.drop(one.stored)
      events.send(() => ({ type: 'approval_over', approval_id: event.approval, outcome, by: event.by ?? null }))
      const left = stored.find(one.stored.id)
      if (left !== null && approvals.find(left.id) !== null) showStored(left, event.approval)
    },
    close: async () => {
      isClosed = true
      stopPolling()
      for (const one of live.values()) settle(one, () => ({ waitsFor: howToApprove(one.stored.id) }))
    },
  }
}

const requiredEvent = (card: Card, replaces: string | null): InboxEvent => ({
  type: 'approval_required',
  approval_id: card.id,
  card,
  ...(replaces === null ? {} : { replaces }),
})

const longestWait = ({ patienceMs }: Caller, { timeoutMs }: OpenQuestion): number =>
  Math.max(Math.min(patienceMs, timeoutMs - marginMs), 0)

const openCards = (live: ReadonlyMap<string, Live>): readonly Card[] =>
  [...live.values()].flatMap(({ isOpen, card }) => (isOpen ? [card] : []))

const refused = (status: keyof typeof codes, error: string): Responded => ({
  status,
  body: { error, code: codes[status] },
})
const codes = { 400: 'validation', 404: 'not_found', 500: 'not_recorded' } as const
const notPending = refused(404, 'no pending approval with this id')

const accepted = (id: string, approved: boolean, scope: string): Responded => ({
  status: 200,
  body: { approval_id: id, approved, ...(approved ? { scope } : {}) },
})

/** The outcome as people see it. INVARIANT: it follows from the record in the journal. */
const outcomeOf = ({ decision, reason }: Pick<ApprovalDecided, 'decision' | 'reason'>): Outcome => {
  if (decision === 'approved' || decision === 'approved_for_session') return 'approved'
  if (reason === 'timeout') return 'expired'
  return reason === 'cancelled' || reason === 'waiting' ? 'cancelled' : 'denied'
}

const expired = (id: string, seconds: number): string =>
  `the question expired after ${seconds} s, no one refused the call: ${howToApprove(id)}; the console can approve it too`

const tooMany = fail('limit_reached', 'too many questions are open')

const usedElsewhere = 'another call like this one used the answer'
