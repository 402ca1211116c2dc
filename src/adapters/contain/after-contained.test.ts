import { expect, test } from 'vitest'
import type { JournalEvent } from '../../audit/event.ts'
import { ok } from '../../core/fault.ts'
import type { FenceDenial } from '../../fence/explain/denial.ts'
import type { FenceFailure } from '../../gate/contain/contain-memory.ts'
import type { LostFence } from '../../io/stores/fence-sessions.ts'
import type { RanCommand } from '../hooks/client.ts'
import { type AfterPorts, afterContained, type ContainedCall } from './after-contained.ts'
import { fenceIntroduction, replacedWords, unstartedWords } from './fence-words.ts'

const text = '/state/contain/run 77b8; exit; bd sync'
const contained: ContainedCall = {
  ...{ call: 'c1', text, original: 'bd sync', isUsed: true, exitCode: 0, isExpired: false },
  ...{ client: 'codex', tool: 'Bash', record: 'r1', workspace: ['/project'], tried: [{ program: 'bd', verb: 'sync' }] },
}
const ran: RanCommand = { session: 's', agents: [], call: 'c1', text, printed: '', exitCode: null }
const write: FenceDenial = { kind: 'write', path: '/home/dev/x', because: 'it is outside', writable: ['/project'] }

function world(call: Partial<ContainedCall> = {}, denials: readonly FenceDenial[] = []) {
  const lost: LostFence[] = []
  const failures: FenceFailure[] = []
  const events: JournalEvent[] = []
  const told = new Set<string>()
  const ports: AfterPorts = {
    handed: session => (session === 's' ? [{ ...contained, ...call }] : []),
    sessions: {
      lost: () => null,
      recent: () => lost,
      lose: fence => {
        lost.push(fence)
        return ok(null)
      },
      tellsFirst: reader => !told.has(reader) && told.add(reader).size > 0,
    },
    memory: {
      failed: async failure => {
        failures.push(failure)
        return ok(undefined)
      },
    },
    journal: {
      append: async appended => {
        events.push(...appended)
        return ok({} as never)
      },
    },
    now: () => new Date(0),
    explain: () => denials,
    settled: () => undefined,
  }
  return {
    lost,
    failures,
    events,
    after: (more: Partial<RanCommand> = {}) => afterContained({ ...ran, ...more }, ports),
  }
}

test('the model learns once for each reader how the fence works', async () => {
  const { after } = world()
  const agent = { agents: ['explorer:1'] }
  expect([await after(), await after(), await after(agent), await after(agent)]).toEqual([
    fenceIntroduction,
    null,
    fenceIntroduction,
    null,
  ])
})

test('a result of another call says nothing', async () => {
  const { after, lost } = world()
  expect(await after({ call: 'c2', text: 'ls' })).toBeNull()
  expect(lost).toEqual([])
})

test('a failure in the fence is told, recorded and remembered by program and verb', async () => {
  const { after, failures, events } = world({ exitCode: 1 }, [write])
  const said = await after()
  expect(said).toContain('the fence blocked writing to /home/dev/x')
  expect(said).toContain('run the same command again')
  expect(failures).toEqual([
    {
      ...{ workspace: '/project', program: 'bd', verb: 'sync' },
      blocked: [{ opens: 'path', what: '/home/dev/x', text: expect.stringContaining('/home/dev/x') }],
    },
  ])
  expect(events).toMatchObject([{ type: 'fence_denied', call: 'r1', clientCall: 'c1', session: 's', denials: [write] }])
})

test('a failure that cannot be checked is told, but not remembered', async () => {
  const { after, failures } = world({ exitCode: 1 }, [{ kind: 'variable', name: 'API_TOKEN', hint: true }])
  expect(await after()).toContain('API_TOKEN')
  expect(await after()).not.toContain('again')
  expect(failures).toEqual([])
})

test.each([
  ['it ended well', 0],
  ['it still runs', null],
])('a command is not explained if %s', async (_, exitCode) => {
  const { after, events } = world({ exitCode }, [write])
  expect(await after()).toBe(fenceIntroduction)
  expect(events).toEqual([])
})

test('a replaced command is a violation, and its session loses the fence', async () => {
  const { after, lost, events } = world({ isUsed: false })
  expect(await after({ text: 'bd sync' })).toBe(replacedWords)
  expect(lost).toMatchObject([{ session: 's', client: 'codex', why: expect.stringContaining('another hook') }])
  expect(events).toMatchObject([
    { type: 'security_violation', call: 'r1', reason: expect.stringContaining('`bd sync`') },
  ])
})

test('a fence that does not start is given up in the session, without a violation', async () => {
  const { after, lost, events } = world({ isUsed: false, exitCode: null })
  expect(await after({ exitCode: 126 })).toBe(unstartedWords)
  expect(lost).toHaveLength(1)
  expect(events).toEqual([])
})

test('a session goes on containing after a ticket expired', async () => {
  const { after, lost } = world({ isUsed: false, exitCode: null, isExpired: true })
  expect(await after({ exitCode: 126 })).toBeNull()
  expect(lost).toEqual([])
})
