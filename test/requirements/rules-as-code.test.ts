import { describe, expect, test } from 'vitest'
import { type ApprovalRule, ruleApprover } from '../../src/approvals/rule-approver.ts'
import { isObject } from '../../src/core/json.ts'
import { openGate } from './open-gate.ts'

const yes = (id: string): ApprovalRule => ({ id, tool: 'shell_command', decision: 'approved' })
const throwing: ApprovalRule = {
  id: 'broken',
  tool: 'shell_command',
  condition: () => {
    throw new Error('broken')
  },
  decision: 'approved',
}
const onlyFor = (word: string, id: string): ApprovalRule => ({
  ...yes(id),
  condition: ({ summary }) => summary.includes(word),
})
const noComplex: ApprovalRule = {
  id: 'complex',
  tool: 'shell_command',
  condition: ({ details: { intent } }) => intent !== undefined && isObject(intent) && intent['is_complex'] === true,
  decision: 'denied',
}

type Row = readonly [note: string, rules: readonly ApprovalRule[], command: string, decision: string, by: string]

async function decide(options: Parameters<typeof ruleApprover>[0], command: string) {
  const { gate, journal } = openGate({ approvers: [ruleApprover(options)] })
  const { decision } = await gate.check({ tool: 'shell_command', input: { command } })
  return { decision, recorded: journal.events().find(event => event.type === 'approval_decided') }
}

const rows: readonly Row[] = [
  ['R78: the first rule decides', [yes('one'), { ...yes('two'), decision: 'denied' }], 'git push', 'allow', 'one'],
  [
    'R78: a rule for another tool is passed over',
    [{ ...yes('one'), tool: 'Write' }, yes('two')],
    'git push',
    'allow',
    'two',
  ],
  [
    'R78: a rule whose condition is false is passed over',
    [onlyFor('pull', 'one'), { ...yes('two'), decision: 'denied' }],
    'git push',
    'deny',
    'two',
  ],
  [
    'R78: without a default, what no rule covers is denied',
    [onlyFor('pull', 'one')],
    'git push',
    'deny',
    'no rule matched',
  ],
  ['R79: a condition that throws is passed over', [throwing, yes('two')], 'git push', 'allow', 'two'],
  ['R79: a condition that throws leaves the default', [throwing], 'git push', 'deny', 'no rule matched'],
  ['R189: a rule may deny every complex text', [noComplex, yes('rest')], 'git push | cat', 'deny', 'complex'],
  ['R189: and let simple ones pass', [noComplex, yes('rest')], 'git push', 'allow', 'rest'],
]

describe('rules as code answer and are recorded like a person', () => {
  test.each(rows)('%s', async (_note, rules, command, decision, by) => {
    expect(await decide({ rules }, command)).toMatchObject({ decision, recorded: { by } })
  })

  test.each(['approved', 'approved_for_session', 'denied', 'abort'] as const)(
    'R78: a rule or the default may say %s',
    async outcome => {
      const wanted = { recorded: { decision: outcome } }
      expect(await decide({ rules: [{ ...yes('one'), decision: outcome }] }, 'git push')).toMatchObject(wanted)
      expect(await decide({ rules: [], default: outcome }, 'git push')).toMatchObject(wanted)
    },
  )
})
