import { describe, expect, test } from 'vitest'
import type { CallEvent, ResultChange } from '../../src/adapters/hooks/client.ts'
import { hookClients } from '../../src/adapters/hooks/clients.ts'
import type { Decision } from '../../src/core/decision.ts'
import type { Verdict } from '../../src/core/verdict.ts'

const verdict = (decision: Decision, more: Partial<Verdict> = {}): Verdict => ({
  decision,
  tier: 'execute',
  risk: 'low',
  effects: [],
  reasons: [{ layer: 'mode', decision, code: null, because: 'so', effect: null, rule: null, instead: null }],
  key: 'k',
  request: {},
  advice: [],
  code: null,
  errorKind: null,
  watched: null,
  meaning: decision === 'allow' ? 'approve' : null,
  replacement: null,
  ...more,
})

const blocks = 'Sallyport blocks this: so'
const asks = 'Sallyport asks: So.'
const hookSpecific = (hookEventName: string, said: object) => ({ hookSpecificOutput: { hookEventName, ...said } })

/** null stands for an empty answer. */
const answers: readonly (readonly [client: string, event: string, decision: Decision, said: object | null])[] = [
  ['codex', 'PreToolUse', 'allow', null],
  [
    'codex',
    'PreToolUse',
    'deny',
    hookSpecific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: blocks }),
  ],
  [
    'codex',
    'PreToolUse',
    'ask',
    hookSpecific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: asks }),
  ],
  ['codex', 'PermissionRequest', 'allow', null],
  [
    'codex',
    'PermissionRequest',
    'deny',
    hookSpecific('PermissionRequest', { decision: { behavior: 'deny', message: blocks } }),
  ],
  ['codex', 'PermissionRequest', 'ask', null],
  ['gemini', 'BeforeTool', 'allow', { decision: 'allow' }],
  ['gemini', 'BeforeTool', 'deny', { decision: 'deny', reason: blocks }],
  ['gemini', 'BeforeTool', 'ask', { decision: 'deny', reason: asks }],
  [
    'copilot',
    'preToolUse',
    'allow',
    { permissionDecision: 'allow', permissionDecisionReason: 'Sallyport allows this: so' },
  ],
  ['copilot', 'preToolUse', 'deny', { permissionDecision: 'deny', permissionDecisionReason: blocks }],
  ['copilot', 'preToolUse', 'ask', { permissionDecision: 'ask', permissionDecisionReason: asks }],
  ['copilot', 'permissionRequest', 'allow', { behavior: 'allow' }],
  ['copilot', 'permissionRequest', 'deny', { behavior: 'deny', message: blocks }],
  ['copilot', 'permissionRequest', 'ask', null],
  ['cursor', 'preToolUse', 'allow', { permission: 'allow' }],
  ['cursor', 'preToolUse', 'deny', { permission: 'deny', user_message: blocks, agent_message: blocks }],
  ['cursor', 'preToolUse', 'ask', null],
  ['cursor', 'beforeShellExecution', 'ask', { permission: 'deny', user_message: asks, agent_message: asks }],
  ['opencode', 'tool.execute.before', 'allow', { protocol: 1, decision: 'allow' }],
  ['opencode', 'tool.execute.before', 'deny', { protocol: 1, decision: 'deny', reason: blocks }],
  ['opencode', 'tool.execute.before', 'ask', { protocol: 1, decision: 'deny', reason: asks }],
  ['pi', 'tool_call', 'allow', { protocol: 1, decision: 'allow' }],
  ['pi', 'tool_call', 'deny', { protocol: 1, decision: 'deny', reason: blocks }],
  ['pi', 'tool_call', 'ask', { protocol: 1, decision: 'ask', reason: asks }],
]

const input = { command: 'npm ci', description: 'a step' }
const replacement = {
  layer: 'user',
  rule: { id: 'clean', file: 'policy.yaml', line: 3 },
  instead: 'npm ci',
  input,
  decision: 'allow',
} as const
const runs = 'Running `npm ci` instead (rule `clean`)'
const allows = `Sallyport allows this: so\n${runs}`

