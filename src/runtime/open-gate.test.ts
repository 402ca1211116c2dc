import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newWorkspace } from '../../test/runtime/open-toolbox.ts'
import type { ApprovalReply, Approve } from './function-approver.ts'
import { GateError, openGate } from './open-gate.ts'

/** A gate on real files, with a home of its own. */
function options(files: Readonly<Record<string, string>> = {}) {
  const root = newWorkspace({ 'work/.git/HEAD': '', 'home/.keep': '', ...files })
  return { cwd: join(root, 'work'), env: { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home') } }
}
const asking = { tool: 'Bash', input: { command: 'git push --force' } }

describe('openGate', () => {
  type Row = readonly [how: string, approve: Approve, automation: boolean, decision: string, code: string | null]
  const reply =
    (answer: unknown): Approve =>
    async () =>
      answer as ApprovalReply
  test.each<Row>([
    ['allow', reply('allow'), false, 'allow', null],
    ['allow for the session', reply('allow_for_session'), false, 'allow', null],
    ['deny', reply('deny'), false, 'deny', 'approval_denied'],
    ['deny with a reason', reply({ deny: 'not today' }), false, 'deny', 'approval_denied'],
    ['abort', reply('abort'), false, 'deny', 'approval_aborted'],
    ['nothing', reply(undefined), false, 'deny', 'approval_denied'],
    ['a truthy value', reply(true), false, 'deny', 'approval_denied'],
    ['a word of another system', reply('approved'), false, 'deny', 'approval_denied'],
    ['an error', async () => Promise.reject(new Error('broken')), false, 'deny', 'approval_failed'],
    ['allow in automation, where a function counts as code', reply('allow'), true, 'allow', null],
  ])('a function that answers: %s', async (_how, approve, automation, decision, code) => {
    const gate = await openGate({ ...options(), approve, automation })
    expect(await gate.check(asking)).toMatchObject({ decision, code })
    await gate.close()
  })

  test('the function gets the call in one line and why it asks', async () => {
    const asked: string[] = []
    const gate = await openGate({
      ...options(),
      approve: async ({ tool, summary, because, signal }) => {
        asked.push(tool, summary, because, String(signal.aborted))
        return 'deny'
      },
    })
    await gate.check(asking)
    expect(asked).toEqual([
      'Bash',
      'Bash: git push --force',
      'Overwrites history on the remote; also sends data out.',
      'false',
    ])
    await gate.close()
  })

  test('without an answer every ask is denied', async () => {
    const gate = await openGate(options())
    expect(await gate.check(asking)).toMatchObject({ decision: 'deny', code: 'no_approver' })
    expect(await gate.check({ tool: 'Bash', input: { command: 'ls' } })).toMatchObject({ decision: 'allow' })
    await gate.close()
  })

  test('the reason of a denial reaches the agent', async () => {
    const gate = await openGate({ ...options(), approve: async () => ({ deny: 'not on a Friday' }) })
    const { reasons } = await gate.check(asking)
    expect(JSON.stringify(reasons)).toContain('not on a Friday')
    await gate.close()
  })

  test('relative paths start in the directory, and the workspace is its repository', async () => {
    const { cwd, env } = options({ 'work/sub/a.txt': 'a' })
    const gate = await openGate({ cwd: join(cwd, 'sub'), env })
    expect(gate.place.workspace).toEqual([cwd])
    const { effects } = gate.judge({ tool: 'read_file', input: { path: 'a.txt' } })
    expect(effects).toMatchObject([{ path: join(cwd, 'sub/a.txt'), zone: 'workspace' }])
    await gate.close()
  })

  test('throws if a policy is invalid, with every fault', async () => {
    const given = options()
    mkdirSync(join(given.env.HOME, '.config/sallyport'), { recursive: true })
    writeFileSync(join(given.env.HOME, '.config/sallyport/policy.yaml'), 'version: 1\nrulez: []\n')
    const opened = openGate(given)
    await expect(opened).rejects.toThrow(GateError)
    await expect(opened).rejects.toThrow(/rulez/)
  })

  test('throws for a preset that does not exist', async () => {
    await expect(openGate({ ...options(), preset: 'no-such-preset' })).rejects.toThrow(GateError)
  })

  test('throws if the journal cannot be opened', async () => {
    const given = options({ 'journal-file': '' })
    await expect(openGate({ ...given, journal: join(given.cwd, '..', 'journal-file') })).rejects.toThrow(GateError)
  })
})
