import { describe, expect, test } from 'vitest'
import { person, withPolicy, withPreset } from '../../../test/requirements/open-gate.ts'
import { agentWith, runEnds, until } from '../../../test/runtime/agent-fixture.ts'
import type { Heard, Line } from '../../../test/runtime/scripted-model.ts'
import type { Running } from '../../gate/run-call.ts'
import { newAgent } from '../agent/agent.ts'
import type { AgentEvent } from '../agent/agent-event.ts'
import { type AgentConfig, childConfig, collaborationNames } from './agent-config.ts'
import { collaborationTools } from './collaboration-tools.ts'

const shell = (command: string) => ['shell_command', { command }] as const
const delegate = (prompt: string, more: object = {}) => ['run_agent', { prompt, ...more }] as const

/** The main agent follows `main`; each sub-agent does what its prompt names in `children`. */
const script =
  (main: readonly Line[], children: Readonly<Record<string, readonly Line[]>>) =>
  (heard: Heard, step: number): Line => {
    const lines = children[heard.said[0] ?? ''] ?? main
    return lines[step] ?? { text: 'done' }
  }

const lastTexts = ({ results = [] }: Partial<Heard> = {}) => results.map(({ text }) => text)

describe('run_agent', () => {
  test('R205: several sub-agents work in parallel, and each answer is the result of its call', async () => {
    const { run, conversations, ran } = agentWith(
      script([{ calls: [delegate('a'), delegate('b')] }, { text: 'both done' }], {
        a: [{ calls: [shell('ls a')] }, { text: 'answer of a' }],
        b: [{ calls: [shell('ls b')] }, { text: 'answer of b' }],
      }),
    )
    const { result } = await run()
    expect(result).toMatchObject({ outcome: 'completed', text: 'both done' })
    expect(lastTexts(conversations[0])).toEqual(['answer of a', 'answer of b'])
    expect(ran).toEqual([
      { command: 'ls a', agents: ['agent'] },
      { command: 'ls b', agents: ['agent-2'] },
    ])
  })

  test('an answer is not lost while its end is written to a slow disk', async () => {
    const { parts, conversations } = agentWith(
      script([{ calls: [delegate('a')] }, { text: 'ok' }], { a: [{ text: 'answer of a' }] }),
    )
    const recordRun: typeof parts.gate.recordRun = async event => {
      for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate)
      return parts.gate.recordRun(event)
    }
    await newAgent({ ...parts, gate: { ...parts.gate, recordRun } }).run('do it').result
    expect(lastTexts(conversations[0])).toEqual(['answer of a'])
  })

  test('R162: a sub-agent sees its prompt and nothing of its parent', async () => {
    const { run, conversations } = agentWith(
      script([{ text: 'the plan is secret', calls: [delegate('a')] }, { text: 'ok' }], { a: [{ text: 'hi' }] }),
    )
    await run('a very secret task')
    expect(conversations[1]?.said).toEqual(['a'])
    expect(JSON.stringify(conversations[1])).not.toContain('secret')
    expect(conversations[0]?.said).toEqual(['a very secret task'])
  })

  test('R163: its system prompt forbids what destroys, unless it is told to', async () => {
    const { run, conversations } = agentWith(
      script([{ calls: [delegate('a', { name: 'lint-fixer' })] }], { a: [{ text: 'hi' }] }),
    )
    await run()
    expect(conversations[1]?.system).toContain('Do not delete or overwrite files')
    expect(conversations[1]?.system).toContain('unless your task explicitly instructs you')
    expect(conversations[1]?.system).toContain('lint-fixer, started by main')
    expect(conversations[0]?.system).not.toContain('Do not delete or overwrite files')
  })

  test('R154: each level is one deeper, and at depth 3 there are no tools for sub-agents', async () => {
    const { run, conversations } = agentWith(
      script([{ calls: [delegate('1')] }], {
        1: [{ calls: [delegate('2')] }],
        2: [{ calls: [delegate('3')] }],
        3: [{ calls: [delegate('4')] }, { text: 'alone' }],
      }),
    )
    expect((await run()).result.outcome).toBe('completed')
    expect(conversations.map(({ tools }) => tools.includes('run_agent'))).toEqual([true, true, true, false])
    expect(conversations[3]?.tools).toEqual(['shell_command'])
    expect(lastTexts(conversations[3])[0]).toContain('error: not_found')
  })

  test('R156: an answer is cut to 4,000 characters', async () => {
    const { run, conversations } = agentWith(
      script([{ calls: [delegate('a'), delegate('b')] }], {
        a: [{ text: 'x'.repeat(4_000) }],
        b: [{ text: 'x'.repeat(4_001) }],
      }),
    )
    await run()
    expect(lastTexts(conversations[0]).map(({ length }) => length)).toEqual([4_000, 4_000])
  })

  test('R157: a sub-agent stops after 15 steps; its parent goes on', async () => {
    let steps = 0
    const { run, conversations } = agentWith(({ said }, step) => {
      if (said[0] !== 'a') return step === 0 ? { calls: [delegate('a')] } : { text: 'went on' }
      steps += 1
      return { calls: [shell(`ls ${steps}`)] }
    })
    expect((await run()).result).toMatchObject({ outcome: 'completed', text: 'went on' })
    expect(steps).toBe(15)
    expect(lastTexts(conversations[0])).toEqual(['error: unknown\nthe sub-agent failed'])
  })

  test('R157: 15 steps are enough for an answer in the last one', async () => {
    const { run, conversations } = agentWith(({ said }, step) => {
      if (said[0] !== 'a') return step === 0 ? { calls: [delegate('a')] } : { text: 'went on' }
      return step < 14 ? { calls: [shell(`ls ${step}`)] } : { text: 'just in time' }
    })
    await run()
    expect(lastTexts(conversations[0])).toEqual(['just in time'])
  })

  test('R158: a sub-agent that hangs is stopped after 120 seconds, not before', async () => {
    const { agent, clock, conversations, journal } = agentWith(
      script([{ calls: [delegate('a')] }, { text: 'went on' }], { a: [{ hangs: true }] }),
    )
    const task = agent.run('do it')
    await until(() => conversations.length === 2)
    await new Promise(setImmediate)
    clock.advance(119_999)
    for (let i = 0; i < 20; i += 1) await new Promise(setImmediate)
    expect(conversations[0]?.results).toEqual([])
    clock.advance(1)
    expect(await task.result).toMatchObject({ outcome: 'completed', text: 'went on' })
    expect(lastTexts(conversations[0])).toEqual(['error: timeout\nthe sub-agent did not finish in time'])
    expect(runEnds(journal.events())[0]).toMatchObject({ type: 'run_failed', agents: ['agent'], errorKind: 'timeout' })
  })

  test('R206: a sub-agent that dies is caught; the model learns nothing, the journal everything', async () => {
    const { run, conversations, journal } = agentWith(
      script([{ calls: [delegate('a')] }, { text: 'went on' }], {
        a: [{ fails: new Error('secret detail: stack overflow at 0xdead') }],
      }),
    )
    expect((await run()).result).toMatchObject({ outcome: 'completed', text: 'went on' })
    expect(lastTexts(conversations[0])).toEqual(['error: unknown\nthe sub-agent failed'])
    expect(runEnds(journal.events())[0]).toMatchObject({
      type: 'run_failed',
      agents: ['agent'],
      reason: 'secret detail: stack overflow at 0xdead',
    })
  })

  test('R165: a refused start names no limit and no number; the journal does', async () => {
    const { run, conversations, journal } = agentWith(
      script([{ calls: [delegate('a'), delegate('b')] }], { a: [{ text: 'hi' }], b: [{ text: 'hi' }] }),
      { limits: [{ total: 1 }] },
    )
    await run()
    expect(lastTexts(conversations[0])).toEqual(['hi', 'error: unknown\nthe sub-agent could not be started'])
    expect(lastTexts(conversations[0]).join()).not.toMatch(/\d|limit/)
    expect(runEnds(journal.events())).toContainEqual(
      expect.objectContaining({ type: 'run_failed', reason: 'the run has started 1 sub-agents already' }),
    )
  })

  test.each([
    ['R160: an empty prompt', { prompt: ' ' }],
    ['R155: a prompt that is too long', { prompt: 'x'.repeat(32_001) }],
    ['R159: a model id with a space', { prompt: 'a', model: 'a b' }],
  ])('%s is refused before anything starts', async (_what, input) => {
    const { run, conversations } = agentWith([{ calls: [['run_agent', input]] }, { text: 'ok' }])
    await run()
    expect(conversations).toHaveLength(1)
    expect(lastTexts(conversations[0])[0]).toContain('error: validation')
  })

  test('R166: without a limiter it is blocked', async () => {
    for (const tool of collaborationTools(null)) {
      const input = { prompt: 'a', id: 'a', message: 'a' }
      const running = { call: { input }, plan: null, signal: new AbortController().signal } as unknown as Running
      await expect(tool.run(running)).rejects.toThrow('sub-agents are not available here')
    }
  })

  test('another model is used only if one is set up for its id', async () => {
    const { run, conversations } = agentWith(
      script([{ calls: [delegate('a', { model: 'small' })] }], { a: [{ text: 'hi' }] }),
    )
    expect((await run()).result.outcome).toBe('completed')
    expect(lastTexts(conversations[0])[0]).toContain('the sub-agent failed')
  })
})

