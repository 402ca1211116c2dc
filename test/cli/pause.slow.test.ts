import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cli, openCli } from './cli.ts'
import { callHook } from './hook.ts'

interface Ground extends Cli {
  /** The hook's decision about a command; by default one that asks. */
  readonly decide: (command?: string) => Promise<string>
  readonly file: string
  readonly put: (pause: object, mode: number) => void
}

const inProject = (test: (ground: Ground) => Promise<void>) => async () => {
  const cli = await openCli()
  const file = join(cli.home, '.local/state/sallyport/pause.json')
  try {
    await test({
      ...cli,
      file,
      decide: async (command = 'git push origin main') => (await callHook(cli, { command, mode: 'default' })).decision,
      put: (pause, mode) => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        writeFileSync(file, JSON.stringify(pause))
        chmodSync(file, mode)
      },
    })
  } finally {
    cli.remove()
  }
}

const minutes = 60_000

describe.concurrent('pause', () => {
  it(
    'a pause leaves calls that ask to the client until resume, and the floor still denies',
    inProject(async ({ decide, run, atTerminal }) => {
      expect(await decide()).toBe('ask')
      const paused = await atTerminal('y\n', 'pause', '10m')
      expect(paused.out).toMatch(/paused until \d\d:\d\d/)
      expect([await decide(), await decide('rm -rf /')]).toEqual(['silent', 'deny'])
      const status = await run({ args: ['status'] })
      expect(status.out).toContain('PAUSED until')
      const recorded = await run({ args: ['audit', 'tail', '-n', '20', '--json'] })
      expect(recorded.out).toContain('"watched":"ask"')
      expect(recorded.out).toContain('"setting":"pause"')
      expect((await run({ args: ['resume'] })).out).toBe('resumed: the gate decides again\n')
      expect(await decide()).toBe('ask')
      expect((await run({ args: ['resume'] })).out).toBe('nothing is paused or stopped\n')
      expect((await run({ args: ['status', '--json'] })).out).toContain('"paused":null')
    }),
  )

  it(
    'only a person who says yes at a terminal can pause',
    inProject(async ({ decide, run, atTerminal }) => {
      const piped = await run({ args: ['pause', '10m'], stdin: 'y\n' })
      const no = await atTerminal('n\n', 'pause', '10m')
      expect([piped.code, no.code, await decide()]).toEqual([2, 2, 'ask'])
    }),
  )

  it.each(['2h', '61m', '0m', '10', 'long', '1h 1h'])('a pause of %j is refused', async text =>
    inProject(async ({ atTerminal }) => {
      expect((await atTerminal('y\n', 'pause', ...text.split(' '))).code).toBe(64)
    })(),
  )

  it('the message names the longest pause', async () =>
    inProject(async ({ run }) => {
      expect((await run({ args: ['pause', '2h'] })).err).toContain('the longest pause is an hour, not `2h`')
    })())

  const invalid: readonly (readonly [what: string, pause: (now: number) => object, mode: number])[] = [
    ['a pause that is over', now => ({ version: 1, at: now - 2 * minutes, until: now - minutes, by: 'me' }), 0o600],
    ['a pause from the future', now => ({ version: 1, at: now + minutes, until: now + 2 * minutes, by: 'me' }), 0o600],
    ['a pause that is too long', now => ({ version: 1, at: now, until: now + 61 * minutes, by: 'me' }), 0o600],
    ['a pause of another version', now => ({ version: 2, at: now, until: now + minutes, by: 'me' }), 0o600],
    ['a pause file that others can write', now => ({ version: 1, at: now - 1, until: now + minutes, by: 'me' }), 0o666],
  ]
  it.each(invalid)('ignores %s', async (_what, pause, mode) =>
    inProject(async ({ decide, put }) => {
      put(pause(Date.now()), mode)
      expect(await decide()).toBe('ask')
    })(),
  )

  it(
    'a pause does not begin if it cannot be recorded',
    inProject(async ({ home, file, atTerminal }) => {
      const journal = join(home, '.local/state/sallyport/journal')
      mkdirSync(dirname(journal), { recursive: true, mode: 0o700 })
      writeFileSync(journal, '')
      expect((await atTerminal('y\n', 'pause', '10m')).out).toContain('cannot be recorded')
      expect(() => readFileSync(file)).toThrow('ENOENT')
    }),
  )
})
