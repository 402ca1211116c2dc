import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallDetail, CallPage, Card, Overview, SessionRow } from '../../src/server/api.ts'
import { openEventReader } from './event-reader.ts'
import { type ServeProcess, signInWith, startServe } from './serve-process.ts'

const dist = resolve(import.meta.dirname, '../../dist')
const ground = mkdtempSync(join(tmpdir(), 'sallyport-serve-'))
const project = join(ground, 'project')
const env = { HOME: join(ground, 'home'), PATH: process.env['PATH'] ?? '' }
for (const directory of [env.HOME, join(project, '.git')]) mkdirSync(directory, { recursive: true })

let server: ServeProcess
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startServe({ env, cwd: project })
  headers = await signInWith(server.link)
})
afterAll(async () => {
  await server.stop()
  rmSync(ground, { recursive: true, force: true })
})

const get = async <T>(path: string): Promise<T> => (await fetch(server.url + path, { headers })).json() as Promise<T>
async function post(path: string, body: object) {
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> }
}

/** A call of a Claude Code that has no prompt, through its hook. */
const hook = (command: string, session = 'one'): Promise<string> => startHook(command, session).decision

function startHook(command: string, session: string, home: Readonly<Record<string, string>> = env) {
  const sent = {
    ...{ session_id: session, cwd: project, hook_event_name: 'PreToolUse', permission_mode: 'default' },
    ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_${randomUUID()}` },
  }
  const child = spawn(process.execPath, [join(dist, 'hook.cjs'), 'claude-code'], {
    env: { ...home, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', SALLYPORT_WAIT: '60' },
    cwd: project,
  })
  child.stdin.end(JSON.stringify(sent))
  const decision = new Promise<string>(done => {
    let out = ''
    child.stdout.on('data', text => {
      out += text
    })
    child.on('close', () => done(out === '' ? 'none' : JSON.parse(out).hookSpecificOutput.permissionDecision))
  })
  return { decision, child }
}

const cards = async () => (await get<{ readonly approvals: readonly Card[] }>('/api/approvals')).approvals

/** Waits until there are so many cards. */
async function cardsOf(count: number): Promise<readonly Card[]> {
  await expect.poll(async () => (await cards()).length, { timeout: 60_000 }).toBe(count)
  return cards()
}

async function nextCard(): Promise<Card> {
  const [card] = await cardsOf(1)
  if (card === undefined) throw new Error('the card has gone')
  return card
}

describe('sallyport serve', () => {
  test('R144, R145: an ask of a hook waits in the inbox, and the answer reaches the hook, the journal and the stream', async () => {
    const stream = await openEventReader(`${server.url}/api/events`, headers)
    const answer = hook('git push origin main')
    const required = await stream.until(({ event }) => event === 'approval_required')
    const card = await nextCard()
    expect(JSON.parse(required.data)).toMatchObject({ approval_id: card.id, card: { command: 'git push origin main' } })
    expect(await get<Overview>('/api/overview')).toMatchObject({ waiting: 1 })
    expect((await post(`/api/approvals/${card.id}/respond`, { approved: true })).status).toBe(200)
    expect(await answer).toBe('allow')
    expect(JSON.parse((await stream.until(({ event }) => event === 'approval_over')).data)).toMatchObject({
      approval_id: card.id,
      outcome: 'approved',
    })
    const judged = await stream.until(({ event }) => event === 'tool_call_judged')
    const { rows } = await get<CallPage>('/api/calls?q=push&limit=1')
    expect(rows).toMatchObject([{ state: 'allowed', client: 'claude-code', text: 'git push origin main' }])
    expect(rows[0]?.answeredBy).toContain('in the console')
    const detail = await get<CallDetail>(`/api/calls/${rows[0]?.id}`)
    expect(detail.records.map(({ event }) => event['type'])).toEqual([
      'tool_call_requested',
      'approval_requested',
      'approval_decided',
      'tool_call_judged',
    ])
    expect(detail.records.at(-1)?.sequence).toBe(Number(judged.id))
    expect(await get<{ sessions: SessionRow[] }>('/api/sessions')).toMatchObject({
      sessions: [{ id: 'one', calls: 1, asked: 1 }],
    })
    stream.close()
  })

  test('C26: a second answer changes nothing and gets 404; a denial denies', async () => {
    const answer = hook('git push origin other')
    const card = await nextCard()
    expect((await post(`/api/approvals/${card.id}/respond`, { approved: false })).status).toBe(200)
    expect((await post(`/api/approvals/${card.id}/respond`, { approved: true })).status).toBe(404)
    expect(await answer).toBe('deny')
  })

  test('R149: a client that leaves ends its question as cancelled', async () => {
    const stream = await openEventReader(`${server.url}/api/events`, headers)
    const { child } = startHook('git push origin leaves', 'one')
    const { approval_id } = JSON.parse((await stream.until(({ event }) => event === 'approval_required')).data)
    child.kill('SIGKILL')
    const over = await stream.until(({ event }) => event === 'approval_over')
    expect(JSON.parse(over.data)).toMatchObject({ approval_id, outcome: 'cancelled' })
    stream.close()
    await expect
      .poll(async () => (await get<CallPage>('/api/calls?q=leaves')).rows[0]?.state, { timeout: 60_000 })
      .toBe('cancelled')
    for (const { id } of await cards()) await post(`/api/approvals/${id}/respond`, { approved: false })
  })

  test('R146: an id that cannot be one is refused before anything is looked up', async () => {
    for (const id of ['a.b', 'x'.repeat(65), 'a%20b', '%2Fetc', 'ä', '%00'])
      expect((await post(`/api/approvals/${id}/respond`, { approved: true })).status).toBe(400)
    expect((await post('/api/approvals/unknown/respond', { approved: true })).status).toBe(404)
  })

  test('a batch answers exactly its ids, and never approves a grave card', async () => {
    const answers = [hook('git push origin a'), hook('git push origin b'), hook('git push --force')]
    const approvals = await cardsOf(3)
    const idsOf = (isGrave: boolean) => approvals.filter(({ grave }) => grave === isGrave).map(({ id }) => id)
    expect([idsOf(false).length, idsOf(true).length]).toEqual([2, 1])
    const all = approvals.map(({ id }) => id)
    expect(await post('/api/approvals/respond', { ids: all, approved: true })).toMatchObject({
      status: 400,
      body: { code: 'grave' },
    })
    expect(await cards()).toHaveLength(3)
    expect((await post('/api/approvals/respond', { ids: idsOf(false), approved: true })).body['answered']).toEqual(
      idsOf(false),
    )
    expect((await post('/api/approvals/respond', { ids: idsOf(true), approved: false })).body['answered']).toEqual(
      idsOf(true),
    )
    expect(await Promise.all(answers)).toEqual(['allow', 'allow', 'deny'])
  })

  test('R215: the stream has every record of the journal, in its order, each once, also after a lost connection', async () => {
    const { last } = await get<CallPage>('/api/calls')
    const first = await openEventReader(`${server.url}/api/events?after=0`, headers)
    const half = Math.floor(last / 2)
    const before = await first.records(half)
    first.close()
    const second = await openEventReader(`${server.url}/api/events`, {
      ...headers,
      'last-event-id': String(before.at(-1)),
    })
    const writers = ['ls', 'pwd', 'git status'].map(command => hook(command, 'two'))
    await Promise.all(writers)
    const now = (await get<CallPage>('/api/calls')).last
    expect(now).toBeGreaterThan(last)
    const after = await second.records(now - half)
    second.close()
    expect([...before, ...after]).toEqual(Array.from({ length: now }, (_, index) => index + 1))
  })

  test('stop denies every further call of a session until it is resumed', async () => {
    expect((await post('/api/stop', { session: 'three' })).status).toBe(200)
    expect(await hook('ls', 'three')).toBe('deny')
    expect(await get<Overview>('/api/overview')).toMatchObject({ stopped: ['three'] })
    expect((await post('/api/resume', { session: 'three' })).status).toBe(200)
    expect(await hook('ls', 'three')).toBe('allow')
  })

  test('the journal is verified on request', async () => {
    expect(await post('/api/audit/verify', {})).toMatchObject({ status: 200, body: { intact: true } })
  })

  test('pages, and every path of the console, are one document with a strict policy', async () => {
    for (const path of ['/', '/inbox', '/login', '/a/b/c']) {
      const answer = await fetch(server.url + path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      const text = await answer.text()
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
    }
    expect((await fetch(`${server.url}/assets/none.js`)).status).toBe(404)
  })

  test('one server for each user: a second one says where the first runs', () => {
    const second = spawnSync(process.execPath, [join(dist, 'cli.js'), 'serve', '--port', '0'], { env, cwd: project })
    expect(second.status).toBe(2)
    expect(String(second.stderr)).toContain(`a server runs already at ${server.url}`)
  })

  test.each([
    [['--port', 'x'], '--port must be'],
    [['--host', '0.0.0.0'], 'SSH tunnel'],
    [['--host', '::'], 'SSH tunnel'],
    [['--host', 'example.com'], 'SSH tunnel'],
    [['--wait', '0'], '--wait must be'],
    [['--pending', '0'], '--pending must be'],
  ])('%j is refused', (args, text) => {
    const refused = spawnSync(process.execPath, [join(dist, 'cli.js'), 'serve', ...args], { env, cwd: project })
    expect([refused.status, String(refused.stderr)]).toEqual([64, expect.stringContaining(text)])
  })

  test('a taken port is an error that says what to do', async () => {
    const other = { ...env, HOME: join(ground, 'other') }
    const taken = spawnSync(process.execPath, [join(dist, 'cli.js'), 'serve', '--port', String(server.port)], {
      env: other,
    })
    expect([taken.status, String(taken.stderr)]).toEqual([2, expect.stringContaining('choose another with --port')])
  })

  test('without a terminal it shows no link', async () => {
    const child = spawn(process.execPath, [join(dist, 'cli.js'), 'serve', '--port', '0'], {
      env: { ...env, HOME: join(ground, 'piped') },
    })
    let out = ''
    await new Promise<void>(done =>
      child.stdout.on('data', text => {
        out += text
        if (out.includes('on a terminal only')) done()
      }),
    )
    const ended = new Promise(done => child.once('close', done))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(out).not.toContain('login#')
  })

  test('Enter shows a new link, and the old one no longer works', async () => {
    const old = await server.newLink()
    const fresh = await server.newLink()
    await expect(signInWith(old)).rejects.toThrow('401')
    await expect(signInWith(fresh)).resolves.toHaveProperty('cookie')
  })
})

test('R71: a question waits for the time that the server sets; then it is recorded as expired and not as denied', async () => {
  const home = { ...env, HOME: join(ground, 'short') }
  const short = await startServe({ env: home, cwd: project, args: ['--port', '0', '--wait', '1s'] })
  const signedIn = await signInWith(short.link)
  const stream = await openEventReader(`${short.url}/api/events`, signedIn)
  const { decision } = startHook('git push origin main', 'one', home)
  const over = await stream.until(({ event }) => event === 'approval_over')
  expect(JSON.parse(over.data)).toMatchObject({ outcome: 'expired' })
  expect(await decision).toBe('deny')
  await stream.until(({ event }) => event === 'tool_call_finished')
  stream.close()
  const { rows } = (await (
    await fetch(`${short.url}/api/calls?decision=expired`, { headers: signedIn })
  ).json()) as CallPage
  expect(rows).toMatchObject([{ state: 'expired', text: 'git push origin main' }])
  expect(await short.stop()).toBe(0)
})

test('Ctrl-C ends it cleanly, and the next one starts with what waited', async () => {
  const home = { ...env, HOME: join(ground, 'again') }
  const first = await startServe({ env: home, cwd: project })
  expect(await first.stop()).toBe(0)
  const second = await startServe({ env: home, cwd: project })
  expect(await second.stop()).toBe(0)
})
