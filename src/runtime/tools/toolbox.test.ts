import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { openGate, person, withPolicy, withPreset } from '../../../test/requirements/open-gate.ts'
import type { Code } from '../../core/fault.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import type { Descriptor } from '../../tools/descriptor.ts'
import { startRun } from '../run.ts'
import { addTools } from './add-tools.ts'
import { type CustomTool, defineRuntimeTool } from './runtime-tool.ts'
import { createToolbox } from './toolbox.ts'

const ran: unknown[] = []
const readFile = defineRuntimeTool({
  name: 'read_file',
  description: 'Reads a file.',
  input: v.object({ path: v.pipe(v.string(), v.description('the file')), limit: v.optional(v.number()) }),
  otherKeys: { file_path: 'path' },
  run: async input => {
    ran.push(input)
    return { text: `read ${input.path}` }
  },
})
const deploy = defineRuntimeTool({
  name: 'deploy',
  description: 'Deploys.',
  input: v.object({ target: v.string() }),
  run: async ({ target }) => {
    if (target === 'nowhere') throw new ToolFailure('not_found', 'there is no such target')
    return { text: `deployed to ${target}` }
  },
})

async function opened({
  custom = [] as readonly CustomTool[],
  ...options
}: Parameters<typeof openGate>[0] & { custom?: readonly CustomTool[] } = {}) {
  const set = addTools([readFile], custom)
  if (!set.ok) throw new Error(set.faults[0].message)
  const gated = openGate({ tools: set.value.judging, ...options })
  let id = 0
  const run = await startRun({ gate: gated.gate, ports: { newId: () => `run-${++id}`, clock: gated.clock } })
  if (!run.ok) throw new Error(run.faults[0].message)
  ran.length = 0
  return { ...gated, run: run.value, toolbox: createToolbox({ run: run.value, tools: set.value.tools }) }
}

describe('a call of the toolbox', () => {
  test('runs behind the gate, with the input under its usual keys', async () => {
    const { toolbox } = await opened()
    expect(await toolbox.call('read_file', { file_path: 'a.ts', limit: null })).toMatchObject({
      ok: true,
      value: { text: 'read a.ts' },
    })
    expect(ran).toEqual([{ path: 'a.ts' }])
  })

  test('takes the JSON text of a model', async () => {
    const { toolbox } = await opened()
    expect(await toolbox.call('read_file', '{"path":"a.ts"}')).toMatchObject({ ok: true })
  })

  type Row = readonly [how: string, name: string, input: unknown, code: Code, reason: string]
  test.each<Row>([
    ['an unknown tool', 'read_fil', {}, 'not_found', 'did you mean `read_file`?'],
    ['a tool name that is no name', '\u0000', {}, 'not_found', 'there is no tool'],
    ['a prototype name', '__proto__', {}, 'not_found', 'there is no tool'],
    ['text that is no JSON', 'read_file', '{"path":', 'validation', 'not valid JSON'],
    ['a list', 'read_file', [], 'validation', 'must be an object'],
    ['a missing field', 'read_file', {}, 'validation', 'field `path` of `read_file` is missing'],
    ['no input', 'read_file', undefined, 'validation', 'is missing'],
    ['a wrong type', 'read_file', { path: 7 }, 'validation', 'must be string'],
    ['two names that differ', 'read_file', { path: 'a', file_path: 'b' }, 'validation', 'give only one'],
    ['an unknown key', 'read_file', { path: 'a', pat: 'b' }, 'unknown_key', 'unknown input key `pat`'],
    ['data that is no JSON', 'read_file', { path: () => 1 }, 'validation', 'not JSON'],
    ['a denied call', 'read_file', { path: '/etc/shadow' }, 'floor', 'reads'],
  ])('R198: has one outcome and one end in the journal: %s', async (_how, name, input, code, reason) => {
    const { toolbox, journal } = await opened()
    const outcome = await toolbox.call(name, input, { id: 'call-1' })
    expect(outcome).toMatchObject({ ok: false, code, reason: expect.stringContaining(reason) })
    expect(ran).toEqual([])
    const types = journal.events().map(({ type }) => type)
    expect(types.filter(type => type === 'tool_call_requested')).toHaveLength(1)
    expect(types.filter(type => type === 'tool_call_finished')).toHaveLength(1)
  })

  test('asks no one about a call that cannot run', async () => {
    const { approver, asked } = person()
    const { toolbox } = await opened({ custom: [deploy], approvers: [approver] })
    expect(await toolbox.call('deploy', { target: 3 })).toMatchObject({ code: 'validation' })
    expect(asked).toEqual([])
  })

  test('does not record an input that was refused', async () => {
    const { toolbox, journal } = await opened()
    await toolbox.call('read_file', { path: 3, secret: 'hunter2-hunter2' })
    expect(JSON.stringify(journal.events())).not.toContain('hunter2')
  })

  test('is cancelled after the end of the run, with valid or invalid input', async () => {
    const { toolbox, run } = await opened()
    await run.complete()
    for (const [name, input] of [
      ['read_file', { path: 'a' }],
      ['nope', {}],
    ] as const)
      expect(await toolbox.call(name, input)).toMatchObject({ ok: false, code: 'cancelled' })
  })
})

