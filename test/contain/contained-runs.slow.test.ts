import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { attackers } from '../fence/attackers.ts'
import { type Ended, type Host, openHost } from '../fence/host.ts'
import { type GroundOptions, openRealGround, type RealGround, whyNotHere } from './real-ground.ts'

if (whyNotHere !== null) console.error(`SKIPPED: nothing can be contained here: ${whyNotHere}`)

/** The unknown program of the fixture, started by a person without a terminal: no question can be asked. */
for (const attacker of attackers())
  describe.skipIf(attacker.missing !== null)(`as ${attacker.name}: a contained run`, () => {
    let host: Host
    beforeAll(async () => {
      host = await openHost(attacker, { withGit: true })
      host.write('tools/frobtool', '#!/bin/sh\nset -e\neval "$(cat ../tools/task)"\n')
      host.plain('chmod', '+x', `${host.base}/tools/frobtool`)
    })
    afterAll(() => host.stop())

    /** Runs shell text by the unknown program, and returns what it printed. */
    const frob = (task: string): Promise<Ended> => {
      host.write('tools/task', task)
      return host.shell(`timeout 60 $SALLYPORT run -- ../tools/frobtool < /dev/null 2>&1`)
    }
    const marks = async (): Promise<string> => (await host.shell('$SALLYPORT status --json')).text

    test('keeps an allowed change, marks it, and `trust --files` accepts it', async () => {
      expect(await frob('echo made > made.txt')).toMatchObject({ code: 0 })
      expect(host.read('project/made.txt')).toBe('made\n')
      expect(await marks()).toMatch(/"contained_files": ?[1-9]/)
      expect((await host.shell('$SALLYPORT status')).text).toContain('sallyport trust --files')
      const listed = await host.shell('$SALLYPORT trust --files --yes')
      expect(listed.text).toContain('made.txt')
      expect(await marks()).toMatch(/"contained_files": ?0/)
      expect((await host.shell('$SALLYPORT trust --files --yes')).text).toContain('no contained call has left files')
    })

    test('discards a protected name if no person can be asked, and says so the next time', async () => {
      await frob('echo obey > CLAUDE.md')
      expect(host.hasChanged('project/CLAUDE.md')).toBe(false)
      const second = await frob('echo obey > CLAUDE.md')
      expect(second.code).toBe(126)
      expect(second.text).toContain('failed in the fence last time: its changes were discarded')
      await host.shell('rm -f $HOME/.local/state/sallyport/contained.json')
    })

    test.each<readonly [what: string, task: string, path: string]>([
      ['a file outside', 'echo x > ../outside/victim', 'outside/victim'],
      ["git's settings", 'git config core.pager x', 'project/.git/config'],
      ['a hook of git', 'echo x > .git/hooks/post-commit', 'project/.git/hooks/post-commit'],
      ["git's history", 'git commit -q --allow-empty -m x', 'project/.git/logs/HEAD'],
    ])('cannot change %s', async (_what, task, path) => {
      const before = host.exists(path) ? host.read(path) : null
      expect((await frob(task)).code).not.toBe(0)
      expect(host.exists(path) ? host.read(path) : null).toBe(before)
      await host.shell('rm -f $HOME/.local/state/sallyport/contained.json')
    })

    test('sees no secret, no variable with one, and reaches no host', async () => {
      const seen = await frob(
        'cat ../home/.ssh/id_ed25519 .env || true; env; (exec 3<>/dev/tcp/1.1.1.1/80) 2>&1 || echo unreachable; true',
      )
      expect(seen.text).not.toContain(host.secret)
      expect(seen.text).toContain('unreachable')
      await host.shell('rm -f $HOME/.local/state/sallyport/contained.json')
    })

    test('that fails at a path outside asks the next time, and names only that path', async () => {
      const first = await frob('echo x > ../outside/new')
      const sentences = first.text.split('\n').filter(line => line.startsWith('sallyport: the fence'))
      expect(sentences).toHaveLength(1)
      expect(sentences[0]).toContain(`${host.base}/outside/new`)
      const second = await frob('echo x > ../outside/new')
      expect(second.code).toBe(126)
      expect(second.text).toContain(
        `failed in the fence last time: the fence blocked writing to ${host.base}/outside/new`,
      )
    })
  })