const replacing: typeof answers = [
  [
    'claude-code',
    'PreToolUse',
    'allow',
    hookSpecific('PreToolUse', {
      permissionDecision: 'allow',
      permissionDecisionReason: allows,
      updatedInput: input,
      additionalContext: runs,
    }),
  ],
  [
    'claude-code',
    'PermissionRequest',
    'allow',
    hookSpecific('PermissionRequest', { decision: { behavior: 'allow', updatedInput: input } }),
  ],
  ['codex', 'PreToolUse', 'allow', hookSpecific('PreToolUse', { permissionDecision: 'allow', updatedInput: input })],
  ['gemini', 'BeforeTool', 'allow', { decision: 'allow', hookSpecificOutput: { tool_input: input } }],
  [
    'copilot',
    'preToolUse',
    'allow',
    { permissionDecision: 'allow', permissionDecisionReason: allows, modifiedArgs: input },
  ],
  [
    'copilot',
    'preToolUse',
    'ask',
    {
      permissionDecision: 'deny',
      permissionDecisionReason:
        'Sallyport blocks this: a rule replaces it, and the replacement needs approval\nInstead: npm ci',
    },
  ],
  ['cursor', 'preToolUse', 'allow', { permission: 'allow', updated_input: input }],
  ['opencode', 'tool.execute.before', 'allow', { protocol: 1, decision: 'allow', input, note: runs }],
  ['pi', 'tool_call', 'allow', { protocol: 1, decision: 'allow', input, note: runs }],
  ['pi', 'tool_call', 'ask', { protocol: 1, decision: 'ask', reason: `${asks}\n${runs}`, input, note: runs }],
]

/** Clients that skip their own checks where an allow approves. */
const approvals: typeof answers = [
  [
    'claude-code',
    'PreToolUse',
    'allow',
    hookSpecific('PreToolUse', {
      permissionDecision: 'allow',
      permissionDecisionReason: 'Sallyport allows this: so',
    }),
  ],
  ['claude-code', 'PermissionRequest', 'allow', hookSpecific('PermissionRequest', { decision: { behavior: 'allow' } })],
  [
    'copilot',
    'preToolUse',
    'allow',
    { permissionDecision: 'allow', permissionDecisionReason: 'Sallyport allows this: so' },
  ],
  ['copilot', 'permissionRequest', 'allow', { behavior: 'allow' }],
]

const fenced = { command: '/state/contain/run 77b8; exit; frob', description: 'a step' }
const allowsSo = 'Sallyport allows this: so'

/** The client runs the fenced form, with every other field of the call's input. */
const containing: readonly (readonly [client: string, event: string, said: object])[] = [
  [
    'claude-code',
    'PreToolUse',
    hookSpecific('PreToolUse', {
      permissionDecision: 'allow',
      permissionDecisionReason: allowsSo,
      updatedInput: fenced,
    }),
  ],
  ['codex', 'PreToolUse', hookSpecific('PreToolUse', { permissionDecision: 'allow', updatedInput: fenced })],
  ['gemini', 'BeforeTool', { decision: 'allow', hookSpecificOutput: { tool_input: fenced } }],
  ['copilot', 'preToolUse', { permissionDecision: 'allow', permissionDecisionReason: allowsSo, modifiedArgs: fenced }],
  ['opencode', 'tool.execute.before', { protocol: 1, decision: 'allow', input: fenced, contained: true }],
  ['pi', 'tool_call', { protocol: 1, decision: 'allow', input: fenced, contained: true }],
]

/** Hidden secrets, a note for the model, or both. */
const amended: readonly (readonly [client: string, event: string, change: ResultChange, said: object])[] = [
  ['claude-code', 'PostToolUse', { note: 'n' }, hookSpecific('PostToolUse', { additionalContext: 'n' })],
  ['claude-code', 'PostToolUseFailure', { note: 'n' }, hookSpecific('PostToolUseFailure', { additionalContext: 'n' })],
  ['claude-code', 'PostToolUse', { output: 'o' }, hookSpecific('PostToolUse', { updatedToolOutput: 'o' })],
  [
    'claude-code',
    'PostToolUse',
    { output: 'o', note: 'n' },
    hookSpecific('PostToolUse', { updatedToolOutput: 'o', additionalContext: 'n' }),
  ],
  ['codex', 'PostToolUse', { note: 'n' }, hookSpecific('PostToolUse', { additionalContext: 'n' })],
  ['codex', 'PostToolUse', { output: 'o', note: 'n' }, { decision: 'block', reason: 'o\n\nn' }],
  ['gemini', 'AfterTool', { note: 'n' }, hookSpecific('AfterTool', { additionalContext: 'n' })],
  ['gemini', 'AfterTool', { output: 'o', note: 'n' }, { decision: 'deny', reason: 'o\n\nn' }],
  ['copilot', 'postToolUse', { note: 'n' }, { additionalContext: 'n' }],
  ['copilot', 'postToolUse', { output: { a: 1 }, note: 'n' }, { modifiedResult: { a: 1 }, additionalContext: 'n' }],
  ['opencode', 'tool.execute.after', { note: 'n' }, { protocol: 1, note: 'n' }],
  ['opencode', 'tool.execute.after', { output: ['o'] }, { protocol: 1, texts: ['o'] }],
  ['pi', 'tool_result', { output: ['o'], note: 'n' }, { protocol: 1, texts: ['o'], note: 'n' }],
]

const needsApproval = 'Sallyport blocks this: a rule replaces it, and the replacement needs approval\nInstead: npm ci'

