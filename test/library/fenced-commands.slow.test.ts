import { homedir } from 'node:os'
import { describe, expect, test } from 'vitest'
import type { Running } from '../../src/gate/run-call.ts'
import { fencedCommands } from '../../src/index.ts'
import { withVanishingSocket } from '../fence/vanishing-socket.ts'
import { whyNoBash } from '../oracle/sandbox.ts'
import { openExecRun, processesWith, seconds, until } from '../runtime/exec-run.ts'

const missing = whyNoBash()

describe.skipIf(missing !== null).each(['enforce', 'off'] as const)('fencedCommands, fence %s', fence => {
  /** Runs a command of an allowed call with the library's function. */
  const open = async () => {
    const at = await openExecRun({ fence })
    const commands = fencedCommands(at.env)
    const run = (
      text: string,
      { signal, ...options }: { signal?: AbortSignal; input?: string; mostOutput?: number } = {},
    ) => {
      const argv = ['bash', '-c', text]
      return at.run.call(
        { tool: 'shell_exec', input: { argv } },
        (running: Running) => commands.run(running, argv, options),
        signal === undefined ? {} : { signal },
      )
    }
    return {
      run,
      journal: at.journal,
      close: async () => {
        await commands.close()
        await at.close()
      },
    }
  }

  test('a call that is cancelled leaves no process, also none in a session of its own', async () => {
    const { run, close } = await open()
    const leaving = new AbortController()
    const call = run(`setsid sleep ${seconds(4751)} & sleep ${seconds(4751)}`, { signal: leaving.signal })
    await until(() => processesWith(seconds(4751)).length >= 2)
    leaving.abort()
    expect(await call).toMatchObject({ ok: false, errorKind: 'cancelled' })
    await until(() => processesWith(seconds(4751)).length === 0)
    await close()
  })

  test('processes in the background end with the command', async () => {
    const { run, close } = await open()
    expect(await run(`setsid sleep ${seconds(4752)} & echo left`)).toMatchObject({
      ok: true,
      value: { stdout: 'left\n' },
    })
    expect(processesWith(seconds(4752))).toEqual([])
    await close()
  })

  test('a command gets its input and its end, and returns its exit code, output and errors', async () => {
    const { run, close } = await open()
    expect(await run('cat; echo bad >&2; exit 3', { input: 'typed' })).toMatchObject({
      ok: true,
      value: { code: 3, stdout: 'typed', stderr: 'bad\n', isCut: false },
    })
    expect(await run('no-such-program-at-all')).toMatchObject({ ok: true, value: { code: 127 } })
    await close()
  })

  test('a command runs though a socket of another program disappears while the sandbox is set up', async () => {
    const { run, close } = await open()
    // Outside /tmp, since the fence has its own.
    const directory = process.getuid?.() === 0 ? '/srv' : homedir()
    for (let afterMs = 10; afterMs <= 70; afterMs += 5)
      expect(
        await withVanishingSocket({ directory, afterMs }, { plan: async () => null, start: () => run('echo x') }),
      ).toMatchObject({ ok: true, value: { code: 0, stdout: 'x\n' } })
    await close()
  })

  test('of long output the beginning and the end are kept', async () => {
    const { run, close } = await open()
    const outcome = await run('echo first; yes | head -c 100000; echo last', { mostOutput: 1_000 })
    expect(outcome).toMatchObject({ ok: true, value: { code: 0, isCut: true } })
    if (outcome.ok) {
      expect(outcome.value.stdout).toMatch(/^first\n[\s\S]*bytes left out[\s\S]*\nlast\n$/)
      expect(outcome.value.stdout.length).toBeLessThan(1_100)
    }
    await close()
  })

  test.skipIf(fence === 'off')('what the fence held back is in the result and in the journal', async () => {
    const { run, journal, close } = await open()
    expect(await run('echo x > ~/notes')).toMatchObject({ ok: true, value: { code: 1, denials: [{ kind: 'write' }] } })
    expect(journal.events().map(({ type }) => type)).toContain('fence_denied')
    await close()
  })
})
