import { describe, expect, test } from 'vitest'
import { toolGatekeeper } from '../../src/documents/index.ts'
import type { Approver } from '../../src/gate/ports.ts'
import { fakeClock, memoryFacts, memoryJournal, madeUpPlace as place } from '../../src/testing.ts'
import { person, withPreset } from '../requirements/open-gate.ts'

const policies = await withPreset('pipeline')
const write = ['Write', { file_path: 'a.ts', content: 'x' }] as const
const command = (text: string) => ['Bash', { command: text }] as const
const ids = { sessionId: 's', chatId: 'chat' }

function open(approvers: readonly Approver[] = []) {
  const clock = fakeClock()
  const journal = memoryJournal({ journal: 'test', at: clock.now().toISOString() })
  let id = 0
  const ports = {
    facts: memoryFacts({}),
    journal,
    approvers,
    clock,
    newId: () => `id-${++id}`,
    runKey: new Uint8Array(32),
  }
  return { ...toolGatekeeper({ policies, ports, place }), journal }
}

describe('auto-approve', () => {
  test('R82: a blanket approval answers every later ask of the chat', async () => {
    const keeper = open()
    expect((await keeper.check(...write, ids)).behavior).toBe('deny')
    await keeper.enableAutoApprove('chat')
    expect((await keeper.check(...write, ids)).behavior).toBe('allow')
    expect((await keeper.check(...command('npm test'), ids)).behavior).toBe('allow')
  })

  test('R83: an approval for one tool answers for that tool only', async () => {
    const keeper = open()
    await keeper.enableToolAutoApprove('chat', 'Write')
    expect((await keeper.check(...write, ids)).behavior).toBe('allow')
    expect((await keeper.check(...command('npm test'), ids)).behavior).toBe('deny')
  })

  describe('R82, R83: a chat that switches its mode', () => {
    const edit = ['Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }] as const
    test.each([
      [['auto'], { write: 'allow', edit: 'allow', command: 'allow' }, [true, []]],
      [['edit'], { write: 'allow', edit: 'allow', command: 'deny' }, [false, ['Write', 'Edit']]],
      [['default'], { write: 'deny', edit: 'deny', command: 'deny' }, [false, []]],
      [['auto', 'edit'], { write: 'allow', edit: 'allow', command: 'deny' }, [false, ['Write', 'Edit']]],
      [['auto', 'default'], { write: 'deny', edit: 'deny', command: 'deny' }, [false, []]],
      [['edit', 'auto', 'default'], { write: 'deny', edit: 'deny', command: 'deny' }, [false, []]],
    ] as const)('to %j', async (modes, want, [blanket, tools]) => {
      const keeper = open()
      for (const mode of modes) expect((await keeper.switchMode('chat', mode)).ok).toBe(true)
      expect({
        write: (await keeper.check(...write, ids)).behavior,
        edit: (await keeper.check(...edit, ids)).behavior,
        command: (await keeper.check(...command('npm test'), ids)).behavior,
      }).toEqual(want)
      expect(keeper.getAutoApproveStatus('chat')).toEqual([blanket, new Set(tools)])
      const switches = keeper.journal.events().filter(({ type }) => type === 'setting_changed')
      expect(switches.length).toBeGreaterThanOrEqual(modes.length)
    })

    test('a change that cannot be recorded can only turn approvals off', async () => {
      const keeper = open()
      await keeper.switchMode('chat', 'auto')
      keeper.journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
      expect((await keeper.switchMode('chat', 'edit')).ok).toBe(false)
      expect(keeper.getAutoApproveStatus('chat')).toEqual([false, new Set()])
    })
  })

  test('R84: disabling clears the blanket and all tools', async () => {
    const keeper = open()
    await keeper.enableAutoApprove('chat')
    await keeper.enableToolAutoApprove('chat', 'Write')
    await keeper.disableAutoApprove('chat')
    expect((await keeper.check(...write, ids)).behavior).toBe('deny')
    expect(keeper.getAutoApproveStatus('chat')).toEqual([false, new Set()])
  })

  test('R85: the status is the blanket and the set of tools', async () => {
    const keeper = open()
    await keeper.enableToolAutoApprove('chat', 'Write')
    await keeper.enableToolAutoApprove('chat', 'Edit')
    expect(keeper.getAutoApproveStatus('chat')).toEqual([false, new Set(['Write', 'Edit'])])
    await keeper.enableAutoApprove('chat')
    expect(keeper.getAutoApproveStatus('chat')[0]).toBe(true)
  })

  test.each([
    ['a policy deny', ...command('git push -f')],
    ['a boundary failure', 'Read', { file_path: '/srv/x' }],
    ['the floor', ...command('rm -rf /')],
    ['a call for more rights', 'shell_exec', { argv: ['ls'], sandbox_permissions: 'require_escalated' }],
  ] as const)('R86: %s is still denied', async (_what, tool, input) => {
    const keeper = open()
    await keeper.enableAutoApprove('chat')
    expect((await keeper.check(tool, input, ids)).behavior).toBe('deny')
  })

  test('R87: another chat asks again', async () => {
    const keeper = open()
    await keeper.enableAutoApprove('chat')
    expect((await keeper.check(...write, { sessionId: 't', chatId: 'other' })).behavior).toBe('deny')
    expect(keeper.getAutoApproveStatus('other')).toEqual([false, new Set()])
  })

  test('C33: each change and answer is in the journal, and without a record it has no effect', async () => {
    const keeper = open()
    await keeper.enableAutoApprove('chat')
    await keeper.check(...write, ids)
    expect(keeper.journal.events()).toContainEqual(
      expect.objectContaining({
        type: 'setting_changed',
        session: 'chat',
        setting: 'auto-approve',
        value: 'all tools',
      }),
    )
    expect(keeper.journal.events()).toContainEqual(
      expect.objectContaining({ type: 'approval_decided', by: 'auto-approve', reason: 'auto' }),
    )
    keeper.journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
    expect((await keeper.enableAutoApprove('other')).ok).toBe(false)
    expect(keeper.getAutoApproveStatus('other')).toEqual([false, new Set()])
  })
})

test('a denied call has a reason', async () => {
  const { approver } = person('denied')
  expect(await open([approver]).check(...write, ids)).toMatchObject({
    behavior: 'deny',
    message: 'a person denied it (dev)',
  })
  expect(await open().check(...command('git push -f'), ids)).toMatchObject({
    message: expect.stringContaining('others may have this history'),
  })
})
