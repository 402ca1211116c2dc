import { type CallEvents, callEvents } from '../audit/call-events.ts'
import type { JournalEvent } from '../audit/event.ts'
import type { AllowMeaning } from '../core/allow-meaning.ts'
import type { Call } from '../core/call.ts'
import { canonicalJson } from '../core/json.ts'
import { isStrictMode, type RunMode } from '../core/switches/run-mode.ts'
import { noSwitches, type SwitchState } from '../core/switches/switches.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import type { ContainCaller } from './contain/contain-call.ts'
import type { ContainedPlan } from './contain/contained-plan.ts'
import { type Judgement, type Judging, judge, placeUnder, unjudged } from './judge.ts'
import type { Ports } from './ports.ts'

/** A call after the pure half of the flow, on its way to a verdict that is recorded. */
export interface JudgedCall {
  /** The call that would run: the agent's own, or a rule's replacement. Its place includes what the policies add. */
  readonly call: Call
  readonly judgement: Judgement
  /** The policies that it was judged under: a reload while a question is open does not change what was asked. */
  readonly policies: Policies
  readonly log: CallEvents
  /** The call's first events, which are not recorded yet. */
  readonly opening: readonly JournalEvent[]
  readonly checking: Checking
  /** The switches as they were when the call was judged. */
  readonly switched: SwitchState
  /** The input as canonical JSON: what is executed must still be this. */
  readonly approved: string
  /** The verdict on the same call if that directory were part of the workspace. */
  readonly inside: (root: string) => Verdict
}

/** How the caller wants a call to be checked. */
export interface Checking {
  readonly signal: AbortSignal | null
  readonly asks: 'gate' | 'client'
  readonly canReplace: boolean
  readonly allows: AllowMeaning | null
  /** How the caller runs the fenced form of a call; null if it cannot. */
  readonly contain: ContainCaller | null
  /** Whether the caller gets the verdict only, or runs an allowed call at once. */
  readonly then: 'return' | 'run'
  /** Whether the caller wants the call to run in an overlay even if no policy does. */
  readonly trial: boolean
}

/** A verdict that only a failure can still change, with the events that must be recorded before it is returned. */
export interface SettledVerdict {
  readonly verdict: Verdict
  readonly unrecorded: readonly JournalEvent[]
  /** The call runs in an overlay, and its changes are judged before they are kept. */
  readonly trial?: true
  /** The fence that answered, if one did: the call runs in it or not at all. */
  readonly planned?: ContainedPlan
  /** A person opened the fence for the call, so that it runs contained after all. */
  readonly isOpened?: true
  /** A person knew that the program failed in the fence, and said yes. */
  readonly leavesFence?: true
}

/** Judges a call: describe, analyse, floor, evaluate. */
export function judgedCall(asked: Call, judging: Judging, { ports, checking }: JudgedFor): JudgedCall {
  const { policies } = judging
  const switched = ports.switches?.read(asked.place.session) ?? noSwitches
  const made = underMode(asked, switched.mode.mode)
  const placed = (call: Call): Call => ({ ...call, place: placeUnder(policies, call.place) })
  const log = callEvents(placed(made), ports)
  // Before any descriptor of the integrator sees the input, and could change it.
  const asMade = checking.then === 'run' ? canonicalJson(made.input) : ''
  const judgement =
    ports.inTime === undefined ? judge(made, judging) : (ports.inTime(() => judge(made, judging)) ?? late)
  // From here on the call is the one that would run: the question is about it, and the answer holds for it.
  const { call, original } = judgement.replaced ?? { call: made, original: judgement }
  const opening = [...log.requested(original), ...(original === judgement ? [] : [log.replaced(judgement)])]
  return {
    call: placed(call),
    judgement,
    policies,
    log,
    opening,
    checking,
    switched,
    approved: call === made ? asMade : canonicalJson(call.input),
    inside: root => judge(withGround(call, root), { ...judging, canReplace: false }).verdict,
  }
}

/** A mode can turn careful mode and automation on, never off. */
export const underMode = (call: Call, mode: RunMode): Call =>
  isStrictMode(mode)
    ? {
        ...call,
        place: {
          ...call.place,
          careful: call.place.careful || mode === 'careful',
          automation: call.place.automation || mode === 'automation',
        },
      }
    : call

export const withGround = (call: Call, root: string): Call => ({
  ...call,
  place: { ...call.place, workspace: [...call.place.workspace, root] },
})

/** The second line of defence: the analysis counts its own steps and normally ends long before this. */
const late = unjudged({ code: 'limit_reached', message: 'the call takes too long to analyse; split it up' })

interface JudgedFor {
  readonly ports: Ports
  readonly checking: Checking
}

/** The verdict of the policies themselves, for a call that they allow or deny. */
export const decidedByPolicy = (judged: JudgedCall): SettledVerdict | null =>
  judged.judgement.verdict.decision === 'ask' ? null : asJudged(judged)

/** The verdict as the policies reached it; nothing was asked. */
export const asJudged = ({ judgement, opening }: JudgedCall): SettledVerdict => ({
  verdict: judgement.verdict,
  unrecorded: opening,
})
