import { describe, expect, test } from 'vitest'
import type { ApprovalAnswer } from '../../src/approvals/approver.ts'
import type { Grant, GrantStore } from '../../src/approvals/grants/grant.ts'
import type { Place } from '../../src/core/call.ts'
import { fail, ok } from '../../src/core/fault.ts'
import type { Approver } from '../../src/gate/ports.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import { memoryFacts } from '../../src/testing.ts'
import { bash, openGate, withFiles, withPreset } from '../requirements/open-gate.ts'
import { clone } from './asked.ts'

const cautious = await withPreset('cautious')

/** A person who approves and chooses how long it is remembered; `offer` is the index of the offer. */
function chooser(scope: 'once' | 'session' | 'always', offer = 0) {
  const asked: string[] = []
  const approver: Approver = {
    name: 'person',
    channel: 'human',
    request: async ({ summary, offers }): Promise<ApprovalAnswer> => {
      asked.push(summary)
      const shape = offers[offer]?.shape
      const isKept = scope !== 'once' && shape !== undefined
      return { decision: 'approved', by: 'dev', ...(isKept ? { remember: { scope, shape } } : {}) }
    },
  }
  return { approver, asked }
}

/** A store that all processes of a person share. */
function sharedStore(): GrantStore & { readonly grants: Grant[] } {
  const grants: Grant[] = []
  return {
    grants,
    read: () => grants,
    save: async grant => {
      grants.push(grant)
      return ok(undefined)
    },
  }
}

const write = (path: string): CallInput => ({ tool: 'Write', input: { file_path: path, content: 'x' } })

describe('R70: an answer counts once, for the session, or always', () => {
  const rows: readonly (readonly [scope: 'once' | 'session' | 'always', again: number, elsewhere: number])[] = [
    ['once', 2, 3],
    ['session', 1, 2],
    ['always', 1, 1],
  ]
  const calls: readonly (readonly [call: CallInput, like: CallInput])[] = [
    [bash('git push origin main'), bash('git push origin other')],
    [write('src/a.ts'), write('src/b.ts')],
  ]
  for (const [call, like] of calls)
    test.each(rows)('%s: %#', async (scope, again, elsewhere) => {
      const grants = sharedStore()
      const { approver, asked } = chooser(scope)
      const options = { policies: cautious, approvers: [approver], grants, facts: memoryFacts({ files: clone() }) }
      const { gate } = openGate(options)
      expect((await gate.check(call)).decision).toBe('allow')
      expect((await gate.check(like)).decision).toBe('allow')
      expect(asked).toHaveLength(again)
      // A restart forgets session grants.
      expect((await openGate(options).gate.check(call)).decision).toBe('allow')
      expect(asked).toHaveLength(elsewhere)
      expect(grants.grants.map(grant => grant.scope)).toEqual(scope === 'always' ? ['always'] : [])
    })

  test('session: another session of the same process asks again', async () => {
    const { approver, asked } = chooser('session')
    const { gate } = openGate({ policies: cautious, approvers: [approver] })
    await gate.check(write('src/a.ts'))
    await gate.check({ ...write('src/a.ts'), session: 'other' })
    expect(asked).toHaveLength(2)
  })

  test('C33: always never allows a whole shell tool', async () => {
    const grants = sharedStore()
    const { approver, asked } = chooser('always')
    const { gate } = openGate({ policies: cautious, approvers: [approver], grants })
    for (const command of ['make', 'ninja', 'make clean']) await gate.check(bash(command))
    expect(asked).toHaveLength(3)
    expect(grants.grants.map(({ shape }) => shape)).toMatchObject([
      { does: 'run', words: ['make'], open: false },
      { does: 'run', words: ['ninja'], open: false },
      { does: 'run', words: ['make', 'clean'], open: false },
    ])
  })

  test('C10: a whole tool, if it starts no programs', async () => {
    const { approver, asked } = chooser('session', 1)
    const { gate } = openGate({ policies: cautious, approvers: [approver] })
    for (const path of ['src/a.ts', 'lib/b.ts', 'c.ts']) await gate.check(write(path))
    expect(asked).toHaveLength(1)
    await gate.check(write('.env'))
    expect(asked).toHaveLength(2)
  })
})

