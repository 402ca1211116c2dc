import { type Asked, newAskedKeys } from './approvals/asked-keys.ts'
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
  let open = 0
  let announced: Promise<Fault | null> | null = null
  const hash = ports.hash === undefined ? {} : { hash: ports.hash }

  const judgeCall = (call: Call): Judgement =>
    judge(call, { policies, facts: ports.facts, runKey: ports.runKey, tools, readers: loadedReaders(), ...hash })

  async function record(batch: readonly JournalEvent[]): Promise<Fault | null> {
    const written = await ports.journal.append(batch)
    for (const event of batch) events.send(() => redactedEvent(event))
    return written.ok ? null : written.faults[0]
  }

  /** Before the first call: what these policies change, compared with those that the last process used here (R221). */
  function announce(): Promise<Fault | null> {
    announced ??= announceOnce()
    return announced
  }

  async function announceOnce(): Promise<Fault | null> {
    if (ports.policyMemory === undefined) return null
    const before = ports.policyMemory.recall(place.workspace)
    const fault = before?.digest === policies.digest ? null : await recordPolicies(before, policies)
    if (fault !== null) announced = null
    return fault
  }

  /** A change of policy comes into force after its record: both digests, and what it lets through that was not before. */
  async function recordPolicies(before: Allowance | null, next: Policies): Promise<Fault | null> {
    const after = allowanceOf(next)
    const previous = before?.digest ?? null
    const at = ports.clock.now().toISOString()
    const widened = widenedBy(before, after)
    const fault = await record([{ type: 'policy_loaded', at, digest: after.digest, previous, widened }])
    if (fault === null) ports.policyMemory?.remember(place.workspace, after)
    return fault
  }

  async function checkCall(call: Call, { signal, asks = 'gate' }: CheckOptions): Promise<Verdict> {
    await loadReaders(JSON.stringify(call.input))
    // A reload while a question is open does not change what was asked.
    const inForce = policies
    const log = callEvents({ ...call, place: placeUnder(inForce, call.place) }, ports)
    const judgement = judgeCall(call)
    const opening = log.requested(judgement)
    const leave = (verdict: Verdict, batch: readonly JournalEvent[]) => leaveWith(verdict, batch, log, inForce)
    const unannounced = await announce()
    if (unannounced !== null) return leave(unrecorded(judgement.verdict, unannounced), opening)
    // Where nobody watches, the client's prompt reaches nobody either (C28).
    const automation = call.place.automation || inForce.automation
    if (judgement.verdict.decision !== 'ask' || (asks === 'client' && !automation))
      return leave(judgement.verdict, opening)
    const about = askedAbout(call, judgement, ports)
    const remembered = asked.recall(about)
    if (remembered !== null)
      return leave(answered(judgement.verdict, remembered), [...opening, log.decided(remembered, judgement)])
    const question = approvalRequest(call, judgement, ports)
    const shown = await record([...opening, log.asked(question)])
    if (shown !== null) return leave(unrecorded(judgement.verdict, shown), [])
    const settled = await askFor(question, { call, inForce }, signal ?? null)
    asked.remember(about, settled)
    return leave(answered(judgement.verdict, settled), [log.decided(settled, judgement, question.id)])
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

const approvalRequest = (call: Call, judgement: Judgement, ports: Ports): ApprovalRequest => ({
  id: ports.newId(),
  key: judgement.verdict.key,
  session: call.place.session,
  tool: call.tool,
  summary: judgement.description?.summary ?? call.tool,
  details: judgement.verdict.request,
  escalated: judgement.description?.escalated ?? false,
  verdict: redactVerdict(judgement.verdict),
  binding: bindingOf(call, judgement, ports),
})

/** What an answer that is kept for later holds for: this call, in this world, asked about for these reasons. */
function bindingOf({ tool, input, place }: Call, { verdict, facts: told }: Judgement, ports: Ports): string | null {
  const { facts, runKey, env = {} } = ports
  const files = filesBehind({ verdict, told, facts })
  if (files === null) return null
  return callBinding({ tool, input, place, env, facts: files, rules: whyAsked(verdict), runKey })
}
