import { describe, expect, test } from 'vitest'
import type { RecordedFence } from '../../src/audit/event.ts'
import { fail, ok } from '../../src/core/fault.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { limits } from '../../src/core/limits.ts'
import { planDigest } from '../../src/fence/fence.ts'
import type { FenceKey } from '../../src/fence/profile.ts'
import type { Fence, FencePlan } from '../../src/gate/ports.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import { combinePolicies, type Policies } from '../../src/policy/policies.ts'
import type { DescribeOptions } from '../../src/tools/describe.ts'
import { configText } from '../cases/judge-case.ts'
import { madeUpFence, planFor } from './made-up-fence.ts'
import { balanced, bash, openGate, person, withConfig, withPolicy, withPreset } from './open-gate.ts'

const silent = balanced
const off = await withPolicy('fence: { mode: off }')
const audit = await withPolicy('fence: { mode: audit }')
const enforce = await withPolicy('fence: { mode: enforce }')
const tight = await withPolicy('fence: { read_only: true, limits: { memory: 2g, processes: 9 } }')

interface Given {
  readonly policies?: Policies
  readonly fence?: Fence | null
  readonly tools?: DescribeOptions
}

/** Runs a call with an approver that says yes: its plans, their record, and why it did not run. */
async function ran(call: CallInput, { policies = enforce, fence = madeUpFence().fence, tools = {} }: Given = {}) {
  const { approver, asked } = person()
  const opened = openGate({ policies, approvers: [approver], tools, ...(fence === null ? {} : { fence }) })
  const plans: (FencePlan | null)[] = []
  const running = opened.gate.run(call, ({ plan }) => void plans.push(plan))
  await new Promise(setImmediate)
  opened.clock.advance(limits.probeMs)
  const outcome = await running
  const recorded = opened.journal.events().flatMap(event => (event.type === 'tool_call_started' ? [event.fence] : []))
  return {
    plans,
    recorded,
    asked: asked.length,
    code: outcome.ok ? null : outcome.code,
    reason: outcome.ok ? '' : outcome.reason,
  }
}

const shell = (input: JsonObject = {}): CallInput => ({ tool: 'shell_exec', input: { argv: ['ls'], ...input } })
const plan = planFor('balanced', '/home/dev/project')
const works = madeUpFence().fence
const broken = madeUpFence({ probe: async () => fail('sandbox_denied', 'user namespaces are off; allow them') }).fence

const skill: DescribeOptions = { resolveSkill: () => ({ argv: ['ls'] }) }
const own: DescribeOptions = {
  getDescriptor: () => ({
    category: 'shell_exec',
    extractRisk: () => ({ argv: ['ls'], riskLevel: 'low', reason: 'lists' }),
    sanitiseForApproval: args => args,
    sanitiseForEvent: args => args,
  }),
}

describe('R102: the fence wraps calls that execute commands, and no others', () => {
  test.each<readonly [what: string, call: CallInput, tools: DescribeOptions]>([
    ['shell_exec', shell(), {}],
    ['shell', { tool: 'shell', input: { command: ['ls'] } }, {}],
    ['shell_command', { tool: 'shell_command', input: { command: 'ls' } }, {}],
    ['exec_command', { tool: 'exec_command', input: { cmd: 'ls' } }, {}],
    ['what skill_exec resolves to', { tool: 'skill_exec', input: { skill_mention: 's', action_id: 'a' } }, skill],
    ['Bash', bash('ls'), {}],
    ['a tool of one’s own that runs commands', { tool: 'mine', input: {} }, own],
  ])('%s', async (_what, call, tools) => expect((await ran(call, { tools })).plans).toEqual([plan]))

  test.each<CallInput>([
    { tool: 'read_file', input: { path: 'a.ts' } },
    { tool: 'file_write', input: { path: 'a.ts', content: 'x' } },
    { tool: 'mcp__x__y', input: {} },
  ])('not $tool', async call => expect(await ran(call)).toMatchObject({ plans: [null], recorded: [null] }))

  test('only if the fence is on', async () => expect((await ran(shell(), { policies: off })).plans).toEqual([null]))
})