describe('a sub-agent', () => {
  const main: AgentConfig = {
    depth: 0,
    tools: ['read_file', 'shell_command', ...collaborationNames],
    model: 'big',
    instructions: 'be brief',
  }

  test('R161: gets a deep copy of the configuration', () => {
    const child = childConfig(main, { prompt: 'a' }, 3)
    expect(child).toEqual({ ...main, depth: 1 })
    ;(child.tools as string[]).push('launch_missiles')
    expect(main.tools).not.toContain('launch_missiles')
  })

  test('never has a tool that its parent does not have', () => {
    const child = childConfig(main, { prompt: 'a', tools: ['read_file', 'launch_missiles'] }, 3)
    expect(child.tools).toEqual(['read_file', ...collaborationNames])
    const grandchild = childConfig(child, { prompt: 'a', tools: ['shell_command'] }, 3)
    expect(grandchild.tools).toEqual([...collaborationNames])
    expect(childConfig(child, { prompt: 'a' }, 2).tools).toEqual(['read_file'])
  })

  test("R164: its questions reach the parent's channel from any depth, with the path", async () => {
    const { approver, asked } = person('approved')
    const { run, ran } = agentWith(
      script([{ calls: [delegate('1', { name: 'planner' })] }], {
        1: [{ calls: [delegate('2', { name: 'lint-fixer' })] }],
        2: [{ calls: [shell('git push --force')] }],
      }),
      { approvers: [approver] },
    )
    await run()
    expect(asked.map(({ agents, summary }) => [agents, summary])).toEqual([
      [['planner', 'lint-fixer'], 'shell_command: git push --force'],
    ])
    expect(ran).toEqual([{ command: 'git push --force', agents: ['planner', 'lint-fixer'] }])
  })

  test("an approval for the parent's session does not cover a destructive call of its sub-agent", async () => {
    const { approver, asked } = person('approved_for_session')
    const push = { calls: [shell('git push --force')] }
    const { run } = agentWith(script([push, push, { calls: [delegate('a')] }], { a: [push] }), {
      approvers: [approver],
    })
    await run()
    expect(asked.map(({ agents }) => agents)).toEqual([[], ['agent']])
  })

  test('what was denied to its parent is denied to it without a question, and does not end it', async () => {
    const { approver, asked } = person('denied')
    const push = { calls: [shell('git push')] }
    const { run, conversations } = agentWith(
      script([push, { calls: [delegate('a')] }, { text: 'ok' }], { a: [push, { text: 'then not' }] }),
      { approvers: [approver] },
    )
    expect((await run()).result).toMatchObject({ outcome: 'completed' })
    expect(asked).toHaveLength(1)
    expect(lastTexts(conversations[0])).toEqual(['then not'])
  })

  test('what was denied to it is denied to its parent and siblings without a question, and ends none of them', async () => {
    const { approver, asked } = person('denied')
    const push = { calls: [shell('git push')] }
    const { run, conversations } = agentWith(
      script([{ calls: [delegate('a')] }, { calls: [shell('git push'), delegate('b')] }, { text: 'ok' }], {
        a: [push, { text: 'a did not' }],
        b: [push, { text: 'b did not' }],
      }),
      { approvers: [approver] },
    )
    expect((await run()).result).toMatchObject({ outcome: 'completed' })
    expect(asked.map(({ agents }) => agents)).toEqual([['agent']])
    expect(lastTexts(conversations[0])).toEqual([expect.stringContaining('error: permission'), 'b did not'])
  })

  test('an abort of its call ends the whole run', async () => {
    const { run } = agentWith(script([{ calls: [delegate('a')] }], { a: [{ calls: [shell('git push')] }] }), {
      approvers: [person('abort').approver],
    })
    expect((await run()).result).toMatchObject({ outcome: 'cancelled' })
  })

  test('R77: with no one to ask, its question ends the whole run', async () => {
    const policies = await withPolicy(
      'mode: ask\nrules: [{ when: { tool: run_agent }, then: allow }]',
      await withPreset('deep-dive'),
    )
    const { run } = agentWith(script([{ calls: [delegate('a')] }], { a: [{ calls: [shell('make')] }] }), { policies })
    expect((await run()).result).toMatchObject({ outcome: 'failed', errorKind: 'config_error' })
  })

  test('its tokens count against the budget of the run', async () => {
    const { run } = agentWith(
      script([{ calls: [delegate('a')] }, { text: 'ok' }], { a: [{ text: 'hi', tokens: 500 }] }),
      { budget: { tokens: 400 }, approvers: [person('denied').approver] },
    )
    const { result } = await run()
    expect(result).toMatchObject({ outcome: 'failed', steps: 1, spent: { inputTokens: 510 } })
  })
})

