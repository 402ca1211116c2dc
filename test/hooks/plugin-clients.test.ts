import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerHook } from '../../src/adapters/hooks/answer-hook.ts'
import { opencode } from '../../src/adapters/hooks/opencode.ts'

const ground = mkdtempSync(join(tmpdir(), 'sallyport-plugin-clients-'))
afterAll(() => rmSync(ground, { recursive: true, force: true }))
const project = join(ground, 'project')
mkdirSync(join(project, '.git'), { recursive: true })

const main = { id: 'ses_1', agent: 'build' }
const inOpenCode = (tool: string, args: object, more: object = {}) => ({
  protocol: 1,
  event: 'tool.execute.before',
  tool,
  sessionID: 'ses_1',
  callID: 'call_1',
  args,
  directory: project,
  sessions: [main],
  servers: ['notes', 'my.server'],
  ...more,
})
const inPi = (toolName: string, input: object, more: object = {}) => ({
  protocol: 1,
  event: 'tool_call',
  toolName,
  toolCallId: 'call_1',
  input,
  cwd: project,
  session: 'ses_1',
  hasUI: false,
  ...more,
})

async function ask(client: string, sent: object) {
  const answer = await answerHook(client, JSON.stringify(sent), { HOME: join(ground, 'home') })
  return answer.exit === 0 ? JSON.parse(answer.stdout) : { decision: 'refused', reason: answer.stderr }
}

describe("every tool of the client's own is understood", () => {
  test.each([
    ['bash', { command: 'ls', description: 'a step', timeout: 1000, workdir: 'src' }, 'allow'],
    ['read', { filePath: 'a.ts', offset: 1, limit: 10 }, 'allow'],
    ['write', { filePath: 'a.ts', content: 'x' }, 'allow'],
    ['edit', { filePath: 'a.ts', oldString: 'a', newString: 'b', replaceAll: true }, 'allow'],
    ['apply_patch', { patchText: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' }, 'allow'],
    ['glob', { pattern: '**/*.ts', path: 'src' }, 'allow'],
    ['grep', { pattern: 'x', path: 'src', include: '*.ts' }, 'allow'],
    ['list', { path: 'src', ignore: ['dist'] }, 'allow'],
    ['todowrite', { todos: [{ content: 'x', status: 'pending', priority: 'high', id: '1' }] }, 'allow'],
    ['question', { questions: [{ question: 'x', header: 'x', options: [] }] }, 'allow'],
    ['task', { description: 'x', prompt: 'x', subagent_type: 'general', task_id: 'ses_2' }, 'allow'],
    ['bash', { command: 'cat a.ts', workdir: '/etc/sallyport/../ssl/private' }, 'deny'],
    ['write', { filePath: '/etc/sallyport/policy.yaml', content: 'x' }, 'deny'],
    ['notes_note', { text: 'x' }, 'deny'],
    ['somebodys_tool', {}, 'deny'],
  ])('OpenCode: %s %j', async (tool, args, decision) => {
    expect(await ask('opencode', inOpenCode(tool, args))).toMatchObject({ decision })
  })

  test.each([
    ['bash', { command: 'ls', timeout: 10 }, 'allow'],
    ['read', { path: 'a.ts', offset: 1, limit: 10 }, 'allow'],
    ['write', { path: 'a.ts', content: 'x' }, 'allow'],
    ['edit', { path: 'a.ts', edits: [{ oldText: 'a', newText: 'b' }] }, 'allow'],
    ['grep', { pattern: 'x', path: '.', glob: '*.ts', ignoreCase: true, literal: true, context: 1, limit: 9 }, 'allow'],
    ['find', { pattern: '*.ts', path: '.', limit: 9 }, 'allow'],
    ['ls', { path: '.', limit: 9 }, 'allow'],
    ['write', { path: '/etc/sallyport/policy.yaml', content: 'x' }, 'deny'],
    ['write', { path: '@/etc/sallyport/policy.yaml', content: 'x' }, 'deny'],
    ['write', { path: '@~/.ssh/authorized_keys', content: 'x' }, 'deny'],
    ['read', { path: '@/etc/shadow' }, 'deny'],
    ['read', { path: 'file:///etc/hostname' }, 'refused'],
    ['read', { path: '@file:///etc/hostname' }, 'refused'],
    ['run_shell_command', { command: 'ls' }, 'deny'],
    ['note', { text: 'x' }, 'deny'],
  ])('Pi: %s %j', async (tool, input, decision) => {
    expect(await ask('pi', inPi(tool, input))).toMatchObject({ decision })
  })
})

describe('a call that asks', () => {
  test('is denied with instructions for approving it, where no person can be asked', async () => {
    for (const [client, sent] of [
      ['opencode', inOpenCode('bash', { command: 'git push' })],
      ['pi', inPi('bash', { command: 'git push' })],
    ] as const) {
      const { decision, reason } = await ask(client, sent)
      expect([client, decision, reason]).toEqual([
        client,
        'deny',
        expect.stringMatching(/sallyport approve [0-9a-f]{10}/),
      ])
    }
  })

  test('is a question in an interactive Pi session', async () => {
    const answer = await ask('pi', inPi('bash', { command: 'git push' }, { hasUI: true }))
    expect(answer).toMatchObject({ decision: 'ask', reason: expect.stringContaining('Sallyport asks: ') })
  })
})

describe('OpenCode: the server of a tool and the session of a call', () => {
  const read = (sent: object) => {
    const event = opencode.read(JSON.parse(JSON.stringify(sent)), {})
    return event.ok && event.value.kind === 'call' ? event.value.call : null
  }

  test.each([
    ['bash', 'bash'],
    ['task', 'Agent'],
    ['notes_note', 'mcp__notes__note'],
    ['my_server_read_file', 'mcp__my.server__read_file'],
    ['read_file', 'mcp__read_file'],
    ['mcp__other__tool', 'mcp__other__tool'],
  ])('%s is %s', (tool, named) => {
    expect(read(inOpenCode(tool, {}))?.tool).toBe(named)
  })

  test('a tool whose name fits two servers is assigned to neither', () => {
    expect(read(inOpenCode('a_b_c', {}, { servers: ['a', 'a_b'] }))?.tool).toBe('mcp__a_b_c')
  })

  test("a server's tool is not taken for OpenCode's own tool of the same name", () => {
    expect(read(inOpenCode('apply_patch', {}, { servers: ['apply'] }))?.tool).toBe('mcp__apply__patch')
  })

  test("a sub-agent's call belongs to the person's session and lists the agents in between", () => {
    const sessions = [main, { id: 'ses_2', agent: 'general' }, { id: 'ses_3' }]
    expect(read(inOpenCode('bash', {}, { sessionID: 'ses_3', sessions }))).toMatchObject({
      session: 'ses_1',
      agents: ['general:ses_2', 'agent:ses_3'],
    })
  })

  test.each([
    ['outside the list of sessions', { sessionID: 'ses_9' }],
    ['with an empty list of sessions', { sessions: [] }],
    ['with an invalid list of sessions', { sessions: [7, main] }],
  ])('a call %s is refused', (_, more) => {
    expect(read(inOpenCode('bash', {}, more))).toBeNull()
  })
})

test.each([
  ['from another version', { protocol: 2 }],
  ['without a version', { protocol: undefined }],
  ['with an unknown event', { event: 'something.else' }],
])('a plugin message %s is refused', async (_, more) => {
  expect(await ask('opencode', inOpenCode('bash', { command: 'ls' }, more))).toMatchObject({ decision: 'refused' })
  expect(await ask('pi', inPi('bash', { command: 'ls' }, more))).toMatchObject({ decision: 'refused' })
})
