import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { painter } from '../terminal/painter.ts'
import { recordLine } from './record-line.ts'

const lineOf = (event: JsonObject) =>
  recordLine({ sequence: 7, event: { at: '2026-01-01T00:00:00.000Z', ...event } }, painter(false), 120)

const policy = { type: 'policy_loaded', digest: 'ab'.repeat(32), previous: null }

test.each<readonly [string, JsonObject, string]>([
  [
    'a policy that is looser than before lists the changes',
    { ...policy, widened: ['user.yaml: a', 'b'] },
    'policy abababababab widens: user.yaml: a; b',
  ],
  ['a policy that is not looser lists nothing', { ...policy, widened: [] }, 'policy abababababab'],
  ['a run', { type: 'run_started', session: 'r-1' }, 'run r-1'],
  [
    'a run that failed',
    { type: 'run_failed', session: 'r-1', errorKind: 'config_error', reason: 'no person could be asked' },
    'run r-1  no person could be asked',
  ],
  [
    'a call that ran only because the policy was watching',
    { type: 'tool_call_judged', tool: 'Bash', decision: 'allow', watched: 'deny', reasons: [{ because: 'no' }] },
    'ALLOW (watching: deny) Bash  no',
  ],
  [
    'a call that was judged',
    { type: 'tool_call_judged', tool: 'Bash', decision: 'allow', watched: null, reasons: [{ because: 'yes' }] },
    'ALLOW Bash  yes',
  ],
  [
    "a call that was left to the client's own checks",
    { type: 'tool_call_judged', tool: 'Bash', decision: 'allow', watched: null, meaning: 'no-objection', reasons: [] },
    'ALLOW (client decides) Bash  ',
  ],
  [
    'a command in the fence',
    {
      type: 'tool_call_started',
      tool: 'shell_exec',
      fence: { mode: 'enforce', profile: { name: 'strict' }, digest: 'cd'.repeat(32) },
    },
    'shell_exec  fenced: strict, plan cdcdcdcdcdcd',
  ],
  [
    'a command without the fence',
    {
      type: 'tool_call_started',
      tool: 'shell_exec',
      fence: { mode: 'off', profile: null, digest: null, why: 'the policy turns the fence off' },
    },
    'shell_exec  not fenced: the policy turns the fence off',
  ],
  ['a call that starts no command', { type: 'tool_call_started', tool: 'Read', fence: null }, 'Read'],
  [
    'a command that the fence held back',
    {
      type: 'tool_call_finished',
      tool: 'shell_exec',
      outcome: 'failed',
      held: [{ by: 'network', what: 'a.example:443' }],
    },
    'shell_exec  failed  held back: access to a.example:443',
  ],
  [
    'a changed setting',
    { type: 'setting_changed', setting: 'auto-approve', value: 'all tools', by: 'person' },
    'auto-approve all tools by person',
  ],
])('%s', (_what, event, want) => expect(lineOf(event).endsWith(`  ${want}`)).toBe(true))
