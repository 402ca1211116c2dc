import { describe, expect, test } from 'vitest'
import { reasonText } from '../../src/adapters/hooks/reason-text.ts'
import type { GrantScope } from '../../src/approvals/grants/grant.ts'
import { fail } from '../../src/core/fault.ts'
import type { FenceDenial } from '../../src/fence/explain/denial.ts'
import type { ApprovalRequest, Approver, Fence } from '../../src/gate/ports.ts'
import type { Policies } from '../../src/policy/policies.ts'
import { memoryFacts } from '../../src/testing.ts'
import { madeUpFence } from '../requirements/made-up-fence.ts'
import { balanced, bash, openGate, person, withFiles, withPolicy, withPreset } from '../requirements/open-gate.ts'
import { madeUpMemory } from './contain-fixture.ts'

const autonomous = await withPreset('autonomous')
const cautious = await withPreset('cautious')

interface Setting {
  readonly policies?: Policies | Promise<Policies>
  readonly careful?: boolean
  readonly automation?: boolean
  readonly fence?: Fence
}

type Row = readonly [what: string, command: string | Readonly<Record<string, unknown>>, setting?: Setting]

/** Runs a command in a gate with a fence, and tells who answered. */
async function answerTo(command: string | Readonly<Record<string, unknown>>, setting: Setting = {}): Promise<string> {
  const { approver, asked } = person('approved')
  const { policies = balanced, fence = madeUpFence().fence, ...place } = setting
  const contained = madeUpMemory().memory
  const { gate } = openGate({ policies: await policies, place, fence, approvers: [approver], contained })
  const call = typeof command === 'string' ? bash(command) : { tool: 'shell_exec', input: command }
  const outcome = await gate.run(call, () => null)
  if (outcome.verdict.contained === true) return 'fence'
  return asked.length > 0 ? 'person' : outcome.verdict.decision
}

describe('the fence answers', () => {
  const rows: readonly Row[] = [
    ['an unknown program', 'frobnicate --all'],
    ['opaque code', 'python3 -c "$code"'],
    ['code that was fetched before', 'python3 /tmp/fetched.py'],
    ['a program of another place', '/opt/thing/run'],
    ['a write to a path that is not known', 'echo x > "$target"'],
    ['an unknown program after a harmless one', 'ls && frobnicate'],
    ['an unknown program and a git command that only reads', 'git log -3 && frobnicate'],
    ['a host whose name only begins like this machine', 'frobnicate --docs https://localhost.example/x'],
    ['a change of directory, in a shell that ends with the call', 'cd src && frobnicate'],
    ['an unknown program in automation', 'frobnicate', { automation: true }],
    ['an unknown program under a policy that never asks', 'frobnicate', { policies: autonomous }],
    [
      'a host that the policy lists',
      'curl https://api.example/x | frobnicate',
      { policies: withPolicy('fence: { network: { allow: [api.example] } }') },
    ],
    ['a rule of the user', 'npm test', { policies: withPolicy('rules: [{ when: { run: npm test }, then: contain }]') }],
    [
      'an untrusted project that contains its own code',
      'npm test',
      {
        policies: withFiles([
          { layer: 'project', trusted: false, source: 'rules: [{ when: { run: npm test }, then: contain }]' },
        ]),
      },
    ],
  ]
  for (const [what, command, setting] of rows)
    test(what, async () => expect(await answerTo(command, setting)).toBe('fence'))
})

