import { isObject, type JsonObject, own, ownString } from '../core/json.ts'
import { fenceModeOf, heldOf, heldText } from './fenced-runs.ts'
import { dangerIn, decisionIn, effectsIn, reasonsIn, textIn, textsIn } from './recorded-fields.ts'
import { requestLine } from './request-line.ts'
import type { CallDetail, CallFlag, CallState, ReasonLine, TimelineRow, TrialRow } from './timeline-row.ts'

/** A record of the journal, as far as the timeline needs it. */
export interface NumberedEvent {
  readonly sequence: number
  readonly event: JsonObject
}

/** A call's row while its records arrive. */
export interface CallFold {
  readonly row: TimelineRow
  /** When the question was asked, and when the call started, in milliseconds since 1970. */
  readonly askedAt: number | null
  readonly startedAt: number | null
}

/** The call that a record is about; null for records of runs, policies, settings and the journal itself. */
export const callOf = (event: JsonObject): string | null => ownString(event, 'call') ?? null

/**
 * The row after one more record of its call. `fold` is null before the first record. The result is null if the first record is
 * not the request: then the call's beginning is not known.
 */
export function foldCall(fold: CallFold | null, record: NumberedEvent): CallFold | null {
  const { event } = record
  if (fold === null) return textIn(event, 'type') === 'tool_call_requested' ? opened(record) : null
  const { row } = fold
  const at = Date.parse(textIn(event, 'at'))
  switch (textIn(event, 'type')) {
    case 'tool_call_replaced':
      return {
        ...fold,
        row: { ...flagged(row, 'replaced'), ...inWords(event), text: requestLine(own(event, 'request')) },
      }
    case 'security_violation':
      return { ...fold, row: flagged(row, 'violation') }
    case 'approval_requested':
      return { ...fold, row: { ...row, state: 'waiting', approval: textIn(event, 'approval') || null }, askedAt: at }
    case 'approval_decided':
      return { ...fold, row: answeredRow(fold, event, at) }
    case 'tool_call_judged':
      return { ...fold, row: judgedRow(row, event) }
    case 'tool_call_started':
      return { ...fold, row: { ...row, state: 'running', fence: profileOf(event) }, startedAt: at }
    case 'fence_denied':
      return { ...fold, row: { ...row, heldBack: textIn(event, 'text') || row.heldBack } }
    case 'trial_ended':
      return { ...fold, row: { ...row, trial: trialIn(event) } }
    case 'trial_undone':
      return { ...fold, row: { ...row, trial: row.trial && { ...row.trial, undone: undoneIn(event) } } }
    case 'tool_call_finished':
      return { ...fold, row: finishedRow(fold, event, at) }
    default:
      return fold
  }
}

/** All rows of some records, in the order of their calls. */
export function timelineOf(records: Iterable<NumberedEvent>): readonly TimelineRow[] {
  const folds = new Map<string, CallFold>()
  for (const record of records) {
    const id = callOf(record.event)
    const fold = id === null ? null : foldCall(folds.get(id) ?? null, record)
    if (id !== null && fold !== null) folds.set(id, fold)
  }
  return [...folds.values()].map(({ row }) => row)
}

/** One call in full; null if its request is not among the records. */
export function callDetail(records: readonly NumberedEvent[]): CallDetail | null {
  const [row] = timelineOf(records)
  if (row === undefined) return null
  const own = records.filter(({ event }) => callOf(event) === row.id)
  const last = (...types: readonly string[]): JsonObject =>
    own.findLast(({ event }) => types.includes(textIn(event, 'type')))?.event ?? {}
  return {
    row,
    records: own.map(({ sequence, event }) => ({ sequence, event })),
    effects: effectsIn(last('tool_call_requested', 'tool_call_replaced')),
    reasons: reasonsIn(last('tool_call_judged')),
  }
}

function opened({ sequence, event }: NumberedEvent): CallFold {
  const flags: readonly (readonly [CallFlag, boolean])[] = [
    ['redacted', JSON.stringify(own(event, 'request') ?? null).includes('[redacted')],
    ['automation', own(event, 'automation') === true],
    ['careful', own(event, 'careful') === true],
    ['unproven', own(event, 'proven') === false],
  ]
  const row: TimelineRow = {
    id: textIn(event, 'call'),
    sequence,
    at: textIn(event, 'at'),
    session: textIn(event, 'session'),
    client: ownString(event, 'client') ?? null,
    cwd: textIn(event, 'cwd'),
    workspace: textsIn(event, 'workspace'),
    agents: textsIn(event, 'agents'),
    tool: textIn(event, 'tool'),
    text: requestLine(own(event, 'request')),
    ...inWords(event),
    decision: null,
    state: 'waiting',
    rule: null,
    because: '',
    approval: null,
    answeredBy: null,
    answeredAfterMs: null,
    ranMs: null,
    fence: null,
    heldBack: null,
    trial: null,
    flags: flags.flatMap(([flag, isSet]) => (isSet ? [flag] : [])),
  }
  return { row, askedAt: null, startedAt: null }
}

const inWords = (event: JsonObject) => ({ sentence: textIn(event, 'sentence'), danger: dangerIn(event) })

