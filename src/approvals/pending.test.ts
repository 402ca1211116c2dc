import { describe, expect, test } from 'vitest'
import { clone } from '../../test/approvals/asked.ts'
import { bash, openGate, person, withPreset } from '../../test/requirements/open-gate.ts'
import { limits } from '../core/limits.ts'
import type { Verdict } from '../core/verdict.ts'
import type { CallInput } from '../gate/take-call.ts'
import { memoryFacts } from '../testing.ts'
import { clientLeft } from './client-left.ts'
import { type Connector, type PendingEvent, pendingApprovals } from './pending.ts'
import { respond } from './respond.ts'

const cautious = await withPreset('cautious')
const toolSafety = await withPreset('tool-safety')
const push = bash('git push origin main')
const turn = () => new Promise(setImmediate)

/** A gate whose questions are pending in a console. */
function openConsole(connector: Connector = { show: () => {} }) {
  const pending = pendingApprovals(connector)
  const opened = openGate({
    policies: cautious,
    approvers: [pending],
    facts: memoryFacts({ files: clone() }),
  })
  const heard: PendingEvent[] = []
  pending.events.on(event => heard.push(event))
  /** A call that waits for its answer, and its verdict. */
  const ask = async (call: CallInput = push, signal?: AbortSignal) => {
    const verdict: { now: Verdict | null } = { now: null }
    void opened.gate.check(call, signal === undefined ? {} : { signal }).then(one => {
      verdict.now = one
    })
    await turn()
    return { verdict, id: pending.list().at(-1)?.id ?? '' }
  }
  const post = (id: string, body: unknown, method = 'POST') =>
    respond({ method, id, body: typeof body === 'string' ? body : JSON.stringify(body), by: 'dev' }, pending)
  return { ...opened, pending, heard, ask, post }
}

describe('R67: a question is stored, shown and awaited', () => {
  test('it has an id, chat, tool and input, and no decision', async () => {
    const shown: string[][] = []
    const { pending, ask } = openConsole({ show: (...given) => void shown.push(given) })
    const { verdict, id } = await ask({ ...push, session: 'chat-7' })
    expect(pending.list()).toMatchObject([
      { id, session: 'chat-7', tool: 'Bash', input: { command: 'git push origin main' }, decision: null },
    ])
    expect(shown).toEqual([['chat-7', id, expect.stringContaining('git push origin main')]])
    expect(verdict.now).toBeNull()
  })

  test('R185: a connector is one function', async () => {
    const shown: string[] = []
    for (const connector of [
      { show: (_: string, id: string) => void shown.push(`page ${id}`) },
      { show: async (_: string, id: string) => void shown.push(`chat ${id}`) },
    ]) {
      const { ask, pending } = openConsole(connector)
      const { id, verdict } = await ask()
      pending.resolve(id, { decision: 'approved', by: 'dev' })
      await turn()
      expect(verdict.now?.decision).toBe('allow')
    }
    expect(shown.map(text => text.split(' ')[0])).toEqual(['page', 'chat'])
  })

  test('R144: listeners get an event with the id of the question', async () => {
    const { ask, heard } = openConsole()
    const first = await ask()
    const second = await ask(bash('make'))
    expect(heard).toMatchObject([
      { type: 'approval_required', approval_id: first.id },
      { type: 'approval_required', approval_id: second.id },
    ])
    expect(first.id).not.toBe(second.id)
  })

  test.each([
    [
      'throws',
      {
        show: () => {
          throw new Error('gone')
        },
      },
    ],
    ['rejects', { show: () => Promise.reject(new Error('gone')) }],
  ])('a connector that %s gives no answer', async (_how, connector) => {
    const { ask, pending } = openConsole(connector)
    const { verdict } = await ask()
    await turn()
    expect(verdict.now).toMatchObject({ decision: 'deny', code: 'approval_failed' })
    expect(pending.list()).toEqual([])
  })
})

