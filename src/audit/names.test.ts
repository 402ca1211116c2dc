import { describe, expect, test } from 'vitest'
import type { ApprovalDecided, CallJudged, CallRequested, SecurityViolation } from './event.ts'
import { approvalEntry, leashdName, toolAttempt, violationEntry } from './names.ts'

const of = { session: 's', call: 'c', clientCall: null, agents: [], tool: 'Bash', at: '2025-01-01T00:00:00.000Z' }
const requested: CallRequested = {
  ...of,
  ...{
    type: 'tool_call_requested',
    key: 'k',
    request: { command: 'ls' },
    cwd: '/w',
    workspace: ['/w'],
    automation: false,
    careful: false,
  },
  ...{ effects: [], facts: [], tier: 'read', risk: 'low' },
}
const judged = (decision: CallJudged['decision']): CallJudged => ({
  ...of,
  ...{ type: 'tool_call_judged', decision, stage: 'policy', code: null, reasons: [], policy: 'd', watched: null },
})
const decided = (decision: ApprovalDecided['decision']): ApprovalDecided => ({
  ...of,
  ...{ type: 'approval_decided', approval: 'a', key: 'k', decision, by: 'alice', reason: 'provider', notes: [] },
})
const violation: SecurityViolation = { ...of, type: 'security_violation', reason: 'rm -rf /', risk: 'critical' }
const common = { timestamp: of.at, session_id: 's', tool_name: 'Bash' }

describe('names of events in leashd', () => {
  test.each([
    ['a request is gated', requested, 'TOOL_GATED'],
    ['an allowed call', judged('allow'), 'TOOL_ALLOWED'],
    ['a denied call', judged('deny'), 'TOOL_DENIED'],
    ['an open question is neither', judged('ask'), null],
  ])('%s', (_, event, name) => expect(leashdName(event)).toBe(name))
})

describe('entries of the audit file of leashd (R138)', () => {
  test.each([
    [
      'an attempt',
      toolAttempt(requested, judged('ask')),
      {
        ...common,
        event: 'tool_attempt',
        tool_input: { command: 'ls' },
        classification: 'read',
        decision: 'require_approval',
      },
    ],
    [
      'an approval',
      approvalEntry(decided('approved_for_session')),
      { ...common, event: 'approval', approved: true, user_id: 'alice' },
    ],
    ['a refusal', approvalEntry(decided('abort')), { ...common, event: 'approval', approved: false, user_id: 'alice' }],
    [
      'a violation',
      violationEntry(violation),
      { ...common, event: 'security_violation', reason: 'rm -rf /', risk_level: 'critical' },
    ],
  ])('%s', (_, entry, want) => expect(entry).toEqual(want))
})