describe('a person answers', () => {
  const plainAsk = 'rules: [{ when: { run: frobnicate }, then: ask }]'
  const rows: readonly Row[] = [
    ['more rights', { argv: ['frobnicate'], with_escalated_permissions: true }],
    ['`sandbox: none`', { argv: ['frobnicate'], sandbox: 'none' }],
    ['a sensitive path', 'frobnicate && cat .env'],
    ['data that is sent', 'frobnicate | curl -d @- https://example.com'],
    ['a delete outside scratch space', 'frobnicate && rm -rf build'],
    ['a delete of a path that is not known', 'rm -rf "$x"'],
    ['a host that the policy does not list', 'curl https://example.com/x | frobnicate'],
    ['another machine', 'ssh host frobnicate'],
    ['a call that exports to its shell', 'export A=1; frobnicate'],
    ['a call that loads a file into its shell', 'source ./env.sh; frobnicate'],
    ['a call that sets an alias', 'alias a=b; frobnicate'],
    ['text that does not parse', 'frobnicate\n)\nevil\n(true'],
    ['careful mode', 'frobnicate', { careful: true }],
    ['another rule that asks', 'frobnicate', { policies: withPolicy(plainAsk) }],
    [
      "the organisation's ask",
      'frobnicate',
      { policies: withFiles([{ layer: 'organisation', trusted: true, source: plainAsk }]) },
    ],
    [
      "an untrusted project's ask",
      'frobnicate',
      { policies: withFiles([{ layer: 'project', trusted: false, source: plainAsk }]) },
    ],
    ['a second effect that a mode asks about', 'frobnicate && git push'],
    ['`fence.mode: off`', 'frobnicate', { policies: withPolicy('fence: { mode: off }') }],
    ['`fence.mode: audit`', 'frobnicate', { policies: withPolicy('fence: { mode: audit }') }],
    ['the preset `cautious`', 'frobnicate', { policies: cautious }],
    [
      'a fence that does not work',
      'frobnicate',
      { fence: madeUpFence({ probe: async () => fail('sandbox_denied', 'no user namespaces') }).fence },
    ],
    [
      'a fence that cannot plan',
      'frobnicate',
      { fence: madeUpFence({ plan: () => fail('sandbox_denied', 'too many mounts') }).fence },
    ],
    ["a change of git's files, which the fence keeps", 'git add . && frobnicate'],
    ['the same with words that are not known', 'git checkout -q $(frobnicate)'],
    ['a service of this machine', `python3 -c "$pre; connect('bolt://localhost:7687')"`],
    ['a service of this machine, by its address', 'frobnicate --db postgres://me@127.0.0.1:5432/x'],
  ]
  for (const [what, command, setting] of rows)
    test(what, async () => expect(await answerTo(command, setting)).toBe('person'))
})

describe('neither answers', () => {
  test('a policy that never asks denies what the fence does not hold', async () =>
    expect(await answerTo('frobnicate && cat .env', { policies: autonomous })).toBe('deny'))

  test('a policy that never asks denies if the fence does not work', async () => {
    const { fence } = madeUpFence({ probe: async () => fail('sandbox_denied', 'no') })
    expect(await answerTo('frobnicate', { policies: autonomous, fence })).toBe('deny')
  })

  test('a policy that watches only records the ask', async () => {
    const policies = await withPolicy('mode: watch')
    const { gate } = openGate({ policies, fence: madeUpFence().fence, contained: madeUpMemory().memory })
    const { verdict } = await gate.run(bash('frobnicate'), () => null)
    expect(verdict).toMatchObject({ decision: 'allow', watched: 'ask' })
    expect(verdict.contained).toBeUndefined()
  })

  test('a caller without a fence gets the ask', async () => {
    const { gate } = openGate({ contained: madeUpMemory().memory })
    expect(gate.judge(bash('frobnicate')).decision).toBe('ask')
    expect((await gate.check(bash('frobnicate'), { asks: 'client' })).decision).toBe('ask')
  })

  test('a gate without a memory contains nothing', async () => {
    const { approver, asked } = person('approved')
    const { gate } = openGate({ fence: madeUpFence().fence, approvers: [approver] })
    await gate.run(bash('frobnicate'), () => null)
    expect(asked).toHaveLength(1)
  })
})