const asCommand: Descriptor = {
  category: 'shell_exec',
  extractRisk: ({ target }) => ({ argv: ['git', 'push', String(target)], riskLevel: 'low', reason: '' }),
  sanitiseForApproval: ({ target = null }) => ({ target }),
  sanitiseForEvent: ({ target = null }) => ({ target }),
}

describe('R197: a tool that the integrator adds', () => {
  test('is behind the same gate: without a descriptor it asks', async () => {
    const { approver, asked } = person('denied')
    const { toolbox } = await opened({ custom: [deploy], approvers: [approver] })
    expect(await toolbox.call('deploy', { target: 'x' })).toMatchObject({ ok: false, code: 'approval_denied' })
    expect(asked).toHaveLength(1)
  })

  test('runs once it is allowed, and its failure is the outcome', async () => {
    const { toolbox } = await opened({ custom: [deploy], approvers: [person().approver] })
    expect(await toolbox.call('deploy', { target: 'x' })).toMatchObject({ ok: true, value: { text: 'deployed to x' } })
    expect(await toolbox.call('deploy', { target: 'nowhere' })).toMatchObject({ ok: false, errorKind: 'not_found' })
  })

  test('is judged by its descriptor', async () => {
    const policies = await withPolicy(
      'rules: [{ when: { run: git push }, then: deny }]',
      await withPreset('autonomous'),
    )
    const { toolbox } = await opened({ custom: [{ ...deploy, descriptor: asCommand }], policies })
    expect(await toolbox.call('deploy', { target: 'x' })).toMatchObject({ ok: false, code: 'policy_denied' })
  })

  const named = (name: string, override = false): CustomTool => ({ ...deploy, name, override })
  test.each([
    ['a name that is free', [named('deploy')], null],
    ['the name of a built-in tool', [named('read_file')], 'set `override` to replace it'],
    ['the name of a tool that is judged but not in the box', [named('Bash')], 'set `override` to replace it'],
    ['the same name with override', [named('read_file', true)], null],
    ['one name twice', [named('deploy'), named('deploy')], 'registered twice'],
  ] as const)('takes %s', (_how, custom, fault) => {
    const set = addTools([readFile], custom)
    expect(set.ok ? null : set.faults[0].message).toEqual(fault === null ? null : expect.stringContaining(fault))
    if (set.ok) expect(new Set(set.value.tools.map(({ name }) => name)).size).toBe(set.value.tools.length)
  })

  test('replaces a built-in tool, which is then judged as a custom one', async () => {
    const { approver, asked } = person()
    const mine: CustomTool = { ...deploy, name: 'read_file', override: true }
    const { toolbox } = await opened({ custom: [mine], approvers: [approver] })
    expect(await toolbox.call('read_file', { target: 'x' })).toMatchObject({
      ok: true,
      value: { text: 'deployed to x' },
    })
    expect(asked).toHaveLength(1)
  })
})

test('the model gets name, description and JSON Schema of each tool', async () => {
  const { toolbox } = await opened()
  expect(await toolbox.specs()).toEqual([
    {
      name: 'read_file',
      description: 'Reads a file.',
      parameters: {
        type: 'object',
        properties: { path: { type: 'string', description: 'the file' }, limit: { type: 'number' } },
        required: ['path'],
      },
    },
  ])
})
