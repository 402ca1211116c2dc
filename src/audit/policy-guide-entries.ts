import type { JsonObject } from '../core/json.ts'
import type { ApprovalDecided, ApprovalRequested, CallJudged, CallRequested, JournalEvent } from './event.ts'
import { decisionNames } from './names.ts'

/** The words for a tool in the file; they come from the policies. */
export interface ToolWords {
  readonly classification: string
  readonly operation: string
}

/** Turns events into the lines of the tool policy guide's audit file: one for each call (R141). */
export function policyGuideEntries(wordsOf: (tool: string) => ToolWords): (event: JournalEvent) => JsonObject | null {
  const open = new Map<string, Open>()
  return event => {
    switch (event.type) {
      case 'tool_call_requested':
        if (open.size < maxOpen) open.set(event.call, { requested: event, asked: null, decided: null })
        return null
      case 'approval_requested':
        return update(open, event.call, call => ({ ...call, asked: event }))
      case 'approval_decided':
        return update(open, event.call, call => ({ ...call, decided: event }))
      case 'tool_call_judged': {
        const call = open.get(event.call)
        open.delete(event.call)
        return call === undefined ? null : entry(call, event, wordsOf(event.tool))
      }
      default:
        return null
    }
  }
}

interface Open {
  readonly requested: CallRequested
  readonly asked: ApprovalRequested | null
  readonly decided: ApprovalDecided | null
}

/** Limits the memory for calls that are never judged. */
const maxOpen = 10_000

function update(open: Map<string, Open>, id: string, change: (call: Open) => Open): null {
  const call = open.get(id)
  if (call !== undefined) open.set(id, change(call))
  return null
}

/** Tools of class `low` get no line (R61); the journal still has them (C16). */
function entry({ requested, asked, decided }: Open, judged: CallJudged, words: ToolWords): JsonObject | null {
  if (words.classification === 'low') return null
  const { verdict, rationale, gate } =
    decided === null
      ? { verdict: judged.decision, rationale: judged.reasons[0]?.because ?? '', gate: null }
      : {
          verdict: 'ask' as const,
          rationale: `${answerOf(decided)}: ${whyAsked(judged)}`,
          gate: decided,
        }
  return {
    timestamp: judged.at,
    session_id: judged.session,
    tool: judged.tool,
    operation: words.operation,
    arguments: requested.request,
    classification: words.classification,
    verdict: decisionNames[verdict].letsgo,
    rationale,
    careful_mode: requested.careful,
    automation_mode: requested.automation,
    duration_ms: asked === null || gate === null ? null : Date.parse(gate.at) - Date.parse(asked.at),
  }
}

/** A timeout that allowed the call is distinct from every answer (C1). */
const answerOf = ({ decision, by, reason }: ApprovalDecided): string =>
  reason === 'timeout_default' ? `timeout_default, ${by}` : `${decision} by ${by}`

const whyAsked = ({ reasons }: CallJudged): string => reasons.find(reason => reason.decision === 'ask')?.because ?? ''
