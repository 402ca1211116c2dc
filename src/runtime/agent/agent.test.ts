import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { nobodyHome, person, withPolicy, withPreset } from '../../../test/requirements/open-gate.ts'
import { agentWith, callTypes, runEnds, typesOf, until } from '../../../test/runtime/agent-fixture.ts'
import { ruleApprover } from '../../approvals/rule-approver.ts'
import type { Approver } from '../../gate/ports.ts'
import { defineRuntimeTool } from '../tools/runtime-tool.ts'
import { newAgent } from './agent.ts'
import { ModelFailure } from './model.ts'

const shell = (command: string) => ['shell_command', { command }] as const
const asking = await withPolicy('mode: ask', await withPreset('deep-dive'))

describe('an agent', () => {
  test('works until its model makes no more calls', async () => {
    const { run, ran, conversations } = agentWith([
      { text: 'Looking.', calls: [shell('ls')] },
      { text: 'There is a file.' },
    ])
    const { result } = await run('what is here?')
    expect(result).toMatchObject({ outcome: 'completed', errorKind: null, text: 'There is a file.', steps: 2 })
    expect(ran.map(({ command }) => command)).toEqual(['ls'])
    expect(conversations[0]).toMatchObject({
      said: ['what is here?'],
      results: [{ id: 'call-1-1', tool: 'shell_command', text: 'ran ls', failed: false }],
    })
  })

  test('streams the events of the journal in their order, with those of the loop between them', async () => {
    const { run, journal } = agentWith([{ calls: [shell('git push')] }, { text: 'pushed' }], {
      approvers: [person().approver],
    })
    const { events } = await run()
    expect(typesOf(events)).toEqual([
      'run_started',
      'step_started',
      'step_finished',
      'tool_call_requested',
      'approval_requested',
      'approval_decided',
      'tool_call_judged',
      'tool_call_started',
      'tool_call_finished',
      'step_started',
      'text',
      'step_finished',
      'run_completed',
    ])
    expect(journal.events().map(({ type }) => type)).toEqual(
      typesOf(events).filter(type => !['step_started', 'step_finished', 'text'].includes(type)),
    )
  })

  test('R81: the gate decides about every call in the loop, and a denied call does not run', async () => {
    const { run, ran, conversations } = agentWith([{ calls: [shell('rm -rf /'), shell('ls')] }, { text: 'done' }], {
      approvers: [person().approver],
    })
    const { result } = await run()
    expect(result.outcome).toBe('completed')
    expect(ran.map(({ command }) => command)).toEqual(['ls'])
    expect(conversations[0]?.results).toMatchObject([
      { failed: true, text: expect.stringMatching(/^error: permission\n/) },
      { failed: false },
    ])
  })

  test('R135: a denied call has no start but an end, and the model gets its reason', async () => {
    const { run, conversations } = agentWith([{ calls: [shell('git push')] }], {
      approvers: [person('denied').approver],
    })
    const { events } = await run()
    expect(callTypes(events)).toEqual([
      'tool_call_requested',
      'approval_requested',
      'approval_decided',
      'tool_call_judged',
      'tool_call_finished',
    ])
    expect(conversations[0]?.results[0]?.text).toMatch(/a person denied it[\s\S]*Do not repeat this call/)
  })

  test('R136: an approval for the session is not asked again', async () => {
    const { approver, asked } = person('approved_for_session')
    const push = { calls: [shell('git push')] }
    const { run } = agentWith([push, push], { approvers: [approver] })
    const { events } = await run()
    expect(asked).toHaveLength(1)
    expect(callTypes(events).filter(type => type === 'approval_requested')).toHaveLength(1)
    expect(callTypes(events).filter(type => type === 'tool_call_started')).toHaveLength(2)
  })

  test('R137: events tell a denial by policy, by a person and by the fence apart', async () => {
    const fenced = { ...asking, fence: { ...asking.fence, mode: 'enforce' as const } }
    const stageOf = async (command: string, options: Parameters<typeof agentWith>[1]) => {
      const { events } = await agentWith([{ calls: [shell(command)] }], options).run()
      return events.flatMap(event => (event.type === 'tool_call_finished' ? [event.stage] : []))
    }
    const denying = await withPolicy('rules: [{ when: { run: make }, then: deny }]')
    expect(await stageOf('make', { policies: denying })).toEqual(['policy'])
    expect(await stageOf('make', { policies: asking, approvers: [person('denied').approver] })).toEqual(['approval'])
    expect(await stageOf('make', { policies: fenced, approvers: [person().approver] })).toEqual(['sandbox'])
  })

  test('R77: asked with no one there, the run fails at once', async () => {
    const { run, journal, conversations } = agentWith([{ calls: [shell('make')] }, { calls: [shell('make all')] }], {
      policies: asking,
    })
    const { result } = await run()
    expect(result).toMatchObject({ outcome: 'failed', errorKind: 'config_error', steps: 1 })
    expect(runEnds(journal.events())).toMatchObject([{ type: 'run_failed', errorKind: 'config_error' }])
    expect(conversations).toHaveLength(1)
  })

  test('R191: with rules and no person, a call that no rule covers is denied and the run goes on', async () => {
    const { run, conversations } = agentWith([{ calls: [shell('git push')] }, { text: 'then not' }], {
      approvers: [ruleApprover({ rules: [] })],
    })
    expect((await run()).result).toMatchObject({ outcome: 'completed', text: 'then not' })
    expect(conversations[0]?.results[0]?.text).toContain('no rule matched')
  })

  test('R193: a denied call gets a corrective text, and its repetition ends the run', async () => {
    const { approver, asked } = person('denied')
    const push = { calls: [shell('git push')] }
    const { run, journal } = agentWith([push, push, { text: 'never said' }], { approvers: [approver] })
    const { result } = await run()
    expect(result).toMatchObject({ outcome: 'failed', errorKind: 'permission', steps: 2 })
    expect(asked).toHaveLength(1)
    expect(runEnds(journal.events())).toMatchObject([{ type: 'run_failed' }])
  })

  test('R80: an abort ends the run as cancelled', async () => {
    const { run } = agentWith([{ calls: [shell('git push')] }], { approvers: [person('abort').approver] })
    expect((await run()).result).toMatchObject({ outcome: 'cancelled', errorKind: 'cancelled' })
  })

  test.each([
    ['an input that is not JSON', ['shell_command', '{"command": '], 'validation'],
    ['an input that is no object', ['shell_command', [1]], 'validation'],
    ['an input without a field', ['shell_command', {}], 'validation'],
    ['an unknown tool', ['shell_comand', { command: 'ls' }], 'not_found'],
    ['a tool that fails', shell('break'), 'unknown'],
  ] as const)('R198: %s has one result with the kind of its error', async (_what, call, kind) => {
    const { run, conversations, journal } = agentWith([{ calls: [call, shell('ls')] }, { text: 'sorry' }])
    expect((await run()).result).toMatchObject({ outcome: 'completed', text: 'sorry' })
    expect(conversations[0]?.results.map(({ id, failed }) => [id, failed])).toEqual([
      ['call-1-1', true],
      ['call-1-2', false],
    ])
    expect(conversations[0]?.results[0]?.text).toContain(`error: ${kind}\n`)
    expect(journal.events().filter(({ type }) => type === 'tool_call_finished')).toHaveLength(2)
  })

  test('R198: at most so many calls of a step run at once, each with one result in the order of the calls', async () => {
    let [open, highest] = [0, 0]
    const slow = defineRuntimeTool({
      name: 'shell_command',
      description: 'Takes a while; the first calls take longest.',
      input: v.object({ command: v.string() }),
      run: async ({ command }) => {
        open += 1
        highest = Math.max(highest, open)
        for (let turns = 40 - 3 * Number(command.slice(3)); turns > 0; turns -= 1) await new Promise(setImmediate)
        open -= 1
        return { text: command }
      },
    })
    const commands = Array.from({ length: 12 }, (_, i) => `ls ${i}`)
    const step = { calls: commands.map(shell) }
    const of = async (parallelCalls: number | undefined) => {
      ;[open, highest] = [0, 0]
      const { parts, conversations } = agentWith([step, { text: 'done' }], { tools: [slow] })
      await newAgent({ ...parts, ...(parallelCalls === undefined ? {} : { parallelCalls }) }).run('do it').result
      return { highest, texts: conversations[0]?.results.map(({ text }) => text) }
    }
    expect(await of(undefined)).toEqual({ highest: 8, texts: commands })
    expect(await of(3)).toEqual({ highest: 3, texts: commands })
    expect(await of(100)).toEqual({ highest: 12, texts: commands })
  })

  test('calls that still wait when the run ends do not run, and have one result each', async () => {
    const { parts, journal, ran } = agentWith([{ calls: [shell('sleep 1'), shell('ls a'), shell('ls b')] }])
    const task = newAgent({ ...parts, parallelCalls: 1 }).run('do it')
    await until(() => ran.length === 1)
    task.cancel('enough')
    expect(await task.result).toMatchObject({ outcome: 'cancelled' })
    expect(ran.map(({ command }) => command)).toEqual(['sleep 1'])
    expect(journal.events().filter(({ type }) => type === 'tool_call_finished')).toHaveLength(3)
  })

  test('R157: the main agent stops after 50 steps', async () => {
    let steps = 0
    const { run } = agentWith(() => {
      steps += 1
      return { calls: [shell(`ls ${steps}`)] }
    })
    expect((await run()).result).toMatchObject({ outcome: 'failed', errorKind: 'permission', steps: 50 })
    expect(steps).toBe(50)
  })

  test('R157: 50 steps are enough for an answer in the last one', async () => {
    const { run } = agentWith((_, step) => (step < 49 ? { calls: [shell(`ls ${step}`)] } : { text: 'just in time' }))
    expect((await run()).result).toMatchObject({ outcome: 'completed', text: 'just in time', steps: 50 })
  })

  test('a caller can stop it, and nothing runs afterwards', async () => {
    const stopping = new AbortController()
    const { run, ran } = agentWith([{ calls: [shell('sleep 1')] }, { calls: [shell('ls')] }])
    const ended = run('do it', stopping.signal)
    await until(() => ran.length === 1)
    stopping.abort()
    expect((await ended).result).toMatchObject({ outcome: 'cancelled', reason: 'the caller stopped the run' })
    expect(ran).toHaveLength(1)
  })

  test('does not start without a journal', async () => {
    const { run, journal, conversations } = agentWith([])
    journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
    expect((await run()).result).toMatchObject({ outcome: 'failed', errorKind: 'permission' })
    expect(conversations).toEqual([])
  })

  test('waiting for a person takes none of its time', async () => {
    const { run, clock, agent } = agentWith([{ calls: [shell('git push')] }, { text: 'ok' }], { approvers: [slow()] })
    const task = agent.run('push')
    await until(() => answer !== null)
    clock.advance(200_000)
    answer?.()
    const { spent } = await task.result
    expect(spent.wallMs).toBe(0)
    expect(run).toBeDefined()
  })
})