const denials: readonly (readonly [how: string, fence: Fence | null, says: string, policies: Policies])[] = [
  ['no adapter', null, 'no fence is set up', enforce],
  ['one that does not work here', broken, 'user namespaces are off; allow them', enforce],
  [
    'one whose probe rejects',
    madeUpFence({ probe: () => Promise.reject(new Error('x')) }).fence,
    'the probe failed',
    enforce,
  ],
  ['one whose probe throws', madeUpFence({ probe: thrower }).fence, 'the probe failed', enforce],
  ['one that does not answer', madeUpFence({ probe: () => new Promise(() => {}) }).fence, 'no answer in', enforce],
  [
    'one that cannot plan this call',
    madeUpFence({ plan: () => fail('internal', 'too many mounts') }).fence,
    'too many mounts',
    enforce,
  ],
  ['one that throws while it plans', madeUpFence({ plan: thrower }).fence, 'could not plan', enforce],
  [
    'one that returns an empty plan',
    madeUpFence({ plan: () => ok({ ...planFor('balanced', '/'), argv: [] }) }).fence,
    'returned an empty plan',
    enforce,
  ],
  ['one that returns an invalid plan', madeUpFence({ plan: () => ok({} as never) }).fence, 'could not plan', enforce],
  ['one that cannot enforce a key', able('read_only', 'memory'), 'cannot enforce `processes`', tight],
  ['one that cannot enforce any', able(), 'cannot enforce `read_only`, `memory`, `processes`', tight],
  [
    'one that cannot limit the network to some hosts',
    able('network'),
    'cannot enforce `hosts`',
    await withPolicy('fence: { network: { allow: [a.com] } }'),
  ],
  [
    'one that cannot enforce the limits of a profile',
    able(),
    'cannot enforce `memory`',
    await withPolicy('fence: { profile: prod }'),
  ],
  [
    'a fence other than the one in the policy',
    works,
    'requires the fence `seatbelt`',
    await withPolicy('fence: { adapter: seatbelt }'),
  ],
]

function thrower(): never {
  throw new Error('broken')
}

function able(...keys: readonly FenceKey[]): Fence {
  return madeUpFence({ probe: async () => ok(keys) }).fence
}

describe('R103, C14: if a required fence is not available, nothing runs, and no weaker plan is used', () => {
  test.each(denials)('%s', async (_how, fence, says, policies) => {
    const { plans, recorded, code, reason } = await ran(shell(), { policies, fence })
    expect({ plans, recorded, code }).toEqual({ plans: [], recorded: [], code: 'sandbox_denied' })
    expect(reason).toContain(says)
  })

  test('R213: neither a retry nor an approval changes that', async () => {
    const { approver, asked } = person()
    const opened = openGate({ policies: enforce, approvers: [approver] })
    for (const command of ['ls', 'ls', 'git push'])
      expect(await opened.gate.run(bash(command), () => 'ran')).toMatchObject({ ok: false, code: 'sandbox_denied' })
    expect(asked).toHaveLength(1)
  })
})

type WishRow = readonly [what: string, call: CallInput, policies: Policies, wanted: object]
const without = { plans: [null], recorded: [{ mode: 'off' }] }
const within = { plans: [plan], recorded: [{ mode: 'enforce' }] }

describe('R104, C13: a call may require the fence; to run without it, it asks', () => {
  test.each<WishRow>([
    ['nothing said follows the policy', shell(), enforce, { ...within, asked: 0 }],
    ['inherit follows the policy', shell({ sandbox: 'inherit' }), enforce, { ...within, asked: 0 }],
    ['inherit follows a policy without one', shell({ sandbox: 'inherit' }), off, { ...without, asked: 0 }],
    ['restricted forces it', shell({ sandbox: 'restricted' }), off, { ...within, asked: 0 }],
    [
      'restricted forces it where it is only recorded',
      shell({ sandbox: 'restricted' }),
      audit,
      { ...within, asked: 0 },
    ],
    [
      'none asks, and runs without it once it is approved',
      shell({ sandbox: 'none' }),
      enforce,
      { ...without, asked: 1 },
    ],
    [
      'other rights leave the fence up',
      shell({ sandbox_permissions: 'require_escalated' }),
      enforce,
      { ...within, asked: 1 },
    ],
    [
      'the fenced shell is always fenced in',
      { tool: 'sandbox', input: { command: 'ls' } },
      off,
      { ...within, asked: 0 },
    ],
  ])('%s', async (_what, call, policies, wanted) => expect(await ran(call, { policies })).toMatchObject(wanted))

  test('a policy that only watches does not grant `none`', async () => {
    const watching: Policies = { ...enforce, watches: true }
    expect(await ran(shell({ sandbox: 'none' }), { policies: watching })).toMatchObject({ ...within, asked: 0 })
  })

  test('a denied `none` does not run', async () => {
    const opened = openGate({ policies: enforce, approvers: [person('denied').approver], fence: works })
    expect(await opened.gate.run(shell({ sandbox: 'none' }), () => 'ran')).toMatchObject({
      ok: false,
      code: 'approval_denied',
    })
  })
})