/** The client's own checks go on with the new input. Its own prompt cannot show a new input, so there the call is denied. */
const unobjected: typeof answers = [
  ['claude-code', 'PreToolUse', 'allow', hookSpecific('PreToolUse', { updatedInput: input, additionalContext: runs })],
  [
    'claude-code',
    'PermissionRequest',
    'allow',
    hookSpecific('PermissionRequest', { decision: { behavior: 'deny', message: needsApproval } }),
  ],
  [
    'claude-code',
    'PermissionRequest',
    'ask',
    hookSpecific('PermissionRequest', { decision: { behavior: 'deny', message: needsApproval } }),
  ],
  ['copilot', 'preToolUse', 'allow', { modifiedArgs: input }],
]

const canAsk = (client: string, name: string): boolean =>
  client === 'copilot' ||
  client === 'pi' ||
  name === 'PermissionRequest' ||
  (client === 'cursor' && name === 'preToolUse')

/** What clients get that never skip their own checks, and would treat an empty answer as a failure or ignore the difference. */
const toldAnyway: Readonly<Record<string, object>> = {
  opencode: { protocol: 1, decision: 'allow' },
  pi: { protocol: 1, decision: 'allow' },
  gemini: { decision: 'allow' },
}

const answerOf = (client: string, name: string, verdict: Verdict, more: Partial<CallEvent> = {}) => {
  const event: CallEvent = {
    kind: 'call',
    name,
    call: { tool: 'Bash', input: { command: 'x' } },
    canAsk: canAsk(client, name),
    canReplace: true,
    ...more,
  }
  const answer = hookClients[client]?.answer(event, verdict)
  if (answer?.exit !== 0) throw new Error('the client did not answer with exit 0')
  return answer.stdout === '' ? null : JSON.parse(answer.stdout)
}

describe('each client gets the verdict in its own format', () => {
  test.each(answers)('%s, %s: %s', (client, name, decision, said) => {
    expect(answerOf(client, name, verdict(decision))).toEqual(said)
  })

  test.each([...answers.filter(([, , decision]) => decision === 'allow'), ...approvals])(
    '%s, %s: in watch mode the client decides',
    (client, name) => {
      const watched = verdict('allow', { watched: 'deny', meaning: 'no-objection' })
      expect(answerOf(client, name, watched)).toEqual(toldAnyway[client] ?? null)
    },
  )

  test.each(['claude-code', 'copilot'])('%s: an ask of the organisation is asked in watch mode too', client => {
    const name = client === 'copilot' ? 'preToolUse' : 'PreToolUse'
    expect(answerOf(client, name, verdict('ask', { watched: 'deny' }))).not.toBe(null)
  })

  test.each(approvals)('%s, %s: an allow that approves', (client, name, _, said) => {
    expect(answerOf(client, name, verdict('allow'))).toEqual(said)
  })

  test.each(approvals)('%s, %s: an allow that is no objection is an empty answer', (client, name) => {
    expect(answerOf(client, name, verdict('allow', { meaning: 'no-objection' }))).toBe(null)
  })

  test.each(unobjected)('%s, %s: no objection to a call that a rule replaces', (client, name, decision, said) => {
    const meaning = decision === 'allow' ? 'no-objection' : null
    expect(answerOf(client, name, verdict(decision, { replacement, meaning }))).toEqual(said)
  })

  test.each(replacing)('%s, %s: %s of a call that a rule replaces', (client, name, decision, said) => {
    expect(answerOf(client, name, verdict(decision, { replacement }))).toEqual(said)
  })

  test.each(answers.filter(([, , decision]) => decision === 'deny'))(
    '%s, %s: a deny carries no replacement',
    (client, name, decision, said) => {
      expect(answerOf(client, name, verdict(decision, { replacement }))).toEqual(said)
    },
  )

  test.each(containing)('%s, %s: a contained call', (client, name, said) => {
    expect(answerOf(client, name, verdict('allow', { contained: true }), { fenced })).toEqual(said)
  })

  test.each(amended)('%s, %s: a result changes to %j', (client, name, change, said) => {
    const answer = hookClients[client]?.amend?.({ kind: 'result', name, output: null }, change)
    expect(answer?.exit === 0 && JSON.parse(answer.stdout)).toEqual(said)
  })

  test('a call that no person could approve is blocked with the reason to ask and how to get it approved', () => {
    const noApprover = verdict('deny', {
      code: 'no_approver',
      reasons: [
        {
          layer: 'approval',
          decision: 'deny',
          code: 'no_approver',
          because: 'no',
          effect: null,
          rule: null,
          instead: null,
        },
        ...verdict('ask').reasons,
      ],
    })
    const { reason } = answerOf('gemini', 'BeforeTool', noApprover)
    expect(reason).toMatch(/^Sallyport blocks this until a person approves it: so\n.*they can allow it/)
  })
})
