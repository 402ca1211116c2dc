import { newAnsweredKeys } from '../approvals/answered-keys.ts'
import { askedCall } from '../approvals/asked-call.ts'
import { offersFor } from '../approvals/grant-offer.ts'
import { newGrants } from '../approvals/grants.ts'
import { mayTimeOutToAllow, type Settled, settle, tooManyOpen } from '../approvals/settle.ts'
import { standingAnswer } from '../approvals/standing-answer.ts'
import { type Broadcast, broadcast } from '../audit/broadcast.ts'
import { callEvents } from '../audit/call-events.ts'
import type { JournalEvent, RunEnded, RunStarted } from '../audit/event.ts'
import { redactedEvent } from '../audit/record.ts'
import type { Call, Place } from '../core/call.ts'
import { type Fault, fail, ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import { loadedReaders, loadReaders } from '../shell/code/load-readers.ts'
import type { DescribeOptions } from '../tools/describe.ts'
import { approvalRequest, rememberedKey } from './approval-request.ts'
import { type Judgement, judge, placeUnder, refusal } from './judge.ts'
import { type Leaving, type Left, leaveCall } from './leave-call.ts'
import { policyAnnouncer } from './policy-announcer.ts'
import type { ApprovalRequest, Ports } from './ports.ts'
import { type Execute, type Outcome, refusedOutcome, runCall } from './run-call.ts'
import { answered, unrecorded } from './settled-verdict.ts'
import { type CallInput, takeCall } from './take-call.ts'

export interface GateOptions {
  readonly policies: Policies
  readonly ports: Ports
  /** Where calls stand unless they say otherwise. */
  readonly place: Place
  readonly tools?: DescribeOptions
}

/** Decides about tool calls. One gate serves any number of calls at once. */
export interface Gate {
  /** Settles every ask itself: the verdict is `allow` or `deny`, recorded before it is returned (R183). */
  check(call: CallInput, options?: CheckOptions): Promise<Verdict>
  /**
   * Checks a call and runs it, for those who run the tool themselves. `execute` is called once at most, after its start is
   * recorded, and in what it gets as `plan`. Never rejects: every call has one outcome (R198).
   */
  run<T>(call: CallInput, execute: Execute<T>, options?: RunOptions): Promise<Outcome<T>>
  /** Only the verdict, which may be `ask`; nothing is asked and nothing recorded. */
  judge(call: CallInput): Verdict
  /** Puts the beginning or the end of a run among the events. */
  recordRun(event: RunStarted | RunEnded): Promise<Result<void>>
  /** Everything that is recorded, as it is recorded. */
  readonly events: Broadcast<JournalEvent>
  /** Puts new policies in force for calls that come later: all of them or none. */
  reload(policies: Policies): Promise<Result<void>>
}

export interface CheckOptions {
  readonly signal?: AbortSignal
  /** `client`: the client has a prompt of its own, so an ask is recorded and returned as it is. */
  readonly asks?: 'gate' | 'client'
  /** Whether the caller runs the verdict's `replacement` where there is one; otherwise such a call is denied. */
  readonly canReplace?: boolean
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** How long the tool may run, if not an hour. */
  readonly timeoutMs?: number
}

/**
 * A gate over your ports.
 *
 * @example
 * const gate = createGate({ policies, ports, place })
 * const verdict = await gate.check({ tool: 'Bash', input: { command: 'npm test' } })
 */
export function createGate(options: GateOptions): Gate {
  const { ports, place, tools = {} } = options
  let policies = options.policies
  const events = broadcast<JournalEvent>()
  const asked = newAnsweredKeys()
  const grants = newGrants({ ...ports, record })
  let open = 0
  ports.follow?.({ events, policies: () => policies, place })
  const hash = ports.hash === undefined ? {} : { hash: ports.hash }

  const judgeCall = (call: Call, { canReplace = false }: CheckOptions): Judgement =>
    judge(call, {
      ...{ policies, facts: ports.facts, runKey: ports.runKey, tools, readers: loadedReaders(), canReplace },
      ...hash,
    })

  async function record(batch: readonly JournalEvent[]): Promise<Fault | null> {
    if (batch.length === 0) return null
    const written = await ports.journal.append(batch)
    if (!written.ok) return written.faults[0]
    for (const event of batch) events.send(() => redactedEvent(event))
    return null
  }

  const { announce, replace } = policyAnnouncer(ports, place, { record, events })

  async function checkCall(asking: Call, { signal, asks = 'gate', canReplace = false, then }: Checking): Promise<Left> {
    await loadReaders(JSON.stringify(asking.input))
    // A reload while a question is open does not change what was asked.
    const inForce = policies
    const log = callEvents({ ...asking, place: placeUnder(inForce, asking.place) }, ports)
    const judgement = judgeCall(asking, { canReplace })
    // From here on the call is what runs, which is what is asked about and what an answer holds for.
    const { call, asked: first } = judgement.replaced ?? { call: asking, asked: judgement }
    const placed = { ...call, place: placeUnder(inForce, call.place) }
    const opening = [...log.requested(first), ...(first === judgement ? [] : [log.replaced(judgement)])]
    const leaving = { call: placed, judgement, log, policies: inForce, then, signal: signal ?? null, ports, record }
    const leave = (verdict: Verdict, batch: readonly JournalEvent[]) => leaveCall(verdict, batch, leaving)
    const unannounced = await announce(inForce)
    if (unannounced !== null) return leave(unrecorded(judgement.verdict, unannounced), opening)
    // Where nobody watches, the client's prompt reaches nobody either (C28).
    const automation = call.place.automation || inForce.automation
    if (judgement.verdict.decision !== 'ask') return leave(judgement.verdict, opening)
    const question = askedCall(placed, judgement.verdict, judgement.description)
    const granted = grants.answer(question, inForce)
    if (asks === 'client' && !automation && granted === null) return leave(judgement.verdict, opening)
    const askingCall = { call: placed, judgement, policies: inForce, ports }
    const about = rememberedKey(askingCall)
    const { verdict, description } = judgement
    const standing = {
      approved: description?.typing?.approved ?? null,
      verdict,
      place: placed.place,
      policies: inForce,
    }
    const remembered = asked.recall(about) ?? granted ?? standingAnswer(standing)
    if (remembered !== null)
      return leave(answered(judgement.verdict, remembered), [...opening, log.decided(remembered, judgement)])
    const request = approvalRequest(askingCall, question === null ? [] : offersFor(question, inForce))
    const shown = await record([...opening, log.asked(request)])
    if (shown !== null) return leave(unrecorded(judgement.verdict, shown), [])
    const settled = await askFor(request, { call, inForce }, signal ?? null)
    asked.remember(about, settled)
    if (settled.decision === 'approved_for_session') description?.typing?.approve()
    const notKept = await grants.keep(request, settled)
    const noted = notKept === null ? settled : { ...settled, notes: [...(settled.notes ?? []), notKept] }
    return leave(answered(judgement.verdict, noted), [log.decided(noted, judgement, request.id)])
  }

  async function askFor(request: ApprovalRequest, asked: AskedCall, signal: AbortSignal | null): Promise<Settled> {
    const { call, inForce } = asked
    const { timeoutMs, onTimeout } = inForce.approvals
    const automation = call.place.automation || inForce.automation
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
        signal,
      })
    } finally {
      open -= 1
    }
  }

  return {
    events,
    judge: raw => {
      const taken = takeCall(raw, place)
      return taken.ok ? judgeCall(taken.value, {}).verdict : refusal(taken.faults[0])
    },
    check: async (raw, checkOptions = {}) => (await leftWith(raw, { ...checkOptions, then: 'leave' })).verdict,
    run: async (raw, execute, { timeoutMs = limits.runMs, ...checkOptions } = {}) => {
      const { verdict, started, place: at } = await leftWith(raw, { ...checkOptions, canReplace: true, then: 'run' })
      if (started === null) return refusedOutcome(verdict, at)
      const signal = checkOptions.signal ?? null
      return runCall(started, execute, { clock: ports.clock, signal, timeoutMs, record })
    },
    recordRun: async event => {
      const fault = await record([event])
      return fault === null ? ok(undefined) : fail(fault.code, fault.message)
    },
    reload: async next => {
      const fault = await replace(policies, next)
      if (fault !== null) return fail(fault.code, fault.message)
      policies = next
      return ok(undefined)
    },
  }

  async function leftWith(raw: CallInput, checking: Checking): Promise<Left> {
    const taken = takeCall(raw, checking.then === 'run' ? { ...place, runner: 'sallyport' } : place)
    if (!taken.ok) return { verdict: await refuseCall(taken.faults[0]), started: null, place }
    try {
      return await checkCall(taken.value, checking)
    } catch {
      return { verdict: refusal({ code: 'internal', message: 'the gatekeeper failed' }), started: null, place }
    }
  }

  /** Input that is no call is recorded too, under a name of its own. */
  async function refuseCall(fault: Fault): Promise<Verdict> {
    const call: Call = { tool: '(unreadable)', input: {}, place, id: null }
    const log = callEvents(call, ports)
    const verdict = refusal(fault)
    await record([...log.requested({ verdict, facts: [] }), ...log.judged(verdict, policies.digest)])
    return verdict
  }
}

interface Checking extends CheckOptions {
  readonly then: Leaving['then']
}

/** What a question is asked about, and under which policies. */
interface AskedCall {
  readonly call: Call
  readonly inForce: Policies
}