describe.skipIf(whyNotHere !== null)('answers of a person', () => {
  let ground: RealGround | null = null
  const open = async (options: GroundOptions): Promise<RealGround> => {
    ground = await openRealGround(options)
    return ground
  }
  afterEach(async () => {
    await ground?.close()
    ground = null
  })
  const yes = { decision: 'approved', by: 'dev' } as const

  test('opening exactly one path lets it write there, contained, and nowhere else', async () => {
    const { frob, asked, write, exists, base } = await open({
      answer: ({ offers: [offer] }) =>
        offer?.shape.does === 'fence' ? { ...yes, remember: { scope: 'session', shape: offer.shape } } : null,
    })
    write('out/old', 'as it was')
    const task = 'echo x > ../out/new'
    expect(await frob(task)).toMatchObject({ ok: true, value: 2 })
    expect(exists('out/new')).toBe(false)
    // The same program and verb: the text of the call is another file.
    const second = await frob(task)
    expect(asked[0]?.offers[0]?.text).toBe(`in the fence: write to ${base}/out/new, for frob alone`)
    expect(second).toMatchObject({ ok: true, value: 0, verdict: { contained: true }, trial: { committed: true } })
    expect(readFileSync(`${base}/out/new`, 'utf8')).toBe('x\n')
  })

  test('a change beside the opened path is asked about, and discarded with a no', async () => {
    const { frob, asked, write, base } = await open({
      answer: ({ offers: [offer], summary }) =>
        offer?.shape.does === 'fence' && !summary.startsWith('keep')
          ? { ...yes, remember: { scope: 'session', shape: offer.shape } }
          : null,
    })
    write('out/old', 'as it was')
    await frob('echo x > ../out/new')
    await frob('echo x > ../out/new; echo x > ../out/old')
    expect(asked.map(({ summary }) => summary.startsWith('keep'))).toEqual([false, true])
    expect(readFileSync(`${base}/out/old`, 'utf8')).toBe('as it was')
  })

  test('a plain yes runs it without the fence, once', async () => {
    const { frob, asked, write, exists } = await open({ answer: () => yes })
    write('out/old', '')
    await frob('echo x > ../out/new')
    expect(await frob('echo x > ../out/new')).toMatchObject({ ok: true, value: 0 })
    expect(exists('out/new')).toBe(true)
    expect(asked).toHaveLength(1)
  })

  test('under `fence.mode: enforce` a plain yes stays inside', async () => {
    const { frob, write, exists } = await open({ answer: () => yes, policy: 'fence: { mode: enforce }' })
    write('out/old', '')
    await frob('echo x > ../out/new')
    expect(await frob('echo x > ../out/new')).toMatchObject({ ok: true, value: 2 })
    expect(exists('out/new')).toBe(false)
  })

  test('a policy that denies a change discards it', async () => {
    const { frob, asked, exists } = await open({
      answer: () => yes,
      policy: 'rules: [{ when: { write: "./locked/**" }, then: deny }]',
    })
    expect(await frob('mkdir locked; echo x > locked/a')).toMatchObject({ ok: true, trial: { committed: false } })
    expect(exists('project/locked')).toBe(false)
    expect(asked).toHaveLength(0)
  })

  test('a background run changes the workspace directly, with marks', async () => {
    const { frob, gate, exists, project } = await open({})
    const outcome = await frob('echo x > made; echo x > .git/hooks/x', { run_in_background: true })
    expect(outcome).toMatchObject({ ok: true, verdict: { contained: true } })
    expect(outcome).not.toHaveProperty('trial')
    expect(exists('project/made')).toBe(true)
    expect(gate.ports.contained?.recall().marks).toEqual([`${project}/made`])
  })
})