describe('a contained run', () => {
  test('has the restricted fence, and the journal says that the fence answered', async () => {
    const { fence, planned } = madeUpFence()
    const policies = await withPolicy('fence: { profile: minimal, network: full }')
    const { gate, journal, types } = openGate({ policies, fence, contained: madeUpMemory().memory })
    const outcome = await gate.run(bash('frobnicate'), ({ plan }) => plan?.argv[2])
    expect(outcome).toMatchObject({ ok: true, value: 'balanced', verdict: { decision: 'allow', contained: true } })
    expect(planned).toMatchObject([{ name: 'balanced', network: [], registries: false, contained: true }])
    expect(types()).not.toContain('approval_requested')
    const decided = journal.events().find(event => event.type === 'approval_decided')
    const started = journal.events().find(event => event.type === 'tool_call_started')
    expect(decided).toMatchObject({ decision: 'approved', by: 'fence', reason: 'contained' })
    expect(decided?.plan).toBe(started?.fence?.digest)
  })

  test("an answer for the session comes first: the person has agreed to the policy's own fence", async () => {
    const { approver, asked } = person('approved_for_session')
    const { fence, planned } = madeUpFence()
    const works = { now: false }
    const probe: Fence['probe'] = async () => (works.now ? fence.probe() : fail('sandbox_denied', 'not yet'))
    const { gate } = openGate({ fence: { ...fence, probe }, approvers: [approver], contained: madeUpMemory().memory })
    await gate.run(bash('frobnicate'), () => null)
    works.now = true
    const second = await gate.run(bash('frobnicate'), () => null)
    expect(asked).toHaveLength(1)
    expect(second.verdict.contained).toBeUndefined()
    expect(planned.every(({ contained }) => contained === undefined)).toBe(true)
  })

  test('everything that it may write is marked while it runs', async () => {
    const { memory } = madeUpMemory()
    const { gate } = openGate({ fence: madeUpFence().fence, contained: memory })
    const during = await gate.run(bash('frobnicate'), () => memory.recall().marks.length)
    expect(during).toMatchObject({ ok: true, value: 1 })
    expect(memory.recall().marks).toEqual([])
  })

  test('a program that goes on after the call keeps its marks until it ends', async () => {
    const { memory } = madeUpMemory()
    const { gate } = openGate({ fence: madeUpFence().fence, contained: memory })
    let stop = () => {}
    const running = new Promise<void>(resolve => {
      stop = resolve
    })
    await gate.run(bash('frobnicate'), ({ outlives }) => outlives?.(running))
    expect(memory.recall().marks).toHaveLength(1)
    stop()
    await new Promise(resolve => setImmediate(resolve))
    expect(memory.recall().marks).toEqual([])
  })

  test('does not start if its marks cannot be kept', async () => {
    const memory = { ...madeUpMemory().memory, begin: async () => fail('config_error', 'the disk is full') }
    const { gate } = openGate({ fence: madeUpFence().fence, contained: memory })
    let ran = false
    const outcome = await gate.run(bash('frobnicate'), () => {
      ran = true
    })
    expect(outcome).toMatchObject({ ok: false, code: 'sandbox_denied' })
    expect(ran).toBe(false)
  })
})

