import { measuresOf } from '../approvals/blast-radius/measures.ts'
import { type Broadcast, broadcast } from '../audit/broadcast.ts'
import { callEvents } from '../audit/call-events.ts'
import type { JournalEvent, RunEnded, RunStarted } from '../audit/event.ts'
import type { AllowMeaning } from '../core/allow-meaning.ts'
import type { Call, Place } from '../core/call.ts'
import { type Fault, fail, ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { noSwitches, SessionStopped } from '../core/switches/switches.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import { loadedReaders, loadReaders } from '../shell/code/load-readers.ts'
import type { DescribeOptions } from '../tools/describe.ts'
import { notUndoable } from '../trial/undo-ceiling.ts'
import { allowances } from './call-fence.ts'
import { carriedMarks, mayCarry } from './contain/carried-marks.ts'
import { type ContainCaller, containCall, containOpened, withoutFence } from './contain/contain-call.ts'
import { type Judging, judge, refusal } from './judge.ts'
import {
  asJudged,
  type Checking,
  decidedByPolicy,
  type JudgedCall,
  judgedCall,
  type SettledVerdict,
  underMode,
} from './judged-call.ts'
import { keepLost } from './keep-lost.ts'
import { policyAnnouncer } from './policy-announcer.ts'
import type { Ports } from './ports.ts'
import { newQuestions } from './questions.ts'
import { eventRecorder } from './record-events.ts'
import { type RecordedVerdict, recordVerdict } from './record-verdict.ts'
import { refusePrivateHosts } from './refuse-private-hosts.ts'
import { type Execute, type Outcome, refusedOutcome, runCall } from './run-call.ts'
import type { ReviewTrial } from './run-trial.ts'
import { answered, halted, stopped, unrecorded } from './settled-verdict.ts'
import { type CallInput, takeCall } from './take-call.ts'
import { canTry, fitsStore, isAnsweredByTrial, wouldKeep } from './trial-call.ts'

export interface GateOptions {
  readonly policies: Policies
  readonly ports: Ports
  /** The place of calls that do not name their own: directory, workspace, session. */
  readonly place: Place
  readonly tools?: DescribeOptions
}

/** Decides about tool calls. One gate serves any number of calls at once. */
export interface Gate {
  /** Answers every ask itself: the verdict is `allow` or `deny`, and it is recorded before it is returned (R183). */
  check(call: CallInput, options?: CheckOptions): Promise<Verdict>
  /**
   * Checks a call and, if it is allowed, runs it with your `execute`: at most once, after the start is recorded, and with the
   * fence plan that the command must run in. Never rejects: every call has one outcome (R198).
   */
  run<T>(call: CallInput, execute: Execute<T>, options?: RunOptions): Promise<Outcome<T>>
  /** Records a call that cannot run, such as one of a tool that does not exist, and returns its one outcome. Asks no one. */
  refuse(call: CallInput, fault: Fault): Promise<Outcome<never>>
  /** Returns the verdict only, which may be `ask`. Asks no one and records nothing. */
  judge(call: CallInput): Verdict
  /** Records the start or the end of a run. */
  recordRun(event: RunStarted | RunEnded): Promise<Result<void>>
  /** Every event that is recorded, with the same redactions. */
  readonly events: Broadcast<JournalEvent>
  /** Replaces the policies for later calls. If the change cannot be recorded, the old ones stay in force. */
  reload(policies: Policies): Promise<Result<void>>
}

export interface CheckOptions {
  readonly signal?: AbortSignal
  /** `client`: the client has its own prompt, so an ask is recorded and returned without an answer. */
  readonly asks?: 'gate' | 'client'
  /** Whether the caller can run the verdict's `replacement` instead; if not, a call that has one is denied. */
  readonly canReplace?: boolean
  /**
   * The meaning of an allow for the caller unless a policy sets `allow`: `approve` (the default), or `no-objection` if the caller has
   * checks of its own that go on. Null: the caller cannot be told to skip its checks, so an allow is never an approval.
   */
  readonly allows?: AllowMeaning | null
  /**
   * Set if the caller can run a call inside the fence, so that the fence may answer an ask. INVARIANT: where the verdict is
   * `contained`, the call may run only with the plan that was handed over.
   */
  readonly contain?: ContainCaller
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** How long the tool may run; an hour by default. */
  readonly timeoutMs?: number
  /** Runs the call in an overlay and asks you about its changes. Without it, only `then: trial` in a policy does so. */
  readonly trial?: { readonly review: ReviewTrial }
  /** `never`: the caller has agreed to the call, so that the fence does not answer for a person. */
  readonly contain?: 'never'
}

/**
 * Creates a gate on top of your ports.
 *
 * @example
 * const gate = createGate({ policies, ports, place })
 * const verdict = await gate.check({ tool: 'Bash', input: { command: 'npm test' } })
 */
export function createGate(options: GateOptions): Gate {
  const { ports, place, tools = {} } = options
  let policies = options.policies
  const events = broadcast<JournalEvent>()
  const record = eventRecorder(ports.journal, events)
  const policyLog = policyAnnouncer(ports, place, { record, events })
  const questions = newQuestions(ports, record)
  /** The fence may be opened for one session, too. */
  const fencePorts = { ...ports, grants: { read: questions.kept } }
  ports.follow?.({ events, policies: () => policies, place })

  /** The one flow. Each step settles the verdict or leaves it to the next, and the last one records it. */
  async function checkCall(call: Call, checking: Checking, review?: ReviewTrial): Promise<RecordedVerdict> {
    await loadReaders(JSON.stringify(call.input))
    const judged = judgedCall(call, judging(checking), { ports, checking })
    const settled =
      stoppedByPerson(judged) ??
      (await announcePolicies(judged)) ??
      (await refusePrivateHosts(judged, ports)) ??
      decidedByPolicy(judged) ??
      (await answerQuestion(judged))
    const carried = await carryMarks(stoppedMeanwhile(settled, judged), judged)
    const kept = mayRunOutside(carried, judged) ? await keepLost(carried, judged, ports) : carried
    return recordVerdict(kept, judged, { ports: fencePorts, record, review })
  }

  /** The journal names the policies before they decide anything (R221); if it cannot, they decide nothing above a read. */
  async function announcePolicies({ judgement, policies: used, opening }: JudgedCall): Promise<SettledVerdict | null> {
    const fault = await policyLog.announce(used)
    return fault === null ? null : { verdict: unrecorded(judgement.verdict, fault), unrecorded: opening }
  }

  /** A session that a person stopped makes no calls and asks no questions. */
  const stoppedByPerson = ({ judgement, opening, switched: { stop } }: JudgedCall): SettledVerdict | null =>
    stop === null ? null : { verdict: halted(judgement.verdict, stop), unrecorded: opening }

  /** The session may have been stopped while a question was open. */
  function stoppedMeanwhile(settled: SettledVerdict, { call }: JudgedCall): SettledVerdict {
    const stop = settled.verdict.code === 'session_stopped' ? null : ports.switches?.read(call.place.session).stop
    return stop == null ? settled : { ...settled, verdict: halted(settled.verdict, stop) }
  }

  /**
   * Marks the copies that a call makes of files of contained runs. INVARIANT: it happens before the call can run; a call whose copies
   * cannot be marked does not run.
   */
  async function carryMarks(settled: SettledVerdict, judged: JudgedCall): Promise<SettledVerdict> {
    const { verdict } = settled
    const { place } = judged.call
    if (ports.contained === undefined || !mayRunOutside(settled, judged) || !mayCarry(verdict.effects)) return settled
    const { marks } = ports.contained.recall()
    const paths = marks.length === 0 ? [] : carriedMarks(verdict.effects, marks, place)
    const marked = paths.length === 0 ? ok(undefined) : await ports.contained.mark(paths)
    return marked.ok ? settled : { ...settled, verdict: stopped(verdict, 'sandbox', marked.faults[0]) }
  }

  /** A trial answers an ask about changes in the workspace: the call runs in an overlay, and the question is what it changed. */
  async function answerByTrial(judged: JudgedCall): Promise<SettledVerdict | null> {
    if (!isAnsweredByTrial(judged) || !(await canTry(ports))) return null
    const { judgement, opening, log } = judged
    const answer = { decision: 'approved', by: 'trial', reason: 'trial' } as const
    return {
      verdict: answered(judgement.verdict, answer),
      unrecorded: [...opening, log.decided(answer, judgement)],
      trial: true,
    }
  }

  /** Memory answers first, since a person has agreed; then a trial or the fence; then the client's own prompt or an approver. */
  async function answerQuestion(judged: JudgedCall): Promise<SettledVerdict> {
    return (
      answerFromMemory(judged) ??
      (await answerByTrial(judged)) ??
      (await containCall(judged, fencePorts)) ??
      (await askPerson(withoutFence(judged)))
    )
  }

  function answerFromMemory(judged: JudgedCall): SettledVerdict | null {
    if (judged.policies.asks === 'never') return null
    const granted = questions.granted(judged)
    if (granted === null && isForClient(judged)) return null
    return questions.answerFromMemory(questions.open(judged, granted))
  }

  async function askPerson(judged: JudgedCall): Promise<SettledVerdict> {
    const isDenied = judged.judgement.verdict.decision === 'deny'
    if (isDenied || isForClient(judged)) return asJudged(isDenied ? judged : await surveyed(judged))
    const question = questions.open(judged, null)
    const settled = await untilStopped(await surveyed(judged), one => questions.ask({ ...question, judged: one }))
    return settled.isOpened === true ? containOpened(judged, settled, fencePorts) : settled
  }

  /** Withdraws the question when a person stops the session. */
  async function untilStopped(
    judged: JudgedCall,
    ask: (judged: JudgedCall) => Promise<SettledVerdict>,
  ): Promise<SettledVerdict> {
    const { checking, call } = judged
    if (ports.switches === undefined) return ask(judged)
    const stopping = new AbortController()
    const unwatch = ports.switches.watch(call.place.session, stop => stopping.abort(new SessionStopped(stop)))
    const signal = checking.signal === null ? stopping.signal : AbortSignal.any([checking.signal, stopping.signal])
    return ask({ ...judged, checking: { ...checking, signal } }).finally(unwatch)
  }

  /** The same question with what a yes could cost. A failure to measure changes nothing else. */
  async function surveyed(judged: JudgedCall): Promise<JudgedCall> {
    const { judgement, call } = judged
    const measures = ports.survey === undefined ? [] : measuresOf(judgement.verdict)
    const measured = measures.length === 0 ? [] : ((await ports.survey?.(measures, call.place).catch(() => [])) ?? [])
    const isLost =
      (await wouldKeep(judgement.verdict, judged, ports)) &&
      !fitsStore(judgement.verdict.effects, judged.policies, ports)
    const radius = isLost ? [...measured, notUndoable] : measured
    return radius.length === 0
      ? judged
      : {
          ...judged,
          judgement: {
            ...judgement,
            verdict: { ...judgement.verdict, radius: [...(judgement.verdict.radius ?? []), ...radius] },
          },
        }
  }

  const judging = ({ canReplace, contain }: Pick<Checking, 'canReplace' | 'contain'>): Judging => ({
    policies,
    facts: ports.facts,
    runKey: ports.runKey,
    tools,
    readers: loadedReaders(),
    canReplace,
    contain: contain ?? undefined,
    leftBehind: ports.contained?.recall,
    opened: (call, effects) => allowances(questions.kept(), call, effects),
    ...(ports.hash === undefined ? {} : { hash: ports.hash }),
  })

  /** Takes a call in from outside and checks it. Never rejects: a failure is a deny. */
  async function checkInput(input: CallInput, checking: Checking, review?: ReviewTrial): Promise<RecordedVerdict> {
    const taken = takeCall(input, checking.then === 'run' ? { ...place, runner: 'sallyport' } : place)
    try {
      if (taken.ok) return await checkCall(taken.value, checking, review)
      return { verdict: await recordRefusal(unreadable, taken.faults[0]), started: null, place }
    } catch {
      return { verdict: refusal({ code: 'internal', message: 'the gatekeeper failed' }), started: null, place }
    }
  }

  /** Input that is not a call is recorded too, under this name. */
  const unreadable: Call = { tool: '(unreadable)', input: {}, place, id: null }

  async function recordRefusal(call: Call, fault: Fault): Promise<Verdict> {
    const log = callEvents(call, ports)
    const verdict = refusal(fault)
    await record([...log.requested({ verdict, facts: [] }), ...log.judged(verdict, policies.digest)])
    return verdict
  }

  return {
    events,
    judge: input => {
      const taken = takeCall(input, place)
      if (!taken.ok) return refusal(taken.faults[0])
      const { mode } = (ports.switches?.read(taken.value.place.session) ?? noSwitches).mode
      return judge(underMode(taken.value, mode), judging({ canReplace: false, contain: null })).verdict
    },
    check: async (input, { signal = null, asks = 'gate', canReplace = false, allows = 'approve', contain } = {}) => {
      const checking: Checking = {
        ...{ signal, asks, canReplace, allows, then: 'return', trial: false },
        contain: contain ?? null,
      }
      return (await checkInput(input, checking)).verdict
    },
    run: async (input, execute, { signal = null, timeoutMs = limits.runMs, trial, contain } = {}) => {
      const checking: Checking = {
        ...{ signal, asks: 'gate', canReplace: true, allows: 'approve', then: 'run' },
        contain: contain === 'never' ? null : { keepsDirectory: false, overlays: true },
        trial: trial !== undefined,
      }
      const checked = await checkInput(input, checking, trial?.review)
      return checked.started === null
        ? refusedOutcome(checked.verdict, checked.place)
        : runCall(checked.started, execute, {
            ...{ clock: ports.clock, switches: ports.switches, memory: ports.contained, signal, timeoutMs, record },
          })
    },
    refuse: async (input, fault) => {
      // The input may be what is wrong with the call, so it is left out.
      const taken = takeCall({ ...input, input: {} }, place)
      const call = taken.ok ? taken.value : unreadable
      return refusedOutcome(await recordRefusal(call, fault), call.place)
    },
    recordRun: async event => {
      const fault = await record([event])
      return fault === null ? ok(undefined) : fail(fault.code, fault.message)
    },
    reload: async next => {
      const fault = await policyLog.replace(policies, next)
      if (fault !== null) return fail(fault.code, fault.message)
      policies = next
      return ok(undefined)
    },
  }
}

/** In automation no person sits at the client's prompt either (C28). */
const isForClient = ({ checking, call }: JudgedCall): boolean => checking.asks === 'client' && !call.place.automation

/** Whether the caller may run the call without the fence, after its own question if there is one. */
const mayRunOutside = ({ verdict: { decision, contained } }: SettledVerdict, judged: JudgedCall): boolean =>
  contained !== true && (decision === 'allow' || (decision === 'ask' && isForClient(judged)))