let answer: (() => void) | null = null
/** A person who answers when `answer` is called. */
const slow = (): Approver => ({
  name: 'slow',
  channel: 'human',
  request: () =>
    new Promise(resolve => {
      answer = () => resolve({ decision: 'approved', by: 'dev' })
    }),
})

describe('a model that fails', () => {
  const busy = new ModelFailure('the provider answered 429', { kind: 'unknown', retryable: true, retryAfterMs: 5_000 })
  const wrong = new ModelFailure('the provider answered 401', { kind: 'config_error', retryable: false })

  test('is tried again after the time that it asks for', async () => {
    const { agent, clock } = agentWith([{ fails: busy }, { text: 'now' }])
    const task = agent.run('do it')
    const retries: unknown[] = []
    for await (const event of task) {
      if (event.type !== 'step_retried') continue
      retries.push(event)
      await new Promise(setImmediate)
      clock.advance(4_999)
      await new Promise(setImmediate)
      clock.advance(1)
    }
    expect(retries).toMatchObject([{ waitMs: 5_000, attempt: 1 }])
    expect(await task.result).toMatchObject({ outcome: 'completed', text: 'now', steps: 1 })
  })

  test('is tried four times in all, with growing waits', async () => {
    const { agent, clock } = agentWith(() => ({ fails: busy }))
    const task = agent.run('do it')
    const waits: number[] = []
    for await (const event of task) {
      if (event.type !== 'step_retried') continue
      waits.push(event.waitMs)
      await new Promise(setImmediate)
      clock.advance(event.waitMs)
    }
    expect(waits).toEqual([5_000, 5_000, 5_000])
    expect(await task.result).toMatchObject({ outcome: 'failed', errorKind: 'unknown', reason: busy.message })
  })

  test('is not tried again if that cannot help', async () => {
    const { run } = agentWith([{ fails: wrong }])
    expect((await run()).result).toMatchObject({ outcome: 'failed', errorKind: 'config_error', reason: wrong.message })
  })
})