describe('a run that the fence kept from its work', () => {
  const refused = { kind: 'network', host: 'api.example', port: 443, because: 'it is not on the list' } as const

  /** A person who picks the offer with this text, or says yes. */
  function chooser(pick: (request: ApprovalRequest) => { readonly index: number; readonly scope: GrantScope } | null) {
    const asked: ApprovalRequest[] = []
    const approver: Approver = {
      name: 'person',
      channel: 'human',
      request: async request => {
        asked.push(request)
        const picked = pick(request)
        const shape = picked === null ? undefined : request.offers[picked.index]?.shape
        return {
          decision: 'approved',
          by: 'dev',
          ...(picked === null || shape === undefined ? {} : { remember: { scope: picked.scope, shape } }),
        }
      },
    }
    return { approver, asked }
  }

  /** Files whose directories the fence could open. */
  const existing = [
    '/srv/data/a',
    '/srv/books/a',
    '/srv/other/.git/hooks/a',
    '/opt/tool/bin/a',
    '/home/dev/.local/bin/a',
  ]

  const opened = (policies?: Policies, pick: Parameters<typeof chooser>[0] = () => null) => {
    const { approver, asked } = chooser(pick)
    const { fence, planned } = madeUpFence()
    const memory = madeUpMemory()
    const gate = openGate({
      fence,
      approvers: [approver],
      contained: memory.memory,
      facts: memoryFacts({ files: Object.fromEntries(existing.map(path => [path, 'x'])) }),
      ...(policies === undefined ? {} : { policies }),
    })
    return { ...gate, asked, planned, ...memory }
  }

  test('asks the next time, with the evidence, and a yes runs it without the fence', async () => {
    const { gate, asked } = opened()
    await gate.run(bash('frob sync'), ({ held }) => held(refused))
    const plan = await gate.run(bash('frob sync --all'), running => running.plan)
    expect(asked).toHaveLength(1)
    const evidence =
      '`frob sync` failed in the fence last time: the fence blocked network access to api.example:443 (it is not on the list)'
    expect(asked[0]?.verdict.reasons[0]?.because).toBe(evidence)
    expect(asked[0]?.verdict.radius).toEqual([
      evidence,
      'a plain yes runs it without the fence, where it may do more than it showed inside',
    ])
    expect(plan).toMatchObject({ ok: true, value: null })
  })

  test('offers first to open exactly that host, for this program, and then runs it contained', async () => {
    const { gate, asked, planned } = opened(undefined, () => ({ index: 0, scope: 'session' }))
    await gate.run(bash('frob sync'), ({ held }) => held(refused))
    const second = await gate.run(bash('frob sync'), () => null)
    expect(asked[0]?.offers[0]).toMatchObject({
      shape: { does: 'fence', opens: 'host', what: 'api.example:443', program: 'frob' },
    })
    expect(second.verdict.contained).toBe(true)
    expect(planned.at(-1)).toMatchObject({ contained: true, allowed: [{ opens: 'host', what: 'api.example:443' }] })
    const third = await gate.run(bash('frob sync'), () => null)
    expect([asked.length, third.verdict.contained]).toEqual([1, true])
  })

  test('is not run without the fence where the policy enforces it', async () => {
    const { gate, asked } = opened(await withPolicy('fence: { mode: enforce }'))
    await gate.run(bash('frob sync'), ({ held }) => held(refused))
    const second = await gate.run(bash('frob sync'), ({ plan }) => plan?.argv[0])
    expect(asked[0]?.verdict.radius?.[1]).toContain('it does not run without a fence here')
    expect(asked[0]?.offers.map(({ shape }) => shape.does)).toEqual(['fence'])
    expect(second).toMatchObject({ ok: true, value: 'bwrap' })
  })

  test.each<readonly [what: string, command: string]>([
    ['another verb of the program', 'frob show'],
    ['another program', 'frobnicate sync'],
  ])('%s is contained as before', async (_what, command) => {
    const { gate, asked } = opened()
    await gate.run(bash('frob sync'), ({ held }) => held(refused))
    expect((await gate.run(bash(command), () => null)).verdict.contained).toBe(true)
    expect(asked).toEqual([])
  })

  test('a host that only the output names is not named in the question, and not offered', async () => {
    const { gate, asked, failures } = opened()
    await gate.run(bash('frob sync'), ({ held }) => held({ ...refused, hint: true }))
    expect(failures[0]?.blocked).toEqual([{ opens: null, what: 'network', text: 'the fence blocked network access' }])
    await gate.run(bash('frob sync'), () => null)
    expect(asked[0]?.offers.some(({ shape }) => shape.does === 'fence')).toBe(false)
  })

  test.each<readonly [what: string, denial: FenceDenial]>([
    ['a variable', { kind: 'variable', name: 'API_TOKEN', hint: true }],
    ['a system call', { kind: 'action', what: 'mounts', hint: true }],
    ['a limit', { kind: 'limit', limit: 'memory', at: 5 }],
  ])('%s that only the output names is no evidence', async (_what, denial) => {
    const { gate, failures } = opened()
    await gate.run(bash('frob sync'), ({ held }) => held(denial))
    expect(failures).toEqual([])
    expect((await gate.run(bash('frob sync'), () => null)).verdict.contained).toBe(true)
  })

  test.each([
    ['a setting that runs code', '/home/dev/.bashrc'],
    ['a secret', '/home/dev/.ssh/id_ed25519'],
    ['a directory of programs', '/opt/tool/bin/frob'],
    ['a directory on the PATH of most users', '/home/dev/.local/bin/frob'],
    ['a file of the system', '/etc/frob.conf'],
    ['the home', '/home/dev'],
    ["Sallyport's own files", '/home/dev/.local/state/sallyport/grants.json'],
    ['a path that the policy calls sensitive', '/srv/books/2026.csv'],
    ['instructions to agents', '/srv/other/CLAUDE.md'],
    ['a hook of git', '/srv/other/.git/hooks/pre-commit'],
    ['a file that would be created in the home', '/home/dev/notes.txt'],
  ])('%s asks, and is not offered', async (_what, path) => {
    const { gate, asked } = opened(await withPolicy('sensitive: [/srv/books]'))
    const denial = { kind: 'write', path, because: 'x', writable: [], hint: true } as const
    await gate.run(bash('frob sync'), ({ held }) => held(denial))
    await gate.run(bash('frob sync'), () => null)
    expect(asked[0]?.verdict.radius?.[0]).toContain(path)
    expect(asked[0]?.offers.some(({ shape }) => shape.does === 'fence')).toBe(false)
  })

  test('a path that the output names and Sallyport checked is offered first, then the run without the fence', async () => {
    const { gate, asked } = opened()
    const denial = { kind: 'write', path: '/srv/data/log', because: 'x', writable: [], hint: true } as const
    await gate.run(bash('frob sync'), ({ held }) => held(denial))
    await gate.run(bash('frob sync'), () => null)
    expect(asked[0]?.offers.map(({ text, upTo }) => [text, upTo])).toEqual([
      ['in the fence: write to /srv/data/log, for frob alone', 'always'],
      ['without the fence: frob sync', 'session'],
    ])
  })

  test('a yes for the session is remembered, and each run is without the fence', async () => {
    const { gate, asked } = opened(undefined, ({ offers }) => ({ index: offers.length - 1, scope: 'session' }))
    await gate.run(bash('frob sync'), ({ held }) => held(refused))
    const runs = [1, 2].map(async () => gate.run(bash('frob sync'), ({ plan }) => plan))
    for (const run of runs) expect(await run).toMatchObject({ ok: true, value: null })
    expect(asked.length).toBeLessThanOrEqual(2)
    expect(await gate.run(bash('frob sync'), ({ plan }) => plan)).toMatchObject({ ok: true, value: null })
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  test('an answer from before the failure does not let it leave the fence', async () => {
    const { gate, asked } = opened(undefined, ({ offers }) => ({ index: offers.length - 1, scope: 'session' }))
    // Careful about the order: the grant is for the same words, and the failure is of the same program and verb.
    await gate.run(bash('git push && frob sync'), () => null)
    await gate.run(bash('frob sync --other'), ({ held }) => held(refused))
    const before = asked.length
    await gate.run(bash('frob sync'), () => null)
    expect(asked.length).toBe(before + 1)
  })

  test('a rule as code that says yes does not take it out of the fence', async () => {
    const code: Approver = {
      name: 'rules',
      channel: 'code',
      request: async () => ({ decision: 'approved', by: 'rules' }),
    }
    const { gate } = openGate({ fence: madeUpFence().fence, approvers: [code], contained: madeUpMemory().memory })
    await gate.run(bash('frob sync'), ({ held }) => held(refused))
    const second = await gate.run(bash('frob sync'), ({ plan }) => plan?.argv[0])
    expect(second).toMatchObject({ ok: true, value: 'bwrap' })
  })

  test("the client's own prompt shows the evidence and what a yes means", async () => {
    const { gate } = opened()
    await gate.run(bash('frob sync'), ({ held }) => held(refused))
    const contain = { keepsDirectory: false, overlays: false }
    const verdict = await gate.check(bash('frob sync'), { asks: 'client', contain })
    expect(verdict.decision).toBe('ask')
    expect(reasonText(verdict)).toBe(
      [
        'Sallyport asks: Runs `frob`, a program that Sallyport does not know.',
        '`frob sync` failed in the fence last time: the fence blocked network access to api.example:443 (it is not on the list)',
        'a plain yes runs it without the fence, where it may do more than it showed inside',
      ].join('\n'),
    )
  })
})
