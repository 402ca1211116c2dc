import type { Call } from '../core/call.ts'
import { timestamp } from '../core/clock.ts'
import { dangerOf } from '../core/danger.ts'
import { sha256 } from '../core/digest.ts'
import type { Effect } from '../core/effect.ts'
import { effectText } from '../core/effect-text.ts'
import type { Fact } from '../core/facts.ts'
import { type Code, errorKind } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Verdict } from '../core/verdict.ts'
import { sentence } from '../core/wording/sentence.ts'
import { denialText, type FenceDenial } from '../fence/explain/denial.ts'
import type {
  ApprovalDecided,
  ApprovalRequested,
  CallFinished,
  CallJudged,
  CallReplaced,
  HeldBack,
  JournalEvent,
  RecordedEffect,
  RecordedFence,
  TrialEnded,
} from './event.ts'
import { recordedHeld } from './fenced-runs.ts'

/** A judgement, as far as events need it. The gate's own type cannot be imported from here. */
interface Judged {
  readonly verdict: Verdict
  readonly facts: readonly Fact[]
}

/** Makes the events of one call, in their order (R134, R135). */
export interface CallEvents {
  /** The call's id in the journal. */
  readonly id: string
  requested(judged: Judged): readonly JournalEvent[]
  /** The call that a rule puts in the place of the requested one. */
  replaced(judged: Judged): CallReplaced
  approvalRequested(question: {
    readonly id: string
    readonly key: string
    readonly summary: string
    readonly details: JsonObject
  }): ApprovalRequested
  decided(
    settled: Pick<ApprovalDecided, 'decision' | 'by' | 'reason'> & Partial<Pick<ApprovalDecided, 'notes' | 'plan'>>,
    judged: Judged,
    approval?: string,
  ): ApprovalDecided
  judged(verdict: Verdict, policy: string): readonly JournalEvent[]
  started(fence: RecordedFence | null): JournalEvent
  /** The actions that the fence stopped; no event if there are none. */
  denied(denials: readonly FenceDenial[]): readonly JournalEvent[]
  /** The changes of a run in an overlay, and whether they were kept. */
  trialEnded(ended: Omit<TrialEnded, keyof CallFinished | 'type'>): JournalEvent
  /** The end of a started call; null if it succeeded. */
  finished(code: Code | null, held?: readonly HeldBack[]): JournalEvent
}

export function callEvents(
  call: Call,
  ports: { readonly newId: () => string; readonly clock: { now(): Date }; readonly process?: () => string },
): CallEvents {
  const id = ports.newId()
  const common = () => ({
    session: call.place.session,
    call: id,
    clientCall: call.id,
    agents: call.place.agents,
    tool: call.tool,
    at: timestamp(ports.clock.now()),
  })
  return {
    id,
    requested: ({ verdict, facts }) => [
      {
        type: 'tool_call_requested',
        ...common(),
        key: verdict.key,
        request: verdict.request,
        cwd: call.place.cwd,
        workspace: call.place.workspace,
        automation: call.place.automation,
        careful: call.place.careful,
        effects: verdict.effects.slice(0, maxEffects).map(recordedEffect),
        facts: facts.slice(0, maxEffects).map(recordedFact),
        tier: verdict.tier,
        risk: verdict.risk,
        client: call.place.client,
        ...(call.place.proven === false ? { proven: false } : {}),
        ...inWords(verdict),
      },
      ...violations(verdict).map(reason => ({
        type: 'security_violation' as const,
        ...common(),
        reason,
        risk: verdict.risk,
      })),
    ],
    replaced: ({ verdict }) => ({
      type: 'tool_call_replaced',
      ...common(),
      key: verdict.key,
      request: verdict.request,
      effects: verdict.effects.slice(0, maxEffects).map(recordedEffect),
      tier: verdict.tier,
      risk: verdict.risk,
      ...inWords(verdict),
      rule: verdict.replacement?.rule ?? null,
    }),
    approvalRequested: question => ({
      type: 'approval_requested',
      ...common(),
      approval: question.id,
      key: question.key,
      summary: question.summary,
      request: question.details,
      ...(ports.process === undefined ? {} : { process: ports.process() }),
    }),
    decided: (settled, { verdict }, approval = '') => ({
      type: 'approval_decided',
      ...common(),
      approval,
      key: verdict.key,
      decision: settled.decision,
      by: settled.by,
      reason: settled.reason,
      notes: settled.notes ?? [],
      ...(settled.plan === undefined ? {} : { plan: settled.plan }),
    }),
    judged: (verdict, policy) => [
      {
        type: 'tool_call_judged',
        ...common(),
        decision: verdict.decision,
        stage: stageOf(verdict),
        code: verdict.code,
        reasons: verdict.reasons.slice(0, maxReasons),
        policy,
        watched: verdict.watched,
        meaning: verdict.meaning,
        ...(verdict.contained === true ? { contained: true as const } : {}),
      },
      ...(verdict.decision === 'deny'
        ? [
            {
              type: 'tool_call_finished' as const,
              ...common(),
              outcome: isCancelled(verdict.code) ? ('cancelled' as const) : ('denied' as const),
              errorKind: verdict.errorKind,
              stage: stageOf(verdict),
            },
          ]
        : []),
    ],
    started: fence => ({ type: 'tool_call_started', ...common(), fence }),
    denied: denials =>
      denials.length === 0
        ? []
        : [
            {
              type: 'fence_denied',
              ...common(),
              denials: denials.slice(0, maxReasons),
              text: denials.map(denialText).join('; '),
            },
          ],
    trialEnded: ended => ({ type: 'trial_ended', ...common(), ...ended }),
    finished: (code, held = []) => ({
      type: 'tool_call_finished',
      ...common(),
      outcome: code === null ? 'ok' : isCancelled(code) || code === 'session_stopped' ? 'cancelled' : 'failed',
      errorKind: code === null ? null : errorKind(code),
      stage: code === 'sandbox_denied' ? 'sandbox' : 'run',
      ...(held.length === 0 ? {} : { held: recordedHeld(held) }),
    }),
  }
}

/** A stop denies later calls, and cancels those that run. */
const isCancelled = (code: Verdict['code']): boolean => code === 'cancelled' || code === 'approval_aborted'

const maxEffects = 50
const maxReasons = 20

/** The call for a person who reads the journal. */
const inWords = (verdict: Verdict) => ({ sentence: sentence(verdict), danger: dangerOf(verdict.effects) })

/** Denials of the floor and the boundary, which are recorded as security violations (R17). */
const violations = (verdict: Verdict): readonly string[] =>
  verdict.reasons
    .filter(reason => reason.decision === 'deny' && (reason.layer === 'floor' || reason.layer === 'boundary'))
    .map(reason => reason.because)

/** The stage that decided, so that programs need not parse messages (R137). */
function stageOf(verdict: Verdict): CallJudged['stage'] {
  const layer = verdict.reasons.find(reason => reason.decision === verdict.decision)?.layer
  switch (layer) {
    case 'input':
    case 'stop':
    case 'floor':
    case 'boundary':
    case 'approval':
    case 'sandbox':
    case 'journal':
      return layer
    default:
      return 'policy'
  }
}

export const recordedEffect = (effect: Effect): RecordedEffect => ({
  kind: effect.kind,
  text: effectText(effect),
  tier: effect.tier,
  chain: effect.chain,
})

/** The text of a file is recorded as a digest only. */
const recordedFact = ({ question, path, answer }: Fact): JsonObject => ({
  question,
  path,
  answer: question === 'text' && typeof answer === 'string' ? sha256(answer) : answer,
})