describe('a grant answers asks and cannot lift a deny', () => {
  const given = async (call: CallInput, place: Partial<Place> = {}) => {
    const { approver, asked } = chooser('session')
    const opened = openGate({ policies: cautious, approvers: [approver], place })
    await opened.gate.check(call)
    return { ...opened, asked }
  }

  test('the floor still denies', async () => {
    const { gate, asked } = await given(bash('npm test'))
    expect(await gate.check(bash('npm test; rm -rf ~'))).toMatchObject({ decision: 'deny', code: 'floor' })
    expect(asked).toHaveLength(1)
  })

  test('a new policy still denies', async () => {
    const { gate } = await given(bash('npm test'))
    const source = 'rules: [{ when: { run: npm }, then: deny }]'
    await gate.reload(await withFiles([{ layer: 'user', trusted: true, source }], cautious))
    expect((await gate.check(bash('npm test'))).decision).toBe('deny')
  })

  test('in automation it does not answer', async () => {
    const { gate } = await given(bash('npm test'))
    expect((await gate.check({ ...bash('npm test'), automation: true })).decision).toBe('deny')
  })

  test('if the client has its own prompt, a grant avoids the question', async () => {
    const { gate } = await given(bash('npm test'))
    expect((await gate.check(bash('npm test'), { asks: 'client' })).decision).toBe('allow')
    expect((await gate.check(bash('npm run x'), { asks: 'client' })).decision).toBe('ask')
  })

  test('the record names the grant that answered', async () => {
    const { gate, journal, types } = await given(bash('npm test'))
    const before = types().length
    await gate.check(bash('npm test'))
    expect(types().slice(before)).toEqual(['tool_call_requested', 'approval_decided', 'tool_call_judged'])
    expect(journal.events()).toContainEqual(
      expect.objectContaining({
        type: 'setting_changed',
        setting: 'grant',
        value: expect.stringMatching(/^\w{8} session: npm test$/),
        by: 'dev',
      }),
    )
    expect(journal.events().at(-2)).toMatchObject({ reason: 'granted', by: expect.stringMatching(/^\w{8}: npm test$/) })
  })
})

describe('a grant that cannot be kept counts once, and the record says why', () => {
  const full: GrantStore = { read: () => [], save: async () => fail('config_error', 'the disk is full') }
  const rows: readonly {
    readonly why: string
    readonly call: CallInput
    readonly remember: NonNullable<ApprovalAnswer['remember']>
    readonly grants: GrantStore | null
  }[] = [
    {
      why: 'there is no store for grants',
      call: bash('make'),
      remember: { scope: 'always', shape: runs('make') },
      grants: null,
    },
    { why: 'the disk is full', call: bash('make'), remember: { scope: 'always', shape: runs('make') }, grants: full },
    {
      why: 'this grant was not offered',
      call: bash('make'),
      remember: { scope: 'session', shape: { does: 'call', tool: 'Bash', key: null } },
      grants: sharedStore(),
    },
    {
      why: 'this grant was not offered',
      call: bash('make'),
      remember: { scope: 'session', shape: { ...runs('make'), open: true } },
      grants: sharedStore(),
    },
    {
      why: 'this grant was not offered',
      call: bash('rm -rf src'),
      remember: { scope: 'always', shape: runs('rm', '-rf', 'src') },
      grants: sharedStore(),
    },
  ]
  test.each(rows)('$why: $remember', async ({ why, call, remember, grants }) => {
    let asked = 0
    const approver: Approver = {
      name: 'person',
      channel: 'human',
      request: async () => {
        asked += 1
        return { decision: 'approved', by: 'dev', remember }
      },
    }
    const { gate, journal } = openGate({
      policies: cautious,
      approvers: [approver],
      ...(grants === null ? {} : { grants }),
    })
    expect((await gate.check(call)).decision).toBe('allow')
    expect((await gate.check(call)).decision).toBe('allow')
    expect(asked).toBe(2)
    expect(journal.events()).toContainEqual(
      expect.objectContaining({ type: 'approval_decided', notes: [expect.stringContaining(why)] }),
    )
  })

  test('a denial is not remembered as a grant', async () => {
    const approver: Approver = {
      name: 'person',
      channel: 'human',
      request: async () => ({ decision: 'denied', by: 'dev', remember: { scope: 'session', shape: runs('make') } }),
    }
    const { gate, types } = openGate({ policies: cautious, approvers: [approver] })
    await gate.check(bash('make'))
    expect((await gate.check(bash('make'))).decision).toBe('deny')
    expect(types()).not.toContain('setting_changed')
  })
})

function runs(...words: readonly string[]) {
  const code = words[0] === 'make' ? ('project' as const) : ('known' as const)
  const tier = words[0] === 'make' ? ('execute' as const) : ('write' as const)
  return { does: 'run' as const, words, open: false, cwd: '/home/dev/project', code, tier, derives: [] }
}
