import { fenceModeOf, heldOf, heldText } from '../../audit/fenced-runs.ts'
import { readContinued } from '../../audit/mark.ts'
import type { NumberedEvent } from '../../audit/timeline.ts'
import { type Decision, decisions } from '../../core/decision.ts'
import { isObject, type Json, type JsonObject, own, ownString } from '../../core/json.ts'
import { visible } from '../../core/wording/visible.ts'
import { shortTime } from '../terminal/clock-time.ts'
import type { Painter } from '../terminal/painter.ts'
import { cutText } from '../terminal/wrap-text.ts'
import { breakText } from './break-text.ts'

/** A record of the journal on one line: number, time, event, subject. */
export function recordLine({ sequence, event }: NumberedEvent, paint: Painter, width: number): string {
  const time = shortTime(ownString(event, 'at') ?? '')
  const type = ownString(event, 'type') ?? 'unknown'
  const head = `${String(sequence).padStart(6)}  ${time.padEnd(14)}  ${(typeNames.get(type) ?? type).padEnd(11)}`
  const decision = decisions.find(one => one === own(event, 'decision'))
  const watched = decisions.find(one => one === own(event, 'watched'))
  const answer = decision === undefined ? '' : `${decision.toUpperCase()}${remarkOn(event, watched)} `
  const subject = cutText(visible(subjectOf(event)), Math.max(width - head.length - answer.length - 3, 20))
  return `${paint.dim(head)}  ${decision === undefined ? '' : paint[watched ?? decision](answer)}${subject}`
}

/** The decision that a policy in force would have made, or that an allow left the call to the client's own checks. */
const remarkOn = (event: JsonObject, watched: Decision | undefined): string =>
  watched === undefined ? (isLeftToClient(event) ? ' (client decides)' : '') : ` (watching: ${watched})`

const isLeftToClient = (event: JsonObject): boolean => own(event, 'meaning') === 'no-objection'

/** A short name for each type, so that the column stays narrow. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['tool_call_requested', 'requested'],
  ['tool_call_replaced', 'replaced'],
  ['security_violation', 'violation'],
  ['approval_requested', 'asked'],
  ['approval_decided', 'answered'],
  ['tool_call_judged', 'judged'],
  ['tool_call_started', 'started'],
  ['fence_denied', 'held back'],
  ['trial_ended', 'trial'],
  ['trial_undone', 'undone'],
  ['tool_call_finished', 'finished'],
  ['run_started', 'run'],
  ['run_completed', 'completed'],
  ['run_failed', 'failed'],
  ['run_cancelled', 'cancelled'],
  ['policy_loaded', 'policy'],
  ['policy_warned', 'warning'],
  ['setting_changed', 'setting'],
  ['journal_opened', 'opened'],
  ['journal_segment', 'segment'],
  ['journal_repaired', 'repaired'],
  ['journal_continued', 'continued'],
])

/** The subject of the record. */
function subjectOf(event: JsonObject): string {
  const tool = ownString(event, 'tool') ?? ''
  switch (ownString(event, 'type')) {
    case 'tool_call_requested':
    case 'tool_call_replaced':
      return `${tool}  ${requestText(own(event, 'request'))}`
    case 'security_violation':
      return `${tool}  ${ownString(event, 'reason') ?? ''}`
    case 'approval_requested':
      return ownString(event, 'summary') ?? tool
    case 'approval_decided':
      return `${ownString(event, 'decision') ?? ''} by ${ownString(event, 'by') ?? ''} (${ownString(event, 'reason') ?? ''})`
    case 'tool_call_judged':
      return `${tool}  ${firstReason(own(event, 'reasons'))}`
    case 'fence_denied':
      return `${tool}  ${ownString(event, 'text') ?? ''}`
    case 'trial_ended':
      return `${tool}  ${own(event, 'committed') === true ? 'kept' : 'discarded'}: ${ownString(event, 'summary') ?? ''}`
    case 'trial_undone':
      return `${ownString(event, 'summary') ?? ''}, by ${ownString(event, 'by') ?? ''}`
    case 'tool_call_finished':
      return `${tool}  ${ownString(event, 'outcome') ?? ''}${heldBackText(event)}`
    case 'tool_call_started':
      return `${tool}  ${fenceText(event)}`.trimEnd()
    case 'run_started':
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      return `run ${ownString(event, 'session') ?? ''}  ${ownString(event, 'reason') ?? ''}`.trimEnd()
    case 'setting_changed':
      return `${ownString(event, 'setting') ?? ''} ${ownString(event, 'value') ?? ''} by ${ownString(event, 'by') ?? ''}`
    case 'policy_loaded':
      return `policy ${(ownString(event, 'digest') ?? '').slice(0, 12)}${widenedText(own(event, 'widened'))}`
    case 'policy_warned':
      return ownString(event, 'message') ?? ''
    case 'journal_opened':
      return `journal ${ownString(event, 'journal') ?? ''}`
    case 'journal_continued':
      return breakText(readContinued(event))
    default:
      return tool
  }
}

/** The profile of the fence that a command runs in, or that there is none. */
function fenceText(event: JsonObject): string {
  const mode = fenceModeOf(event)
  const fence = own(event, 'fence')
  if (mode === null || !isObject(fence)) return ''
  if (mode !== 'enforce') return `not fenced: ${ownString(fence, 'why') ?? 'the policy only records the plan'}`
  const profile = own(fence, 'profile')
  const digest = (ownString(fence, 'digest') ?? '').slice(0, 12)
  return `fenced: ${isObject(profile) ? ownString(profile, 'name') : ''}, plan ${digest}`
}

function heldBackText(event: JsonObject): string {
  const held = heldOf(event)
  return held.length === 0 ? '' : `  held back: ${held.map(heldText).join(', ')}`
}

/** The ways in which the policy is looser than the one before. */
const widenedText = (widened: Json | undefined): string =>
  Array.isArray(widened) && widened.length > 0 ? ` widens: ${widened.join('; ')}` : ''

function requestText(request: Json | undefined): string {
  if (!isObject(request)) return ''
  return ownString(request, 'command') ?? ownString(request, 'cmd') ?? JSON.stringify(request)
}

function firstReason(reasons: Json | undefined): string {
  const first = Array.isArray(reasons) ? (reasons[0] as Json | undefined) : undefined
  return isObject(first) ? (ownString(first, 'because') ?? '') : ''
}