describe('a budget', () => {
  const long = Array.from({ length: 6 }, (_, i) => ({ calls: [shell(`ls ${i}`)], tokens: 99 }))

  test('pauses the run and asks; a yes raises it by as much again', async () => {
    const { approver, asked } = person()
    const { run } = agentWith(long, { approvers: [approver], budget: { tokens: 250 } })
    expect((await run()).result).toMatchObject({ outcome: 'completed', steps: 7 })
    expect(asked.map(({ tool, details }) => [tool, details])).toEqual([
      ['extend_budget', { budget: '250 tokens', used: '300 tokens', more: '250 tokens' }],
      ['extend_budget', { budget: '500 tokens', used: '500 tokens', more: '250 tokens' }],
    ])
  })

  test.each([
    ['a no', [person('denied').approver], 'permission'],
    ['no one to ask', [], 'config_error'],
  ] as const)('ends the run after %s', async (_what, approvers, errorKind) => {
    const { run } = agentWith(long, { approvers, budget: { tokens: 250 } })
    expect((await run()).result).toMatchObject({ outcome: 'failed', errorKind, steps: 3 })
  })

  test('ends the run if the policy asks no one', async () => {
    const { run } = agentWith(long, {
      policies: await withPreset('balanced', 'allow'),
      approvers: [person().approver],
      budget: { tokens: 250 },
    })
    const { result } = await run()
    expect(result).toMatchObject({ outcome: 'failed', steps: 3 })
    expect(result.reason).toContain('250 tokens')
  })

  test('of time counts without the time of people', async () => {
    const { agent, clock, ran } = agentWith(long, {
      approvers: [person('denied').approver],
      budget: { wallMs: 60_000 },
    })
    const task = agent.run('do it')
    for await (const event of task) if (event.type === 'tool_call_started') clock.advance(25_000)
    expect(await task.result).toMatchObject({ outcome: 'failed', errorKind: 'timeout', steps: 3 })
    expect(ran).toHaveLength(3)
  })

  test('of money needs prices', async () => {
    const prices = { input: 1_000_000, output: 2_000_000 }
    const { run } = agentWith(long, { approvers: [person('denied').approver], budget: { cost: 150 }, prices })
    const { result } = await run()
    expect(result).toMatchObject({ outcome: 'failed', steps: 2, spent: { cost: 202 } })
    const { run: free } = agentWith(long, { approvers: [person('denied').approver], budget: { cost: 150 } })
    expect((await free()).result).toMatchObject({ outcome: 'completed', spent: { cost: null } })
  })
})

test('the transcript says who said, called and answered what', async () => {
  const { run, transcript } = agentWith([{ text: 'Looking.', calls: [shell('ls')] }, { text: 'done' }])
  await run('look')
  expect(transcript).toMatchObject([
    { type: 'started', model: 'scripted' },
    { type: 'system' },
    { type: 'prompt', text: 'look' },
    { type: 'step', text: 'Looking.', calls: [{ tool: 'shell_command', input: { command: 'ls' } }] },
    { type: 'result', tool: 'shell_command', text: 'ran ls', failed: false },
    { type: 'step', text: 'done' },
    { type: 'ended', outcome: 'completed' },
  ])
})

test('a person who never answers does not keep a stopped run', async () => {
  const { agent } = agentWith([{ calls: [shell('git push')] }], { approvers: [nobodyHome] })
  const task = agent.run('push')
  for await (const event of task) if (event.type === 'approval_requested') task.cancel('enough')
  expect(await task.result).toMatchObject({ outcome: 'cancelled', reason: 'enough' })
})