const flagged = (row: TimelineRow, flag: CallFlag): TimelineRow =>
  row.flags.includes(flag) ? row : { ...row, flags: [...row.flags, flag] }

/** The answer to a question, or the reason why there is none. The verdict follows in a record of its own. */
function answeredRow({ row, askedAt }: CallFold, event: JsonObject, at: number): TimelineRow {
  const answer = textIn(event, 'decision')
  const isApproved = answer === 'approved' || answer === 'approved_for_session'
  return {
    ...row,
    state: isApproved ? 'allowed' : refusedState(unanswered.get(textIn(event, 'reason')), answer === 'abort'),
    approval: textIn(event, 'approval') || row.approval,
    answeredBy: answers.has(textIn(event, 'reason')) ? textIn(event, 'by') || null : null,
    answeredAfterMs: between(askedAt, at),
  }
}

/** The reasons of decisions that someone or something made; after the others there was no answer. */
const answers: ReadonlySet<string> = new Set(['provider', 'rule', 'cached', 'granted', 'auto', 'loop'])

/** A question that no one answered did not deny anything: it expired, or its caller left. */
const unanswered: ReadonlyMap<string, CallState> = new Map([
  ['timeout', 'expired'],
  ['cancelled', 'cancelled'],
])

const refusedState = (state: CallState | undefined, isAborted: boolean): CallState =>
  state ?? (isAborted ? 'cancelled' : 'denied')

function judgedRow(row: TimelineRow, event: JsonObject): TimelineRow {
  const decision = decisionIn(event, 'decision')
  const reasons = reasonsIn(event)
  const judged = {
    ...row,
    decision,
    state: stateAfter(decision, row, textIn(event, 'code')),
    rule: deciding(reasons).find(({ rule }) => rule !== null)?.rule ?? null,
    because: becauseOf(reasons),
  }
  const contained = own(event, 'contained') === true ? flagged(judged, 'contained') : judged
  return decisionIn(event, 'watched') === null ? contained : flagged(contained, 'watched')
}

function stateAfter(decision: TimelineRow['decision'], { state }: TimelineRow, code: string): CallState {
  if (decision === 'ask') return 'asked_client'
  if (decision === 'allow') return 'allowed'
  if (code === 'approval_timeout') return 'expired'
  if (code === 'cancelled' || code === 'approval_aborted') return 'cancelled'
  return state === 'expired' || state === 'cancelled' ? state : 'denied'
}

/** The reasons that explain the verdict: those of its decision, or those of the question that was answered. */
function deciding(reasons: readonly ReasonLine[]): readonly ReasonLine[] {
  const decision = reasons[0]?.decision
  const own = reasons.filter(reason => reason.decision === decision && reason.layer !== 'approval')
  return own.length > 0 && !isAnswered(reasons) ? own : reasons.filter(reason => reason.decision === 'ask')
}

const isAnswered = (reasons: readonly ReasonLine[]): boolean => reasons[0]?.layer === 'approval'

/** The reason for the question comes before its answer: an answer alone explains nothing. */
const becauseOf = (reasons: readonly ReasonLine[]): string =>
  [deciding(reasons)[0], isAnswered(reasons) ? reasons[0] : undefined]
    .flatMap(reason => (reason === undefined || reason.text === '' ? [] : [reason.text]))
    .join('; ')

function finishedRow({ row, startedAt }: CallFold, event: JsonObject, at: number): TimelineRow {
  const held = heldOf(event).map(heldText).join(', ')
  const state = startedAt === null ? row.state : (endings.get(textIn(event, 'outcome')) ?? row.state)
  return { ...row, state, ranMs: between(startedAt, at), heldBack: row.heldBack ?? (held || null) }
}

function trialIn(event: JsonObject): TrialRow {
  const more = own(event, 'more')
  return {
    id: textIn(event, 'trial'),
    mode: trialModes.find(mode => mode === own(event, 'mode')) ?? 'trial',
    summary: textIn(event, 'summary'),
    changes: textsIn(event, 'changes'),
    more: typeof more === 'number' ? more : 0,
    kept: own(event, 'committed') === true,
    because: textIn(event, 'because'),
    canUndo: own(event, 'canUndo') === true,
    undone: null,
  }
}

const trialModes = ['trial', 'contain', 'undo'] as const

const undoneIn = (event: JsonObject) => ({ by: textIn(event, 'by'), at: textIn(event, 'at') })

const endings: ReadonlyMap<string, CallState> = new Map([
  ['ok', 'finished'],
  ['failed', 'failed'],
  ['denied', 'denied'],
  ['cancelled', 'cancelled'],
])

const between = (from: number | null, to: number): number | null =>
  from === null || Number.isNaN(to - from) ? null : Math.max(0, to - from)

/** The name of the profile that limited the command; null if none did. */
function profileOf(event: JsonObject): string | null {
  const fence = own(event, 'fence')
  if (fenceModeOf(event) !== 'enforce' || fence === undefined || !isObject(fence)) return null
  const profile = own(fence, 'profile')
  return profile !== undefined && isObject(profile) ? (ownString(profile, 'name') ?? 'fence') : 'fence'
}