describe('spawn_agent, wait, send_input, close_agent and resume_agent (R204)', () => {
  test('steer a child that works, one that asks, one that hangs and one that dies', async () => {
    const { approver, asked } = person('approved')
    const spawn = (prompt: string) => ['spawn_agent', { prompt, name: prompt }] as const
    const { agent, clock, conversations, journal, ran } = agentWith(
      script(
        [
          { calls: [spawn('worker'), spawn('asker'), spawn('hanger'), spawn('dier')] },
          { calls: [['wait', { ids: ['worker', 'asker', 'dier'] }]] },
          { calls: [['wait', { ids: ['hanger'], timeout_ms: 1_000 }]] },
          { calls: [['close_agent', { id: 'hanger' }]] },
          { calls: [['send_input', { id: 'worker', message: 'once more' }]] },
          { calls: [['wait', {}]] },
          { calls: [['send_input', { id: 'hanger', message: 'hello?' }]] },
          { calls: [['resume_agent', { id: 'hanger', prompt: 'try again' }]] },
          { calls: [['wait', { ids: ['hanger'] }]] },
          { calls: [['close_agent', { id: 'stranger' }]] },
          { text: 'all done' },
        ],
        {
          worker: [{ text: 'first answer' }, { text: 'second answer' }],
          asker: [{ calls: [shell('git push')] }, { text: 'pushed' }],
          hanger: [{ hangs: true }, { text: 'awake' }],
          dier: [{ fails: new Error('out of memory') }],
        },
      ),
      { approvers: [approver] },
    )
    const task = agent.run('do it')
    const results: string[][] = []
    for await (const event of task) {
      if (event.type === 'tool_call_started' && event.tool === 'wait' && results.length === 3) {
        await new Promise(setImmediate)
        clock.advance(1_000)
      }
      if (event.type === 'step_started' && event.agents.length === 0) results.push([...lastTexts(conversations[0])])
    }
    expect(await task.result).toMatchObject({ outcome: 'completed', text: 'all done' })
    expect(results.slice(1)).toEqual([
      ['started worker', 'started asker', 'started hanger', 'started dier'],
      ['worker: done\nfirst answer\n\nasker: done\npushed\n\ndier: failed\nthe sub-agent failed'],
      ['hanger: working'],
      ['hanger: closed'],
      ['worker: working'],
      ['worker: done\nsecond answer\n\nasker: done\npushed\n\nhanger: closed\n\ndier: failed\nthe sub-agent failed'],
      ['error: not_found\nthe sub-agent is closed; resume it first'],
      ['hanger: working'],
      ['hanger: done\nawake'],
      ['error: not_found\nthere is no sub-agent with this id'],
    ])
    expect(asked.map(({ agents }) => agents)).toEqual([['asker']])
    expect(ran).toEqual([{ command: 'git push', agents: ['asker'] }])
    expect(
      runEnds(journal.events())
        .map(({ type, agents }) => `${agents?.join('/') ?? 'main'} ${type}`)
        .sort(),
    ).toEqual([
      'asker run_completed',
      'dier run_failed',
      'hanger run_cancelled',
      'hanger run_completed',
      'main run_completed',
      'worker run_completed',
      'worker run_completed',
    ])
  })

  test('a message to a child that works is read after its current step', async () => {
    const { run, conversations } = agentWith(
      script(
        [
          {
            calls: [
              ['spawn_agent', { prompt: 'a' }],
              ['send_input', { id: 'agent', message: 'and b' }],
            ],
          },
          { calls: [['wait', {}]] },
        ],
        { a: [{ text: 'a' }, { text: 'a and b' }] },
      ),
    )
    await run()
    expect(conversations[1]?.said).toEqual(['a', 'and b'])
    expect(lastTexts(conversations[0])).toEqual(['agent: done\na and b'])
  })

  test('spawned children count against the same limiter as run_agent', async () => {
    const { run, conversations } = agentWith(
      script([{ calls: [['spawn_agent', { prompt: 'a' }], delegate('a'), delegate('a')] }], { a: [{ text: 'hi' }] }),
      { limits: [{ total: 2 }] },
    )
    await run()
    expect(lastTexts(conversations[0]).filter(text => text.startsWith('error'))).toHaveLength(1)
  })

  test('children end with the agent that started them, and all ends are recorded', async () => {
    const { run, journal } = agentWith(
      script([{ calls: [['spawn_agent', { prompt: 'a' }]] }, { text: 'bye' }], {
        a: [{ calls: [['spawn_agent', { prompt: 'b' }]] }, { hangs: true }],
        b: [{ hangs: true }],
      }),
    )
    const { events } = await run()
    expect(runEnds(journal.events()).map(({ type, agents = [] }) => [type, agents.length])).toEqual(
      expect.arrayContaining([
        ['run_completed', 0],
        ['run_cancelled', 1],
      ]),
    )
    const isEnd = (event: AgentEvent) => /^run_(?!started)/.test(event.type)
    expect(events.filter(isEnd)).toHaveLength(runEnds(journal.events()).length)
    expect(events.filter(({ type }) => type === 'run_started')).toHaveLength(events.filter(isEnd).length)
  })
})