describe('R68: an answer with the id settles the question', () => {
  test.each([
    ['approved', 'allow', null],
    ['approved_for_session', 'allow', null],
    ['denied', 'deny', 'approval_denied'],
    ['abort', 'deny', 'approval_aborted'],
  ] as const)('%s', async (decision, want, code) => {
    const { ask, pending, journal } = openConsole()
    const { verdict, id } = await ask()
    expect(pending.resolve(id, { decision, by: 'dev' })).toBe(true)
    await turn()
    expect(verdict.now).toMatchObject({ decision: want, code })
    expect(journal.events()).toContainEqual(
      expect.objectContaining({ type: 'approval_decided', approval: id, decision, by: 'dev', reason: 'provider' }),
    )
  })

  test('the other questions stay pending', async () => {
    const { ask, pending } = openConsole()
    const first = await ask()
    const second = await ask(bash('make'))
    pending.resolve(first.id, { decision: 'approved', by: 'dev' })
    await turn()
    expect([first.verdict.now?.decision, second.verdict.now]).toEqual(['allow', null])
    expect(pending.list().map(({ id }) => id)).toEqual([second.id])
  })
})

describe('R145: POST /api/approvals/{id}/respond settles it', () => {
  const rows: readonly (readonly [body: object, call: CallInput, decision: string, said: object])[] = [
    [{ approved: true, scope: 'once' }, push, 'allow', { approved: true, scope: 'once' }],
    [{ approved: true, scope: 'session' }, push, 'allow', { approved: true, scope: 'session' }],
    [{ approved: true, scope: 'always' }, push, 'allow', { approved: true, scope: 'always' }],
    [{ approved: true }, push, 'allow', { approved: true, scope: 'once' }],
    [{ approved: false, scope: 'once' }, push, 'deny', { approved: false }],
    [{ approved: false, scope: 'always' }, push, 'deny', { approved: false }],
    // Not longer than allowed: destructive effects end with the session, and a call without a shape is remembered exactly.
    [{ approved: true, scope: 'always' }, bash('git push -f'), 'allow', { approved: true, scope: 'session' }],
    [{ approved: true, scope: 'always' }, bash('make && git push'), 'allow', { approved: true, scope: 'session' }],
  ]
  test.each(rows)('%j: %#', async (body, call, decision, said) => {
    const { ask, post } = openConsole()
    const { verdict, id } = await ask(call)
    expect(post(id, body)).toEqual({ status: 200, body: { approval_id: id, ...said } })
    await turn()
    expect(verdict.now?.decision).toBe(decision)
  })

  test.each([
    ['once', true],
    ['session', false],
  ])('a call approved %s and repeated asks again: %s', async (scope, asks) => {
    const { ask, post } = openConsole()
    post((await ask()).id, { approved: true, scope })
    await turn()
    expect((await ask()).verdict.now === null).toBe(asks)
  })

  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', []],
    ['no answer', { scope: 'once' }],
    ['a word for an answer', { approved: 'true' }],
    ['a number for an answer', { approved: 1 }],
    ['another scope', { approved: true, scope: 'forever' }],
    ['with an unknown key', { approved: true, all: true }],
    ['far too much', { approved: true, scope: ' '.repeat(5_000) }],
  ])('400 for a body that is %s, and the question stays pending', async (_what, body) => {
    const { ask, post, pending } = openConsole()
    const { id } = await ask()
    expect(post(id, body).status).toBe(400)
    expect(pending.list()).toHaveLength(1)
  })

  test.each(['GET', 'PUT', 'DELETE', 'post'])('405 for %s', async method => {
    const { ask, post, pending } = openConsole()
    expect(post((await ask()).id, { approved: true }, method).status).toBe(405)
    expect(pending.list()).toHaveLength(1)
  })
})

test.each(['', '../x', 'a b', 'a/b', 'a%2Fb', 'a\0', 'é', '__proto__ ', 'x'.repeat(65), "1' or '1'='1"])(
  'R146: the id %j is refused before anything is looked up',
  id => {
    const untouched = new Proxy(pendingApprovals({ show: () => {} }), {
      get: () => {
        throw new Error('looked up')
      },
    })
    const answer = respond({ method: 'POST', id, body: '{"approved":true}', by: 'dev' }, untouched)
    expect(answer.status).toBe(400)
  },
)

