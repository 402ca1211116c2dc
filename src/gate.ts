import { askedCall } from './approvals/asked-call.ts'
import { type Asked, newAskedKeys } from './approvals/asked-keys.ts'
import { type GrantOffer, offersFor } from './approvals/grant-offer.ts'
import { newGrants } from './approvals/grants.ts'
import { callBinding } from './approvals/key.ts'
import { filesBehind, rememberedFor, whyAsked } from './approvals/remembered-for.ts'
import { mayTimeOutToAllow, type Settled, settle, tooManyOpen } from './approvals/settle.ts'
import { type Broadcast, broadcast } from './audit/broadcast.ts'
import { type CallEvents, callEvents } from './audit/call-events.ts'
import type { JournalEvent } from './audit/event.ts'
import { redactedEvent } from './audit/record.ts'
import { redactVerdict } from './audit/redact-verdict.ts'
import type { Call, Place } from './core/call.ts'
import { type Fault, fail, type Result } from './core/fault.ts'
import { limits } from './core/limits.ts'
import type { Verdict } from './core/verdict.ts'
import { type Judgement, judge, placeUnder, refusal } from './judge.ts'
import type { Policies } from './policy/policies.ts'
import { policyWarnings } from './policy/warnings.ts'
import { type Allowance, allowanceOf, widenedBy } from './policy/widening.ts'
import type { ApprovalRequest, Ports } from './ports.ts'
import { answered, unrecorded } from './settled-verdict.ts'
import { loadedReaders, loadReaders } from './shell/code/load-readers.ts'
import { type CallInput, takeCall } from './take-call.ts'
import type { DescribeOptions } from './tools/describe.ts'

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
  /** Only the verdict, which may be `ask`; nothing is asked and nothing recorded. */
  judge(call: CallInput): Verdict
  /** Everything that is recorded, as it is recorded. */
  readonly events: Broadcast<JournalEvent>
  /** Puts new policies in force for calls that come later: all of them or none. */
  reload(policies: Policies): Promise<Result<void>>
}

export interface CheckOptions {
  readonly signal?: AbortSignal
  /** `client`: the client has a prompt of its own, so an ask is recorded and returned as it is. */
  readonly asks?: 'gate' | 'client'
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
  const asked = newAskedKeys()
  const grants = newGrants({ ...ports, record })
  let open = 0
  let announced: Promise<Fault | null> | null = null
  ports.follow?.({ events, policies: () => policies, place })
  const hash = ports.hash === undefined ? {} : { hash: ports.hash }

  const judgeCall = (call: Call): Judgement =>
    judge(call, { policies, facts: ports.facts, runKey: ports.runKey, tools, readers: loadedReaders(), ...hash })

  async function record(batch: readonly JournalEvent[]): Promise<Fault | null> {
    if (batch.length === 0) return null
    const written = await ports.journal.append(batch)
    for (const event of batch) events.send(redactedEvent(event))
    return written.ok ? null : written.faults[0]
  }

  /** Before the first call: what these policies change, compared with those that the last process used here (R221). */
  function announce(): Promise<Fault | null> {
    announced ??= announceOnce()
    return announced
  }

  async function announceOnce(): Promise<Fault | null> {
    const before = ports.policyMemory?.recall(place.workspace) ?? null
    if (before?.digest === policies.digest) {
      // What the journal has already, whoever listens to this gate has not heard.
      for (const warning of warningsOf(policies)) events.send(warning)
      return null
    }
    const fault = await (ports.policyMemory === undefined
      ? record(warningsOf(policies))
      : recordPolicies(before, policies))
    if (fault !== null) announced = null
    return fault
  }

  /** A change of policy comes into force after its record: both digests, and what it lets through that was not before. */
  async function recordPolicies(before: Allowance | null, next: Policies): Promise<Fault | null> {
    const after = allowanceOf(next)
    const previous = before?.digest ?? null
    const at = ports.clock.now().toISOString()
    const widened = widenedBy(before, after)
    const fault = await record([
      { type: 'policy_loaded', at, digest: after.digest, previous, widened },
      ...warningsOf(next),
    ])
    if (fault === null) ports.policyMemory?.remember(place.workspace, after)
    return fault
  }

  const warningsOf = (loaded: Policies): readonly JournalEvent[] => {
    const at = ports.clock.now().toISOString()
    return policyWarnings(loaded).map(warning => ({ type: 'policy_warned', at, digest: loaded.digest, ...warning }))
  }

