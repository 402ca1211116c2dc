import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decisionOf, type Ground, openGround, type ServerProcess, sentCall, startServer } from './open-server.ts'

const push = 'git push origin main'

/** Runs a test with a server and a project of its own. The numbers are the server's limit and the time for a question. */
const withServer =
  (test: (server: ServerProcess, ground: Ground) => Promise<void>, ...numbers: readonly number[]) =>
  async () => {
    const ground = openGround()
    const server = await startServer(ground, ...numbers)
    try {
      await test(server, ground)
    } finally {
      await server.kill()
      ground.remove()
    }
  }

describe.concurrent('a hook with a server', () => {
  it(
    'R144: waits for the answer, and an approval lets the call run',
    withServer(async (server, { hook, project }) => {
      const answer = hook(push)
      const { approval_id, card } = await server.next('approval_required')
      expect(card).toMatchObject({
        id: approval_id,
        client: 'claude-code',
        command: push,
        cwd: project,
        live: true,
        proven: true,
        sentence: 'Sends data out.',
        branch: null,
      })
      const approved = { status: 200, body: { approval_id, approved: true, scope: 'once' } }
      expect(await server.respond(approval_id, { approved: true })).toEqual(approved)
      expect(decisionOf(await answer)[0]).toBe('allow')
      expect((await server.next('approval_over')).outcome).toBe('approved')
      expect(await server.respond(approval_id, { approved: true })).toMatchObject({ status: 404 })
      expect(await server.list()).toEqual([])
    }),
  )

  it(
    'a denial reaches the model with its reason',
    withServer(async (server, { hook }) => {
      const answer = hook(push)
      const { approval_id } = await server.next('approval_required')
      await server.respond(approval_id, { approved: false, says: 'use the other remote' })
      const [decision, why] = decisionOf(await answer)
      expect([decision, why]).toEqual([
        'deny',
        expect.stringContaining('a person denied it (dev): use the other remote'),
      ])
      expect((await server.next('approval_over')).outcome).toBe('denied')
    }),
  )

  it(
    'a client that cannot wait is denied at once, and its question is one card for its next try',
    withServer(async (server, { hook }) => {
      expect(decisionOf(await hook(push, { wait: 0 }))[0]).toBe('deny')
      const { card } = await server.next('approval_required')
      expect(card.live).toBe(false)
      expect((await server.list()).length).toBe(1)
      await server.respond(card.id, { approved: true })
      expect(decisionOf(await hook(push, { wait: 0 }))[0]).toBe('allow')
    }),
  )

  it(
    'a question that no one answers is recorded as expired, not as denied, and can still be approved for the next call',
    withServer(
      async (server, { hook }) => {
        const [decision, why] = decisionOf(await hook(push))
        expect(decision).toBe('deny')
        expect(why).toContain('no one answered in time')
        const [, id = ''] = /sallyport approve ([0-9a-f]{10})/.exec(why) ?? []
        expect((await server.next('approval_over')).outcome).toBe('expired')
        await server.next('approval_required')
        const { card } = await server.next('approval_required')
        expect([card.id, card.live]).toEqual([id, false])
        expect(await server.respond(id, { approved: true })).toMatchObject({ status: 200 })
        expect(decisionOf(await hook(push))[0]).toBe('allow')
      },
      100,
      500,
    ),
  )

  it(
    'a person can extend a question, as long as the hook may wait',
    withServer(
      async (server, { hook }) => {
        const answer = hook(push, { wait: 30 })
        const { approval_id, card } = await server.next('approval_required')
        const until = await server.extend(approval_id)
        expect(until).toBe(card.until + 2_000)
        expect((await server.next('approval_changed')).until).toBe(card.until)
        for (let n = 0; n < 20; n += 1) await server.extend(approval_id)
        expect(await server.extend(approval_id)).toBeLessThanOrEqual(card.at + 31_000)
        await server.respond(approval_id, { approved: true })
        expect(decisionOf(await answer)[0]).toBe('allow')
      },
      100,
      2_000,
    ),
  )

  it(
    'a grant for the session stops the second question',
    withServer(async (server, { hook, project }) => {
      mkdirSync(join(project, '.git'))
      writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/topic/a\n')
      writeFileSync(join(project, '.git/config'), '[remote "origin"]\n\turl = https://git.example/a.git\n')
      const answer = hook(push)
      const { approval_id, card } = await server.next('approval_required')
      expect([card.branch, card.offers[0]?.text]).toEqual(['topic/a', expect.stringMatching(/^git push origin/)])
      const responded = await server.respond(approval_id, { approved: true, scope: 'session' })
      expect(responded.body).toMatchObject({ scope: 'session' })
      expect(decisionOf(await answer)[0]).toBe('allow')
      expect(decisionOf(await hook(push))[0]).toBe('allow')
      expect(server.events.filter(({ type }) => type === 'approval_required')).toHaveLength(1)
    }),
  )

  it(
    'denies when the server is killed while the question is shown, and the question survives',
    withServer(async (server, ground) => {
      const answer = ground.hook(push)
      await server.next('approval_required')
      await server.kill()
      expect(decisionOf(await answer)).toEqual([
        'exit 2',
        expect.stringContaining('the server ended before it answered'),
      ])
      const again = await startServer(ground)
      try {
        const [card] = await again.list()
        expect(card).toMatchObject({ command: push, live: false })
        await again.respond(card?.id ?? '', { approved: true })
        expect(decisionOf(await ground.hook(push))[0]).toBe('allow')
      } finally {
        await again.kill()
      }
    }),
  )

  it(
    'answers itself when the server is gone, also after a kill left the socket behind',
    withServer(async (server, { hook, home }) => {
      await server.kill()
      expect(existsSync(join(home, '.local/state/sallyport/server.sock'))).toBe(true)
      expect(decisionOf(await hook(push))).toEqual(['deny', expect.stringContaining('sallyport approve')])
      expect(decisionOf(await hook('git status'))[0]).toBe('allow')
    }),
  )

  it(
    'a server that stops denies its questions with the way to approve them, and keeps them',
    withServer(async (server, ground) => {
      const answer = ground.hook(push)
      await server.next('approval_required')
      await server.close()
      expect(decisionOf(await answer)).toEqual(['deny', expect.stringContaining('sallyport approve')])
      expect(existsSync(join(ground.home, '.local/state/sallyport/server.sock'))).toBe(false)
      const again = await startServer(ground)
      try {
        expect(await again.list()).toMatchObject([{ command: push, live: false }])
      } finally {
        await again.kill()
      }
    }),
  )

  it(
    'R148: denies a further question at once when too many are open',
    withServer(
      async (server, { hook }) => {
        const first = hook(push)
        const { approval_id } = await server.next('approval_required')
        const [decision, why] = decisionOf(await hook('git push origin other'))
        expect([decision, why]).toEqual(['deny', expect.stringContaining('too many questions are open')])
        await server.respond(approval_id, { approved: true })
        expect(decisionOf(await first)[0]).toBe('allow')
      },
      1,
      60_000,
    ),
  )

  it(
    'an HTTP hook gets the same answers, and its calls count as unproven',
    withServer(async (server, { project }) => {
      const headers = { 'x-claude-code-entrypoint': 'sdk-cli', 'x-sallyport-wait': '60' }
      const quiet = await server.http(sentCall('git status', project, 'toolu_1'), headers)
      expect(JSON.parse(quiet.body).hookSpecificOutput.permissionDecision).toBe('allow')
      const answer = server.http(sentCall(push, project, 'toolu_2'), headers)
      const { approval_id, card } = await server.next('approval_required')
      expect(card.proven).toBe(false)
      await server.respond(approval_id, { approved: false, says: 'no' })
      const { status, body } = await answer
      expect([status, JSON.parse(body).hookSpecificOutput.permissionDecision]).toEqual([200, 'deny'])
    }),
  )

  it(
    'R149: the question of a client that disconnects ends as cancelled, and is not kept',
    withServer(async (server, { project }) => {
      const headers = { 'x-claude-code-entrypoint': 'sdk-cli', 'x-sallyport-wait': '60' }
      const { body } = await server.http(sentCall(push, project, 'toolu_1'), headers, 500)
      expect(body).toContain('the question was withdrawn')
      expect((await server.next('approval_over')).outcome).toBe('cancelled')
      expect(await server.list()).toEqual([])
    }),
  )

  it(
    'a hook that is killed while it waits withdraws its question',
    withServer(async (server, ground) => {
      const answer = ground.hook(push, { killedAfter: server.next('approval_required') })
      expect((await answer).code).toBe(-1)
      expect((await server.next('approval_over')).outcome).toBe('cancelled')
      expect(await server.list()).toEqual([])
    }),
  )

  it(
    'a bad id or body is refused before anything is looked up',
    withServer(async server => {
      expect(await server.respond('../etc/passwd', { approved: true })).toMatchObject({ status: 400 })
      expect(await server.respond('abc', { approved: 'yes' })).toMatchObject({ status: 400 })
      expect(await server.respond('abc', { approved: true })).toMatchObject({ status: 404 })
    }),
  )
})
