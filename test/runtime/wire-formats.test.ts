import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { afterEach, describe, expect, test } from 'vitest'
import { type ModelScript, type ModelServer, openModelServer, type SaidLine } from '../../scripts/demo/model-server.ts'
import { newAgent } from '../../src/runtime/agent/agent.ts'
import type { AgentEvent } from '../../src/runtime/agent/agent-event.ts'
import type { SdkModel } from '../../src/runtime/agent/ai-sdk-model.ts'
import { person } from '../requirements/open-gate.ts'
import { agentWith } from './agent-fixture.ts'

const apiKey = 'test-key-1234'
const formats: readonly (readonly [string, (baseURL: string) => SdkModel])[] = [
  ['OpenAI-compatible', baseURL => createOpenAICompatible({ name: 'fake', baseURL, apiKey })('fake')],
  ['Anthropic', baseURL => createAnthropic({ baseURL, apiKey })('claude-sonnet-4-5')],
]

let server: ModelServer | null = null
afterEach(() => server?.close())

const shell = (command: string) => ['shell_command', { command }] as const
const inOrder =
  (...lines: readonly SaidLine[]): ModelScript =>
  ({ step }) =>
    lines[step] ?? { text: 'done' }

describe.each(formats)('over the %s format', (_format, connect) => {
  /** Runs a task against the server; a fake clock that moves on at every wait. */
  async function runWith(script: ModelScript) {
    server = await openModelServer(script)
    const fixture = agentWith([], { approvers: [person().approver] })
    const agent = newAgent({ ...fixture.parts, model: connect(server.url) })
    const task = agent.run('do it')
    const events: AgentEvent[] = []
    for await (const event of task) {
      events.push(event)
      if (event.type !== 'step_retried') continue
      await new Promise(setImmediate)
      fixture.clock.advance(event.waitMs)
    }
    return { ...fixture, server, events, result: await task.result }
  }

  test('text is streamed, and the key is sent', async () => {
    const { events, result, server: asked } = await runWith(inOrder({ text: 'one two three' }))
    expect(events.flatMap(event => (event.type === 'text' ? [event.text] : []))).toEqual(['one ', 'two ', 'three'])
    expect(result).toMatchObject({ outcome: 'completed', text: 'one two three', steps: 1 })
    expect(result.spent).toMatchObject({ inputTokens: 100, outputTokens: 10 })
    expect(JSON.stringify(asked.headers[0])).toContain(apiKey)
    expect(asked.asked[0]).toMatchObject({ task: 'do it', system: expect.stringContaining('/home/dev/project') })
    expect(asked.asked[0]?.tools).toEqual(expect.arrayContaining(['shell_command', 'run_agent']))
  })

  test('parallel calls have one result each, in their order', async () => {
    const { ran, server: asked } = await runWith(
      inOrder({ text: 'Two things.', calls: [shell('ls a'), shell('ls b')] }, { text: 'done' }),
    )
    expect(ran.map(({ command }) => command).sort()).toEqual(['ls a', 'ls b'])
    expect(asked.asked[1]?.results).toEqual(['ran ls a', 'ran ls b'])
  })

  test('malformed arguments and unknown tools have one result that says so', async () => {
    const {
      ran,
      result,
      server: asked,
    } = await runWith(
      inOrder({ calls: [['shell_command', '{"command": "ls'], ['nonsense', {}], shell('ls')] }, { text: 'sorry' }),
    )
    expect(result).toMatchObject({ outcome: 'completed', text: 'sorry' })
    expect(ran.map(({ command }) => command)).toEqual(['ls'])
    expect(asked.asked[1]?.results).toEqual([
      expect.stringContaining('error: validation'),
      expect.stringContaining('error: not_found'),
      'ran ls',
    ])
  })

  test('a 429 is tried again after the time that the provider names', async () => {
    let tries = 0
    const { events, result } = await runWith(() => {
      tries += 1
      return tries === 1 ? { status: 429, retryAfter: '7' } : { text: 'now' }
    })
    expect(events).toContainEqual(expect.objectContaining({ type: 'step_retried', waitMs: 7_000, attempt: 1 }))
    expect(result).toMatchObject({ outcome: 'completed', text: 'now' })
  })

  test('a 429 that stays ends the run after four tries', async () => {
    const { result, server: asked } = await runWith(() => ({ status: 429 }))
    expect(result).toMatchObject({ outcome: 'failed', errorKind: 'unknown' })
    expect(result.reason).toContain('429')
    expect(asked.asked).toHaveLength(4)
  })

  test('a wrong key is a matter of configuration and is not tried again', async () => {
    const { result, server: asked } = await runWith(() => ({ status: 401 }))
    expect(result).toMatchObject({ outcome: 'failed', errorKind: 'config_error' })
    expect(asked.asked).toHaveLength(1)
  })

  test('a connection that drops in the middle is tried again, and no call runs twice', async () => {
    let tries = 0
    const { ran, result } = await runWith(({ step }) => {
      tries += 1
      if (tries === 1) return { text: 'one two three', calls: [shell('ls')], drops: true }
      return step === 0 ? { calls: [shell('ls')] } : { text: 'done' }
    })
    expect(result).toMatchObject({ outcome: 'completed', text: 'done' })
    expect(ran).toHaveLength(1)
  })

  test('a connection that always drops ends the run', async () => {
    const { result, server: asked } = await runWith(() => ({ text: 'one two', drops: true }))
    expect(result).toMatchObject({ outcome: 'failed', errorKind: 'unknown' })
    expect(asked.asked).toHaveLength(4)
  })

  test('sub-agents have conversations of their own', async () => {
    const { server: asked, result } = await runWith(({ task, step }) =>
      task === 'count'
        ? { text: 'three' }
        : step === 0
          ? { calls: [['run_agent', { prompt: 'count' }]] }
          : { text: 'ok' },
    )
    expect(result.outcome).toBe('completed')
    expect(asked.asked.map(({ task, results }) => [task, results])).toEqual([
      ['do it', []],
      ['count', []],
      ['do it', ['three']],
    ])
  })
})
