import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cli, openCli } from './cli.ts'
import { callHook, type HookAnswer, type SentCall } from './hook.ts'

const push: SentCall = { command: 'git push origin main' }
const other: SentCall = { command: 'git push origin feature/x' }

interface Ground extends Cli {
  readonly hook: (call: SentCall) => Promise<HookAnswer>
  /** Makes a call that needs approval, and a person at a terminal approves it. */
  readonly approve: (call: SentCall, ...options: readonly string[]) => ReturnType<Cli['atTerminal']>
}

const inProject = (test: (ground: Ground) => Promise<void>) => async () => {
  const cli = await openCli()
  execFileSync('git', ['init', '-q', '-b', 'main', cli.project])
  execFileSync('git', ['-C', cli.project, 'remote', 'add', 'origin', 'https://github.com/acme/app'])
  const hook = (call: SentCall) => callHook(cli, call)
  const idOf = ({ why }: HookAnswer): string => /sallyport approve ([0-9a-f]+)/.exec(why)?.[1] ?? ''
  try {
    await test({
      ...cli,
      hook,
      approve: async (call, ...options) => cli.atTerminal('y\n', 'approve', idOf(await hook(call)), ...options),
    })
  } finally {
    cli.remove()
  }
}

describe.concurrent('approve --for', () => {
  it(
    'shows what a grant covers, and allows exactly that',
    inProject(async ({ hook, approve }) => {
      const shown = await approve(push, '--for', 'session')
      expect(shown.out).toContain(
        'Allowed without asking in this session\r\n  git push origin *  (to https://github.com/acme/app)\r\n',
      )
      expect(shown.out).toContain('also covered: any one plain word in place of `*`')
      for (const call of [push, other, push]) expect((await hook(call)).decision).toBe('allow')
      for (const call of [
        { command: 'git push origin main --force' },
        { command: 'git push origin x --receive-pack=evil' },
        { command: 'git push origin main; make' },
        { ...push, session: 't' },
        { ...push, cwd: '/tmp' },
        { ...push, env: { CI: '1' } },
      ])
        expect((await hook(call)).decision).toBe('deny')
    }),
  )

  it(
    '`always` covers later sessions until it is revoked',
    inProject(async ({ hook, approve, run }) => {
      await approve(push, '--for', 'always')
      expect((await hook({ ...other, session: 't' })).decision).toBe('allow')
      // A client that could ask the person itself does not ask either.
      expect((await hook({ ...other, session: 'u', mode: 'default' })).decision).toBe('allow')
      const checked = await run({ args: ['check', 'git push origin x'] })
      expect([checked.code, checked.err]).toEqual([
        3,
        expect.stringMatching(/grant \w{8} already allows this: git push origin \*/),
      ])
      const listed = await run({ args: ['grants', 'list'] })
      expect(listed.out).toMatch(/^[0-9a-f]{8} {2}always, until \d{4}-\d\d-\d\d .* git push origin \* /)
      const [{ id }] = JSON.parse((await run({ args: ['grants', 'list', '--json'] })).out)
      expect(await run({ args: ['grants', 'revoke', id] })).toMatchObject({
        code: 0,
        out: `revoked ${id}: git push origin *  (to https://github.com/acme/app)\n`,
      })
      expect((await hook(push)).decision).toBe('deny')
      expect(await run({ args: ['grants', 'revoke', id] })).toMatchObject({ code: 2 })
      expect((await run({ args: ['grants', 'list'] })).out).toContain('no grants')
      const { out } = await run({ args: ['audit', 'tail', '-n', '40'] })
      expect(out).toContain(`grant ${id} always: git push origin *`)
      expect(out).toContain(`revoke ${id}: git push origin *`)
    }),
  )

  it(
    'refuses grants that would cover too much',
    inProject(async ({ approve }) => {
      const always = await approve({ command: 'git push origin main --force' }, '--for', 'always')
      expect([always.code, always.out]).toEqual([2, expect.stringContaining('for the session at most')])
      const complex = await approve({ command: 'git push origin main | tee log' }, '--for', 'session')
      expect([complex.code, complex.out]).toEqual([2, expect.stringContaining('cannot be remembered')])
      const whole = await approve(push, '--for', 'session', '--any-input')
      expect([whole.code, whole.out]).toEqual([2, expect.stringContaining('cannot be approved for any input')])
    }),
  )

  it(
    'needs a person at a terminal and valid options',
    inProject(async ({ hook, run }) => {
      const { why } = await hook(push)
      const id = /sallyport approve ([0-9a-f]+)/.exec(why)?.[1] ?? ''
      const piped = await run({ args: ['approve', id, '--for', 'always'], stdin: 'y\n' })
      expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('only a person at a terminal')])
      for (const wrong of [['--for', 'ever'], ['--any-input'], ['--for', 'session', '--deny']])
        expect((await run({ args: ['approve', id, ...wrong] })).code).toBe(64)
      expect((await hook(push)).decision).toBe('deny')
    }),
  )

  it(
    'a damaged grants file grants nothing',
    inProject(async ({ home, hook, approve, run }) => {
      await approve(push, '--for', 'always')
      const file = join(home, '.local/state/sallyport/grants.json')
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5))
      expect((await hook(push)).decision).toBe('deny')
      expect(await run({ args: ['grants', 'list'] })).toMatchObject({
        code: 2,
        err: expect.stringContaining('is damaged'),
      })
      const again = await approve(push, '--for', 'always')
      expect([again.code, again.out]).toEqual([2, expect.stringContaining('is damaged')])
    }),
  )
})

describe.concurrent('grants add --last', () => {
  const asked = { ...push, mode: 'default' }

  it(
    'remembers the yes that a person gave in the prompt of the client',
    inProject(async ({ hook, run, atTerminal }) => {
      expect((await hook(asked)).decision).toBe('ask')
      const piped = await run({ args: ['grants', 'add', '--last'], stdin: 'y\n' })
      expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('only a person at a terminal')])
      const declined = await atTerminal('n\n', 'grants', 'add', '--last')
      expect([declined.code, (await hook(asked)).decision]).toEqual([2, 'ask'])
      const added = await atTerminal('y\n', 'grants', 'add', '--last', '--scope', 'always')
      expect(added.out).toContain('claude-code asked at')
      expect(added.out).toContain('Bash git push origin main')
      expect(added.out).toContain('git push origin *  (to https://github.com/acme/app)')
      expect(added.out).toMatch(/granted as [0-9a-z]{8}, always/)
      expect((await hook({ ...other, mode: 'default', session: 'later' })).decision).not.toBe('ask')
      expect((await hook({ ...asked, command: 'git push --force' })).decision).toBe('ask')
    }),
  )

  it(
    'is not for longer than the rules permit, and not for calls of another project',
    inProject(async ({ hook, atTerminal }) => {
      const none = await atTerminal('y\n', 'grants', 'add', '--last')
      expect([none.code, none.out]).toEqual([2, expect.stringContaining('no client has asked')])
      await hook({ ...asked, cwd: '/tmp' })
      expect((await atTerminal('y\n', 'grants', 'add', '--last')).out).toContain('no client has asked')
      await hook({ ...asked, command: 'git push --force origin main' })
      const grave = await atTerminal('y\n', 'grants', 'add', '--last', '--scope', 'always')
      expect([grave.code, grave.out]).toEqual([2, expect.stringContaining('for the session at most')])
      expect((await atTerminal('', 'grants', 'add')).code).toBe(64)
    }),
  )
})