describe('C14: audit is the only mode that plans without enforcing, and records that', () => {
  test('it runs the command unfenced and records the plan', async () => {
    const { plans, recorded } = await ran(shell(), { policies: audit })
    expect(plans).toEqual([null])
    expect(recorded).toEqual([
      {
        mode: 'audit',
        adapter: 'bubblewrap',
        profile: enforce.fence.profile,
        plan,
        digest: planDigest(plan),
        why: null,
      },
    ] satisfies RecordedFence[])
  })

  test('it records why there is no plan', async () =>
    expect(await ran(shell(), { policies: audit, fence: null })).toMatchObject({
      plans: [null],
      recorded: [{ mode: 'audit', plan: null, digest: null, why: expect.stringContaining('no fence is set up') }],
    }))
})

describe('C15: by default the fence is balanced, if one works on the machine', () => {
  test.each<readonly [how: string, fence: Fence | null, wanted: object]>([
    ['it works', works, within],
    [
      'it does not work',
      broken,
      { plans: [null], recorded: [{ mode: 'off', why: expect.stringContaining('user namespaces') }] },
    ],
    ['there is none', null, { plans: [null], recorded: [{ mode: 'off', why: expect.stringContaining('no fence') }] }],
  ])('%s', async (_how, fence, wanted) => expect(await ran(shell(), { policies: silent, fence })).toMatchObject(wanted))

  test('a working fence that cannot plan the call stops it', async () => {
    const { fence } = madeUpFence({ plan: () => fail('internal', 'no') })
    expect(await ran(shell(), { policies: silent, fence })).toMatchObject({ plans: [], code: 'sandbox_denied' })
  })

  test.each([
    ['dev', 'minimal'],
    ['prod', 'strict'],
  ])('the baseline %s is %s, and enforced', async (preset, profile) => {
    const policies = await withPreset(preset)
    expect(await ran(shell(), { policies })).toMatchObject({ plans: [planFor(profile, '/home/dev/project')] })
    expect(await ran(shell(), { policies, fence: null })).toMatchObject({ plans: [], code: 'sandbox_denied' })
  })
})

describe('the dialects', () => {
  test.each<readonly [config: string, fence: object]>([
    [
      'config_version: 1\nsandbox: { default_policy: restricted, profile: prod, os: { mode: auto } }\n',
      { mode: 'enforce', adapter: 'auto', profile: { name: 'strict' } },
    ],
    [
      'config_version: 1\nsandbox: { default_policy: restricted, profile: dev, os: { mode: seatbelt } }\n',
      { mode: 'enforce', adapter: 'seatbelt', profile: { name: 'minimal' } },
    ],
    ['config_version: 1\nsandbox: { default_policy: none }\n', { mode: 'off' }],
    ['config_version: 1\nsafety: { mode: ask }\n', { mode: 'auto', profile: { name: 'balanced' } }],
  ])('%j', async (config, fence) => expect((await withConfig(config)).fence).toMatchObject(fence))

  test.each(['sandbox: {}', 'sandbox: { os: { mode: auto } }'])(
    'R105: without a word about it the dialect has no fence of its own: %s',
    async source => expect((await withConfig(`config_version: 1\n${source}\n`)).fence.mode).toBe('off'),
  )

  test('R110: the defaults of the fence in the policy guide', async () => {
    expect((await withConfig('sandbox_mode: enforce\n')).fence).toEqual({
      mode: 'enforce',
      adapter: 'auto',
      rewrites: true,
      pinned: [],
      profile: {
        name: 'balanced',
        readOnly: true,
        network: [],
        write: [],
        hide: [],
        env: [],
        limits: { memory: 512 * 2 ** 20, cpus: 1, processes: null, seconds: 120, fileSize: null, output: null },
      },
    })
  })

  test.each([
    ['off', 'off'],
    ['audit', 'audit'],
    ['enforce', 'enforce'],
  ])('R109: sandbox_mode %s is recorded as %s', async (mode, recorded) => {
    const policies = await withConfig(`sandbox_mode: ${mode}\n`)
    const { plans, recorded: fences } = await ran(bash('ls'), { policies })
    expect(fences).toMatchObject([{ mode: recorded }])
    expect(plans).toMatchObject([mode === 'enforce' ? { argv: plan.argv } : null])
  })

  test('the printed settings of the policy guide', async () => {
    const { fence } = await withConfig(configText('policy-guide/sandbox-rewrite.yaml'))
    expect(fence.mode).toBe('enforce')
  })
})

