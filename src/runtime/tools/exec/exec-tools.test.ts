import { afterAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { limits } from '../../../core/limits.ts'
import type { SessionStop, Switches } from '../../../core/switches/switches.ts'
import { spawnCommand } from '../../../io/exec/spawn-command.ts'
import { openTerminal } from '../../../io/exec/terminal.ts'
import { fakeClock, madeUpPlace } from '../../../testing.ts'
import { execSessions } from '../../../tools/families/exec-sessions.ts'
import { described, ownWorld } from '../../../tools/world.fixture.ts'
import { execTools } from './exec-tools.ts'
import { type SessionStart, sessionTable } from './session-table.ts'

const exec = execTools({ sessions: execSessions(), env: { PATH: '/usr/bin:/bin' } })
afterAll(() => exec.close())

const toolNamed = (name: string) => {
  const found = exec.tools.find(tool => tool.name === name)
  if (found === undefined) throw new Error(`there is no tool ${name}`)
  return found
}

describe('the exec tools', () => {
  test('R199, R220: all of them exist', () => {
    expect(exec.tools.map(({ name }) => name).sort()).toEqual(
      ['bash', 'exec_command', 'sandbox', 'shell', 'shell_command', 'shell_exec', 'write_stdin'].sort(),
    )
  })

  test.each(['shell_command', 'exec_command', 'bash'])('R210: %s tells the model to prefer shell_exec', name => {
    expect(toolNamed(name).description).toContain('Prefer shell_exec')
  })

  test.each<readonly [tool: string, input: JsonObject]>([
    ['shell_exec', { argv: ['bash', '-lc', 'pytest -q'], cwd: '.', timeout_ms: 120_000, sandbox: 'inherit' }],
    ['exec_command', { cmd: 'python -u -c "print(\'ready\')"', yield_time_ms: 50, sandbox: 'inherit' }],
    ['write_stdin', { session_id: 1, chars: 'hello\n', yield_time_ms: 200 }],
    ['shell', { command: ['ls'], workdir: 'src', env: { A: '1' }, sandbox_permissions: 'use_default' }],
    ['shell_command', { command: 'ls', login: true, timeout_ms: null, description: 'lists' }],
    ['exec_command', { cmd: 'top', tty: true, columns: 100, rows: 40, shell: '/bin/sh', max_output_tokens: 10 }],
    ['bash', { command: 'ls', timeout: 1_000 }],
    ['sandbox', { command: 'ls', operation: 'execute', network: 'none', memory: '512m', cpu: 1, timeout: 120 }],
    ['sandbox', { operation: 'status' }],
  ])('R207: gate and tool accept the same input: %s %j', (tool, input) => {
    expect(toolNamed(tool).check(input)).toBeNull()
    expect(() => described(tool, input, {}, ownWorld)).not.toThrow()
  })

  test.each<readonly [tool: string, input: JsonObject]>([
    ['shell_exec', { argv: [] }],
    ['shell_exec', { argv: 'ls' }],
    ['shell_exec', {}],
    ['shell_command', { command: 'ls', timeout_ms: 0 }],
    ['write_stdin', { session_id: '1', chars: 'x' }],
    ['write_stdin', { session_id: 1.5, chars: 'x' }],
  ])('a wrong input is refused before anyone is asked: %s %j', (tool, input) => {
    expect(toolNamed(tool).check(input)).toMatchObject({ code: 'validation' })
  })

  const running = {
    plan: null,
    signal: new AbortController().signal,
    held: () => {},
    verdict: null as never,
  }
  const callOf = (tool: string, input: JsonObject) => ({
    ...running,
    call: { tool, input, place: { ...madeUpPlace, cwd: '/' }, id: null },
  })

  test('the sandbox never runs a command without a fence', async () => {
    await expect(toolNamed('sandbox').run(callOf('sandbox', { command: 'true' }))).rejects.toMatchObject({
      code: 'sandbox_denied',
    })
  })

  test('`bash` refuses keys that it does not honour', async () => {
    await expect(
      toolNamed('bash').run(callOf('bash', { command: 'true', run_in_background: true })),
    ).rejects.toMatchObject({ code: 'validation' })
  })

  test('a session that does not exist is not found', async () => {
    await expect(toolNamed('write_stdin').run(callOf('write_stdin', { session_id: 7 }))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('a terminal without its package says how to install it', () => {
  const missing = () => {
    throw new Error('Cannot find module')
  }
  for (const load of [missing, () => ({}), () => null])
    expect(openTerminal({ columns: 80, rows: 24 }, load)).toMatchObject({
      ok: false,
      faults: [{ message: expect.stringContaining('npm install @lydell/node-pty') }],
    })
})

const starting =
  (...argv: readonly string[]): SessionStart['start'] =>
  onOutput =>
    spawnCommand({
      ...{ argv, cwd: '/', plan: null, network: null, input: 'pipe', onOutput },
      env: { PATH: '/usr/bin:/bin' },
      variables: {},
    })

describe('the limits of sessions', () => {
  const sleeping: SessionStart = {
    owner: 'run',
    via: 'pipe',
    text: 'sleep 4790',
    explain: () => [],
    totalMs: limits.sessionMs,
    start: starting('sleep', '4790'),
  }
  const never = new AbortController().signal

  test('a program that no call reads is killed after the idle time, told once, and then forgotten', async () => {
    const clock = fakeClock()
    const sessions = execSessions()
    const table = sessionTable(sessions, { clock })
    const session = table.open(sleeping)
    const id = table.name(session)
    clock.advance(limits.sessionIdleMs - 1)
    expect(table.find(id).end()).toBeNull()
    // Reading it started the time again.
    clock.advance(limits.sessionIdleMs - 1)
    expect(session.end()).toBeNull()
    clock.advance(1)
    await table.wait(session, 60_000, never)
    expect(session.end()).toMatchObject({ code: 'timeout' })
    clock.advance(limits.sessionIdleMs)
    expect(() => table.find(id)).toThrow('there is no session')
    expect(sessions.find('run', String(id))).toBeNull()
  })

  test('a program is killed after its total time, even if it is read', async () => {
    const clock = fakeClock()
    const table = sessionTable(execSessions(), { clock })
    const session = table.open({ ...sleeping, totalMs: 1_000 })
    const id = table.name(session)
    clock.advance(999)
    expect(table.find(id).end()).toBeNull()
    clock.advance(1)
    await table.wait(session, 60_000, never)
    expect(session.end()).toMatchObject({ code: 'timeout', message: expect.stringContaining('1000 ms') })
  })

  test('a program is killed when a person stops its session', async () => {
    let stopAll = (_stop: SessionStop): void => {}
    const switches: Pick<Switches, 'watch'> = {
      watch: (_session, then) => {
        stopAll = then
        return () => {}
      },
    }
    const table = sessionTable(execSessions(), { clock: fakeClock(), switches })
    const session = table.open(sleeping)
    stopAll({ session: null, at: 0, by: 'dev' })
    await table.wait(session, 60_000, never)
    expect(session.end()).toMatchObject({ code: 'cancelled', message: expect.stringContaining('stopped all sessions') })
  })

  test('only so many programs may run at once', () => {
    const nothing = () => {}
    const endless = {
      ...{ end: new Promise<never>(nothing), write: () => true },
      ...{ endInput: nothing, resize: nothing, kill: nothing },
    }
    const table = sessionTable(execSessions(), { clock: fakeClock() })
    for (let i = 0; i < limits.execSessions; i += 1) table.open({ ...sleeping, start: () => endless })
    expect(() => table.open(sleeping)).toThrow('are running already')
  })

  test('R114: keys for a program that has ended are not typed: `not_found`, with its last output', async () => {
    const table = sessionTable(execSessions(), { clock: fakeClock() })
    const session = table.open({ ...sleeping, start: starting('echo', 'last words') })
    const id = table.name(session)
    await table.wait(session, 60_000, never)
    expect(() => table.type(session, 'x')).toThrow(/the keys were not typed[\s\S]*last words/)
    expect(() => table.find(id)).toThrow('there is no session')
  })

  test('a program that does not read its input takes only so much', async () => {
    const table = sessionTable(execSessions(), { clock: fakeClock() })
    const session = table.open(sleeping)
    table.type(session, 'x'.repeat(1_200_000))
    expect(() => table.type(session, 'y')).toThrow('does not read its input')
    await table.close()
  })
})
