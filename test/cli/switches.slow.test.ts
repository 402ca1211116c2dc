import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { whyNoBash } from '../oracle/sandbox.ts'
import { bundledCli, type Cli, openCli, startProcess } from './cli.ts'
import { callHook } from './hook.ts'

interface Ground extends Cli {
  readonly decide: (command: string, session?: string) => ReturnType<typeof callHook>
}

const inProject = (test: (ground: Ground) => Promise<void>) => async () => {
  const cli = await openCli()
  try {
    await test({
      ...cli,
      decide: (command, session = 'session-one') => callHook(cli, { command, session, mode: 'default' }),
    })
  } finally {
    cli.remove()
  }
}

describe.concurrent('stop', () => {
  it(
    'stops one session by the start of its id until a person resumes it',
    inProject(async ({ decide, run, atTerminal }) => {
      await decide('ls', 'aaa-1')
      await decide('ls', 'bbb-2')
      expect((await run({ args: ['stop', 'aaa'] })).out).toContain('stopped session aaa-1')
      const denied = await decide('ls', 'aaa-1')
      expect([denied.decision, (await decide('ls', 'bbb-2')).decision]).not.toEqual(['deny', 'deny'])
      expect(denied.decision).toBe('deny')
      expect(denied.why).toContain('stopped this session')
      expect(denied.why).toContain('end your turn now')
      const status = await run({ args: ['status'] })
      expect(status.out.split('\n')[0]).toContain('STOPPED')
      const piped = await run({ args: ['resume', 'aaa'] })
      expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('only a person at a terminal')])
      expect((await decide('ls', 'aaa-1')).decision).toBe('deny')
      expect((await atTerminal('', 'resume', 'aaa')).out).toContain('resumed session aaa-1')
      expect((await decide('ls', 'aaa-1')).decision).not.toBe('deny')
      const records = (await run({ args: ['audit', 'tail', '-n', '50', '--json'] })).out
      expect(records).toMatch(/"by":"[^"]+","session":"aaa-1","setting":"stop"/)
      expect(records).toContain('"setting":"resume"')
      expect(records).toContain('"code":"session_stopped"')
    }),
  )

  it(
    'stops all sessions, and one of them cannot go on alone',
    inProject(async ({ decide, run, atTerminal }) => {
      await decide('ls', 'aaa-1')
      expect((await run({ args: ['stop'] })).code).toBe(0)
      expect((await decide('ls', 'a-new-session')).why).toContain('stopped all sessions')
      const one = await atTerminal('', 'resume', 'aaa')
      expect([one.code, one.out]).toEqual([2, expect.stringContaining('all sessions are stopped')])
      expect((await atTerminal('', 'resume')).out).toContain('stopped sessions may make calls again')
      expect((await decide('ls', 'a-new-session')).decision).not.toBe('deny')
      expect((await run({ args: ['resume'] })).out).toBe('nothing is paused or stopped\n')
    }),
  )

  it(
    'an unknown session is an error that lists the latest ones',
    inProject(async ({ decide, run }) => {
      expect((await run({ args: ['stop', 'zzz'] })).err).toContain('no session has made a call yet')
      await decide('ls', 'same-1')
      await decide('ls', 'same-2')
      const unknown = await run({ args: ['stop', 'zzz'] })
      expect(unknown.code).toBe(2)
      expect(unknown.err).toContain('no session `zzz`')
      expect(unknown.err).toMatch(/same-2 .*\n.*same-1 .*claude-code, 1 call in/)
      expect((await run({ args: ['stop', 'same'] })).err).toContain('fits 2 sessions')
    }),
  )

  it(
    'resume without a terminal ends a pause but lets no stopped session go on',
    inProject(async ({ decide, run, atTerminal }) => {
      await decide('ls', 'aaa-1')
      await atTerminal('y\n', 'pause', '10m')
      await run({ args: ['stop', 'aaa'] })
      const piped = await run({ args: ['resume'] })
      expect([piped.code, piped.out]).toEqual([2, 'resumed: the gate decides again\n'])
      expect((await decide('ls', 'aaa-1')).decision).toBe('deny')
    }),
  )

  const missing = whyNoBash()
  test.skipIf(missing !== null)(
    'kills a command in the fence',
    inProject(async ({ run, project, home, write }) => {
      write('long', '#!/bin/sh\necho $$ > started\nsleep 600\necho survived > survived\n')
      write('../home/.config/sallyport/policy.yaml', 'version: 1\nrules: [{ when: { run: sh long }, then: allow }]\n')
      const running = startProcess(
        [process.execPath, await bundledCli(), 'run', '--', 'sh', 'long'],
        { stdin: '' },
        { home, project },
      )
      while (!existsSync(join(project, 'started'))) await new Promise(resolve => setTimeout(resolve, 50))
      await run({ args: ['stop'] })
      const ended = await running
      expect([ended.code, ended.err]).toEqual([137, expect.stringContaining('stopped all sessions')])
      expect(existsSync(join(project, 'survived'))).toBe(false)
      const again = await run({ args: ['run', '--', 'sh', 'long'] })
      expect([again.code, again.err]).toEqual([126, expect.stringContaining('stopped all sessions')])
    }),
  )
})

describe.concurrent('mode', () => {
  it(
    'counts for the next call of a hook, and is recorded with who chose it',
    inProject(async ({ decide, run, atTerminal }) => {
      const call = 'npm install left-pad'
      expect((await decide(call)).decision).toBe('ask')
      const auto = await atTerminal('y\n', 'mode', 'auto')
      expect(auto.out).toContain('mode auto for all sessions, from the next call on')
      expect((await decide(call)).decision).not.toBe('ask')
      expect((await decide('git push')).decision).toBe('ask')
      expect((await run({ args: ['mode', 'automation', '--session', 'session-o'] })).out).toContain(
        'for session session-one',
      )
      expect([(await decide(call)).decision, (await decide(call, 'other')).decision]).toEqual([
        'deny',
        expect.not.stringMatching('deny'),
      ])
      expect((await run({ args: ['mode'] })).out).toMatch(
        /^auto, set by .+\n {2}automation, set by .+ \(session session-one\)\n$/,
      )
      const records = (await run({ args: ['audit', 'tail', '-n', '50', '--json'] })).out
      expect(records).toMatch(/"by":"[^"]+","session":null,"setting":"mode","type":"setting_changed","value":"auto"/)
      expect(records).toContain('"reason":"auto"')
    }),
  )

  it(
    'careful needs no terminal, and a mode that asks less does',
    inProject(async ({ decide, run, atTerminal, home }) => {
      expect((await run({ args: ['mode', 'careful'] })).code).toBe(0)
      expect((await decide('git commit -am x')).decision).toBe('ask')
      for (const mode of ['default', 'edit', 'auto', 'automation'])
        expect([mode, (await run({ args: ['mode', mode], stdin: 'y\n' })).code]).toEqual([mode, 2])
      expect((await atTerminal('n\n', 'mode', 'auto')).code).toBe(2)
      expect(readFileSync(join(home, '.local/state/sallyport/modes/all.json'), 'utf8')).toContain('careful')
      expect((await atTerminal('', 'mode', 'default')).code).toBe(0)
      expect((await decide('git commit -am x')).decision).not.toBe('ask')
      expect((await run({ args: ['mode', 'atuo'] })).err).toContain('did you mean `auto`?')
    }),
  )
})
