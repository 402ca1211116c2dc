import { describe, expect, test } from 'vitest'
import { newWorkspace, openToolbox } from '../../../../test/runtime/open-toolbox.ts'
import { fakeClock } from '../../../testing.ts'
import { type AskOptions, askTools } from './ask-tools.ts'
import type { Human } from './human.ts'
import { type NotedStep, noteTools } from './note-tools.ts'

const answering = (answer: string): Human => ({ ask: async () => answer })
const silent = (): Human & { readonly withdrawn: string[] } => {
  const withdrawn: string[] = []
  return {
    withdrawn,
    ask: ({ id }, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => withdrawn.push(id))
      }),
  }
}
const open = (options: Partial<AskOptions>) =>
  openToolbox(newWorkspace(), askTools({ human: null, clock: fakeClock(), humanTimeoutMs: null, ...options }))

describe('R201, R209: the tools that ask a person', () => {
  test.each([
    ['one question', 'ask_human', { question: 'Which colour?' }, 'red', 'red'],
    ['by another name', 'ask_human', { prompt: 'Which colour?' }, 'red', 'red'],
    [
      'one of the options',
      'ask_human',
      { question: 'Which?', options: ['red', { label: 'blue' }], allow_freeform: false },
      'blue',
      'blue',
    ],
    [
      'none of the options',
      'ask_human',
      { question: 'Which?', options: ['red'], allow_freeform: false },
      'green',
      'tool_failed: the answer is not one of the options',
    ],
    [
      'several questions',
      'request_user_input',
      { questions: [{ id: 'a', question: 'A?' }, { question: 'B?' }] },
      'yes',
      'a: yes\nquestion_2: yes',
    ],
    [
      'no question',
      'request_user_input',
      { questions: [] },
      'yes',
      'validation: field `questions` of `request_user_input` must be a list with one question or more',
    ],
  ])('%s', async (_how, name, input, answer, want) => {
    const { say } = await open({ human: answering(answer) })
    expect(await say(name, input)).toBe(want)
  })

  test.each(['ask_human', 'request_user_input'])('%s without a person is `human_required`', async name => {
    const { toolbox } = await open({})
    const outcome = await toolbox.call(name, { question: 'x', questions: [{ question: 'x' }] })
    expect(outcome).toMatchObject({ ok: false, errorKind: 'human_required' })
  })

  test.each([
    ['the run', { humanTimeoutMs: 3_000 }, {}, 3_000],
    ['the call, if it is shorter', { humanTimeoutMs: 3_000 }, { timeout_ms: 1_000 }, 1_000],
    ['the run, though the call wants longer', { humanTimeoutMs: 3_000 }, { human_timeout_ms: 9_000 }, 3_000],
    ['the call alone', {}, { timeout_ms: 500 }, 500],
  ])('an answer that does not come in time is `timeout`: the limit of %s', async (_how, options, input, ms) => {
    const clock = fakeClock()
    const human = silent()
    const { toolbox } = await open({ human, clock, ...options })
    const call = toolbox.call('ask_human', { question: 'x', ...input })
    let isOver = false
    void call.then(() => {
      isOver = true
    })
    await settle()
    clock.advance(ms - 1)
    await settle()
    expect(isOver).toBe(false)
    clock.advance(1)
    expect(await call).toMatchObject({ ok: false, errorKind: 'timeout', reason: `no answer in ${ms} ms` })
    expect(human.withdrawn).toEqual(['answer'])
  })

  test('each question of several has the whole time', async () => {
    const clock = fakeClock()
    const slow: Human = { ask: () => new Promise(done => clock.after(2_000, () => done('yes'))) }
    const { toolbox } = await open({ human: slow, clock, humanTimeoutMs: 3_000 })
    const call = toolbox.call('request_user_input', { questions: [{ question: 'a' }, { question: 'b' }] })
    for (let i = 0; i < 2; i += 1) {
      await settle()
      clock.advance(2_000)
    }
    expect(await call).toMatchObject({ ok: true })
  })

  test('a question is withdrawn when the run ends', async () => {
    const human = silent()
    const { toolbox, run } = await open({ human })
    const call = toolbox.call('ask_human', { question: 'x' })
    await settle()
    await run.cancel('enough')
    expect(await call).toMatchObject({ ok: false, errorKind: 'cancelled' })
    await settle()
    expect(human.withdrawn).toEqual(['answer'])
  })
})

const settle = async () => {
  for (let i = 0; i < 5; i += 1) await new Promise(setImmediate)
}

describe('R201: the tools for notes', () => {
  test.each([
    [
      'update_plan',
      { plan: [{ step: 'read', status: 'completed' }, { step: 'write', status: 'in_progress' }, { step: 'test' }] },
      'plan updated\n[x] read\n[>] write\n[ ] test',
    ],
    [
      'update_plan',
      {
        plan: [
          { step: 'a', status: 'in_progress' },
          { step: 'b', status: 'in_progress' },
        ],
      },
      'validation: field `plan` of `update_plan` must be a list with at most one step in progress',
    ],
    ['update_plan', { plan: [{ step: 'a', status: 'later' }] }, /^validation: field `plan.0.status`/],
    ['todo', { todos: [{ content: 'a', status: 'pending', id: '1' }] }, '[ ] a'],
    ['todo', { items: [{ content: 'b' }] }, '[ ] b'],
    ['todo', {}, '(the list is empty)'],
  ])('%s %j', async (name, input, want) => {
    const { say } = await openToolbox(newWorkspace(), noteTools())
    const said = await say(name, input)
    if (typeof want === 'string') expect(said).toBe(want)
    else expect(said).toMatch(want)
  })

  test('show the plan to the program, and remember the list', async () => {
    const plans: (readonly NotedStep[])[] = []
    const { say } = await openToolbox(newWorkspace(), noteTools({ onPlan: steps => plans.push(steps) }))
    await say('todo', { todos: [{ content: 'a', status: 'completed' }] })
    expect(await say('todo', {})).toBe('[x] a')
    expect(plans).toEqual([[{ text: 'a', status: 'completed' }]])
  })
})