  async function checkCall(call: Call, { signal, asks = 'gate' }: CheckOptions): Promise<Verdict> {
    await loadReaders(JSON.stringify(call.input))
    // A reload while a question is open does not change what was asked.
    const inForce = policies
    const placed = { ...call, place: placeUnder(inForce, call.place) }
    const log = callEvents(placed, ports)
    const judgement = judgeCall(call)
    const opening = log.requested(judgement)
    const leave = (verdict: Verdict, batch: readonly JournalEvent[]) => leaveWith(verdict, batch, log, inForce)
    const unannounced = await announce()
    if (unannounced !== null) return leave(unrecorded(judgement.verdict, unannounced), opening)
    // Where nobody watches, the client's prompt reaches nobody either (C28).
    const automation = call.place.automation || inForce.automation
    if (judgement.verdict.decision !== 'ask') return leave(judgement.verdict, opening)
    const question = askedCall(placed, judgement.verdict, judgement.description)
    const granted = grants.answer(question, inForce)
    if (asks === 'client' && !automation && granted === null) return leave(judgement.verdict, opening)
    const about = askedAbout(call, judgement, ports)
    const remembered = asked.recall(about) ?? granted
    if (remembered !== null)
      return leave(answered(judgement.verdict, remembered), [...opening, log.decided(remembered, judgement)])
    const request = approvalRequest(call, judgement, ports, question === null ? [] : offersFor(question, inForce))
    const shown = await record([...opening, log.asked(request)])
    if (shown !== null) return leave(unrecorded(judgement.verdict, shown), [])
    const settled = await askFor(request, { call, inForce }, signal ?? null)
    asked.remember(about, settled)
    const notKept = await grants.keep(request, settled)
    const noted = notKept === null ? settled : { ...settled, notes: [...(settled.notes ?? []), notKept] }
    return leave(answered(judgement.verdict, noted), [log.decided(noted, judgement, request.id)])
  }

  /** The verdict leaves only after its record is safe; without one, nothing above a read runs. */
  async function leaveWith(
    verdict: Verdict,
    batch: readonly JournalEvent[],
    log: CallEvents,
    { digest }: Policies,
  ): Promise<Verdict> {
    const fault = await record([...batch, ...log.judged(verdict, digest)])
    return fault === null ? verdict : unrecorded(verdict, fault)
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
      return taken.ok ? judgeCall(taken.value).verdict : refusal(taken.faults[0])
    },
    check: async (raw, checkOptions = {}) => {
      const taken = takeCall(raw, place)
      if (!taken.ok) return refuseCall(taken.faults[0])
      try {
        return await checkCall(taken.value, checkOptions)
      } catch {
        return refusal({ code: 'internal', message: 'the gatekeeper failed' })
      }
    },
    reload: async next => {
      const fault = (await announce()) ?? (await recordPolicies(allowanceOf(policies), next))
      if (fault !== null) return fail(fault.code, fault.message)
      policies = next
      return { ok: true, value: undefined }
    },
  }

  /** Input that is no call is recorded too, under a name of its own. */
  async function refuseCall(fault: Fault): Promise<Verdict> {
    const call: Call = { tool: '(unreadable)', input: {}, place, id: null }
    const log = callEvents(call, ports)
    const verdict = refusal(fault)
    return leaveWith(verdict, log.requested({ verdict, facts: [] }), log, policies)
  }
}

/** What a remembered answer to this call would be filed under. */
const askedAbout = ({ place }: Call, { verdict, facts }: Judgement, ports: Ports): Asked => ({
  session: place.session,
  key: verdict.key,
  heldFor: rememberedFor({ verdict, told: facts, facts: ports.facts }, place.agents),
})

/** What a question is asked about, and under which policies. */
interface AskedCall {
  readonly call: Call
  readonly inForce: Policies
}

const approvalRequest = (
  call: Call,
  judgement: Judgement,
  ports: Ports,
  offers: readonly GrantOffer[],
): ApprovalRequest => ({
  id: ports.newId(),
  key: judgement.verdict.key,
  session: call.place.session,
  tool: call.tool,
  summary: judgement.description?.summary ?? call.tool,
  details: judgement.verdict.request,
  escalated: judgement.description?.escalated ?? false,
  verdict: redactVerdict(judgement.verdict),
  binding: bindingOf(call, judgement, ports),
  offers,
})

/** What an answer that is kept for later holds for: this call, in this world, asked about for these reasons. */
function bindingOf({ tool, input, place }: Call, { verdict, facts: told }: Judgement, ports: Ports): string | null {
  const { facts, runKey, env = {} } = ports
  const files = filesBehind({ verdict, told, facts })
  if (files === null) return null
  return callBinding({ tool, input, place, env, facts: files, rules: whyAsked(verdict), runKey })
}