describe('R108, R109, R111: `bash` becomes `sandbox` as the last step before it runs', () => {
  const guide = (more = '') => withConfig(`sandbox_mode: enforce\n${more}`)
  const limited: FencePlan = {
    ...plan,
    limits: { ...plan.limits, memory: 512 * 2 ** 20, cpus: 1, seconds: 120 },
  }
  const { fence } = madeUpFence({ plan: () => ok(limited) })

  /** The call that the caller's function gets, and the journal's word on its fence. */
  async function executed(call: CallInput, policies: Policies) {
    const { approver, asked } = person()
    const opened = openGate({ policies, approvers: [approver], fence })
    const outcome = await opened.gate.run(call, running => running.call)
    const [started] = opened.journal.events().flatMap(event => (event.type === 'tool_call_started' ? [event] : []))
    return { outcome, started, asked: asked.map(({ summary }) => summary) }
  }

  const rewritten = {
    operation: 'execute',
    network: 'none',
    memory: '512m',
    cpu: 1,
    timeout: 120,
    read_only: true,
  }

  test('R108: with the defaults as its input', async () => {
    const { outcome, started } = await executed({ tool: 'bash', input: { command: 'ls' } }, await guide())
    expect(outcome).toMatchObject({ ok: true, value: { tool: 'sandbox', input: { command: 'ls', ...rewritten } } })
    expect(started).toMatchObject({
      tool: 'bash',
      fence: { mode: 'enforce', rewrite: { tool: 'sandbox', ...rewritten } },
    })
  })

  test('its directory and variables stay, and secrets are not recorded with them', async () => {
    const call = { tool: 'Bash', input: { command: 'ls', working_directory: 'src', env: { TOKEN: 'hunter22' } } }
    const { outcome, started } = await executed(call, await guide())
    expect(outcome).toMatchObject({ ok: true, value: { input: { cwd: 'src', env: { TOKEN: 'hunter22' } } } })
    expect(JSON.stringify(started)).not.toContain('hunter22')
  })

  test('R111: also after a careful approval, which is about the command that the agent wrote', async () => {
    const policies = await guide('careful_mode: { enabled: true }\n')
    const { outcome, asked } = await executed({ tool: 'bash', input: { command: 'npm test' } }, policies)
    expect(asked).toEqual([expect.stringContaining('npm test')])
    expect(outcome).toMatchObject({ ok: true, value: { tool: 'sandbox', input: { command: 'npm test' } } })
  })

  test('R109: `audit` runs `bash` and records the rewrite', async () => {
    const policies = await withConfig('sandbox_mode: audit\n')
    const { outcome, started } = await executed({ tool: 'bash', input: { command: 'ls' } }, policies)
    expect(outcome).toMatchObject({ ok: true, value: { tool: 'bash', input: { command: 'ls' } } })
    expect(started).toMatchObject({ fence: { mode: 'audit', rewrite: { tool: 'sandbox', ...rewritten } } })
  })

  test('R109: `off` neither rewrites nor records a rewrite', async () => {
    const { outcome, started } = await executed(
      { tool: 'bash', input: { command: 'ls' } },
      await withConfig('sandbox_mode: off\n'),
    )
    expect(outcome).toMatchObject({ ok: true, value: { tool: 'bash' } })
    expect(started?.fence).not.toHaveProperty('rewrite')
  })

  test('C13: a call that may run without the fence stays `bash`', async () => {
    const { outcome, asked } = await executed(
      { tool: 'bash', input: { command: 'ls', sandbox: 'none' } },
      await guide(),
    )
    expect(outcome).toMatchObject({ ok: true, value: { tool: 'bash' } })
    expect(asked).toHaveLength(1)
  })

  test('input that `sandbox` does not have stops the call', async () => {
    const call = { tool: 'Bash', input: { command: 'ls', run_in_background: true } }
    expect((await executed(call, await guide())).outcome).toMatchObject({
      ok: false,
      code: 'sandbox_denied',
      reason: expect.stringContaining('`run_in_background`'),
    })
  })

  test('other tools for commands keep their name and get the fence', async () => {
    const { outcome, started } = await executed(shell(), await guide())
    expect(outcome).toMatchObject({ ok: true, value: { tool: 'shell_exec' } })
    expect(started).toMatchObject({ fence: { mode: 'enforce' } })
  })
})