describe('R147, C26: a second answer changes nothing and gets an error', () => {
  test.each([
    [true, false],
    [false, true],
    [true, true],
  ])('approved: %s, then %s', async (first, second) => {
    const { ask, post, journal } = openConsole()
    const { verdict, id } = await ask()
    expect([post(id, { approved: first }).status, post(id, { approved: second }).status]).toEqual([200, 404])
    await turn()
    expect(verdict.now?.decision).toBe(first ? 'allow' : 'deny')
    expect(post(id, { approved: second }).status).toBe(404)
    expect(journal.events().filter(({ type }) => type === 'approval_decided')).toHaveLength(1)
  })

  test.each(['constructor', '__proto__', '0'])('404 for the unknown id %j', id => {
    expect(openConsole().post(id, { approved: true })).toEqual({ status: 404, body: { error: expect.any(String) } })
  })

  test('an answer after another approver has answered is too late', async () => {
    const pending = pendingApprovals({ show: () => {} })
    let id = ''
    pending.events.on(event => {
      id = event.approval_id
    })
    const { gate } = openGate({ policies: cautious, approvers: [pending, person('denied').approver] })
    expect((await gate.check(push)).decision).toBe('deny')
    expect(pending.resolve(id, { decision: 'approved', by: 'dev' })).toBe(false)
  })
})

describe('R148: the number of pending questions is limited', () => {
  const { approver, asked } = person()
  const open = async () => {
    await openGate({ policies: cautious, approvers: [approver] }).gate.check(push)
    const [request] = asked
    if (request === undefined) throw new Error('nothing was asked')
    const pending = pendingApprovals({ show: () => {} })
    const notes: string[] = []
    const ask = (id: string) =>
      pending.request(
        { ...request, id },
        { signal: new AbortController().signal, note: text => notes.push(text), claim: () => true, timeoutMs: 1_000 },
      )
    return { pending, ask, notes }
  }

  test('the next one is refused at once, until another one is answered', async () => {
    const { pending, ask, notes } = await open()
    for (let n = 0; n < limits.pendingApprovals; n += 1) void ask(`id-${n}`)
    expect([pending.list().length, notes]).toEqual([limits.pendingApprovals, []])
    expect(await ask('one-more')).toBeNull()
    expect(notes).toEqual(['the console has too many open questions'])
    expect(pending.resolve('id-7', { decision: 'denied', by: 'dev' })).toBe(true)
    void ask('one-more')
    expect(pending.find('one-more')).toMatchObject({ decision: null })
  })

  test.each(['id-1', 'no id'])('the id %j is refused while `id-1` is pending', async id => {
    const { pending, ask } = await open()
    void ask('id-1')
    expect(await ask(id)).toBeNull()
    expect(pending.list()).toHaveLength(1)
  })
})

describe('a question ends when its caller stops waiting', () => {
  test('R71: after the timeout of the policy the call is blocked and an answer is too late', async () => {
    const pending = pendingApprovals({ show: () => {} })
    const { gate, clock } = openGate({ policies: toolSafety, approvers: [pending] })
    const verdict = gate.check(bash('make'))
    await turn()
    const id = pending.list()[0]?.id ?? ''
    clock.advance(119_999)
    expect(pending.list()).toHaveLength(1)
    clock.advance(1)
    expect(await verdict).toMatchObject({ decision: 'deny', code: 'approval_timeout' })
    expect(pending.list()).toEqual([])
    expect(respond({ method: 'POST', id, body: '{"approved":true}', by: 'dev' }, pending).status).toBe(404)
  })

  test('R149: within a second after the client disconnects, and the call is blocked', async () => {
    const { ask, clock, pending, heard } = openConsole()
    let gone = false
    const client = clientLeft({ clock, isGone: () => gone })
    const { verdict, id } = await ask(push, client.signal)
    clock.advance(1_000)
    clock.advance(1_000)
    expect(verdict.now).toBeNull()
    gone = true
    clock.advance(1_000)
    await turn()
    expect(verdict.now).toMatchObject({ decision: 'deny', code: 'cancelled' })
    expect(pending.list()).toEqual([])
    expect(heard.at(-1)).toEqual({ type: 'approval_over', approval_id: id })
    client.stop()
  })

  test('no question for a client that has disconnected already', async () => {
    const { ask, clock, pending } = openConsole()
    const { verdict } = await ask(push, clientLeft({ clock, isGone: () => true }).signal)
    expect(verdict.now).toMatchObject({ decision: 'deny', code: 'cancelled' })
    expect(pending.list()).toEqual([])
  })

  test('it stops checking the client after the answer', () => {
    const { clock } = openConsole()
    let looked = 0
    const client = clientLeft({ clock, isGone: () => ++looked > 99 })
    client.stop()
    clock.advance(10_000)
    expect(looked).toBe(1)
  })
})