describe('R220: `sandbox` called directly', () => {
  const direct = (input: JsonObject): CallInput => ({ tool: 'sandbox', input: { command: 'ls', ...input } })
  const policy = 'fence: { network: { allow: [a.com] }, limits: { memory: 1g, seconds: 60 } }'

  async function planned(
    input: JsonObject,
    { policies, decision = 'approved' as const }: { policies?: Policies; decision?: 'approved' } = {},
  ) {
    const made = madeUpFence()
    const { approver, asked } = person(decision)
    const opened = openGate({
      policies: policies ?? (await withPolicy(policy)),
      approvers: [approver],
      fence: made.fence,
    })
    const outcome = await opened.gate.run(direct(input), () => 'ran')
    return { profile: made.planned[0], asked: asked.length, outcome }
  }

  test.each<readonly [what: string, input: JsonObject, profile: object]>([
    [
      'has no network, even if the policy lists hosts',
      {},
      { network: [], limits: { memory: 2 ** 30, cpus: null, seconds: 60 } },
    ],
    [
      'tightens limits',
      { memory: '256m', cpu: 0.5, timeout: 5 },
      { limits: { memory: 256 * 2 ** 20, cpus: 0.5, seconds: 5 } },
    ],
    ['does not loosen limits', { memory: '8g', timeout: 900 }, { limits: { memory: 2 ** 30, seconds: 60 } }],
    ['may give up writing', { read_only: true }, { readOnly: true }],
  ])('%s', async (_what, input, profile) => {
    const given = await planned(input)
    expect(given).toMatchObject({ profile, asked: 0, outcome: { ok: true } })
  })

  test('cannot give up `read_only` of the policy', async () =>
    expect(
      await planned({ read_only: false }, { policies: await withPolicy('fence: { read_only: true }') }),
    ).toMatchObject({
      profile: { readOnly: true },
    }))

  test('C13: a network is an escalation that asks', async () => {
    expect(await planned({ network: 'full' })).toMatchObject({ asked: 1, profile: { network: 'full' } })
    expect(await planned({ network: 'b.com,c.com' })).toMatchObject({
      asked: 1,
      profile: { network: ['b.com', 'c.com'] },
    })
  })

  test('C13: a policy that only watches opens no network', async () => {
    const policies = { ...(await withPolicy(policy)), watches: true }
    expect(await planned({ network: 'full' }, { policies })).toMatchObject({
      asked: 0,
      profile: { network: ['a.com'] },
    })
  })

  test.each<JsonObject>([{ memory: 'lots' }, { memory: 0 }, { cpu: 0 }, { timeout: -1 }])(
    'a limit that cannot be understood is no call: %j',
    async input => expect((await planned(input)).outcome).toMatchObject({ ok: false, code: 'validation' }),
  )

  test.each<readonly [rule: string, decision: string]>([
    ['{ when: { tool: bash }, then: deny }', 'deny'],
    ['{ when: { tool: "ba*" }, then: ask }', 'ask'],
    ['{ when: { tool: bash }, then: allow }', 'allow'],
    ['{ when: { tool: sandbox }, then: deny }', 'deny'],
    ['{ when: { tool: Read }, then: deny }', 'allow'],
  ])('a rule decides about it as about bash: %s', async (rule, decision) => {
    const { gate } = openGate({ policies: await withPolicy(`rules: [${rule}]`) })
    expect(gate.judge(direct({})).decision).toBe(decision)
  })
})

describe('the plan', () => {
  test('that a call runs in is the recorded one, even if the adapter changes it later', async () => {
    const mine = { ...planFor('balanced', '/home/dev/project'), argv: ['bwrap', '--'] }
    const { fence } = madeUpFence({ plan: () => ok(mine) })
    const opened = openGate({ policies: enforce, fence })
    const outcome = await opened.gate.run(shell(), ({ plan: given }) => {
      mine.argv.length = 0
      return given?.argv
    })
    expect(outcome).toMatchObject({ ok: true, value: ['bwrap', '--'] })
  })

  test('is for the policies that the call was judged under', async () => {
    const { fence, planned } = madeUpFence()
    const opened = openGate({
      policies: tight,
      fence,
      approvers: [
        {
          name: 'person',
          channel: 'human',
          request: async () => {
            await opened.gate.reload(off)
            return { decision: 'approved', by: 'dev' }
          },
        },
      ],
    })
    expect(await opened.gate.run(bash('git push'), ({ plan: given }) => given)).toMatchObject({
      ok: true,
      value: { argv: expect.anything() },
    })
    expect(planned).toEqual([tight.fence.profile])
  })
})

test('C15: an untrusted file does not change the fence', async () => {
  const { files, base } = await withPolicy('fence: { mode: off, profile: minimal }')
  const untrusted = files.map(file => ({ ...file, trusted: false }))
  expect(combinePolicies({ files: untrusted, base, mode: null, digest: '' }).fence).toEqual(silent.fence)
})
