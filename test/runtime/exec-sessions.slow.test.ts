import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../src/core/limits.ts'
import { whyNoBash } from '../oracle/sandbox.ts'
import { type ExecData, type ExecRun, openExecRun, processesWith, seconds, until, zombies } from './exec-run.ts'

const missing = whyNoBash()
const kinds = [
  ['in the fence', 'enforce'],
  ['without the fence', 'off'],
] as const

describe.skipIf(missing !== null).each(kinds)('sessions %s', (_where, fence) => {
  let at: ExecRun
  beforeAll(async () => {
    at = await openExecRun({ fence })
  })
  afterAll(() => at.close())

  /** Starts a program that keeps running. */
  const begin = async (cmd: string, more: Record<string, unknown> = {}): Promise<number> => {
    const { session_id, running } = await at.data('exec_command', { cmd, yield_time_ms: 1, ...more })
    expect(running).toBe(true)
    return session_id
  }
  const type = (session_id: number, chars: string, yield_time_ms = 20): Promise<ExecData> =>
    at.data('write_stdin', { session_id, chars, yield_time_ms })
  /** Types, and reads until the text has arrived or the program has ended. */
  const typeUntil = async (session: number, chars: string, text: string): Promise<string> => {
    let { output, running } = await type(session, chars)
    await until(async () => {
      if (output.includes(text) || !running) return true
      const read = await type(session, '')
      output += read.output
      running = read.running
      return false
    })
    return output
  }
  const readUntil = (session: number, text: string): Promise<string> => typeUntil(session, '', text)

  test('R112, R113, R114: a program is started, typed to and read, and its session ends with it', async () => {
    const session = await begin('read -r line; echo "got $line"; read -r line; echo "and $line"')
    expect(Number.isInteger(session)).toBe(true)
    expect(await typeUntil(session, 'one\n', 'got one\n')).toBe('got one\n')
    // Only the output since the last call.
    expect((await type(session, '')).output).toBe('')
    const last = await at.data('write_stdin', { session_id: session, chars: 'two\n', yield_time_ms: 60_000 })
    expect(last).toMatchObject({ output: 'and two\n', running: false, exit_code: 0 })
    expect(await at.call('write_stdin', { session_id: session, chars: '' })).toMatchObject({
      ok: false,
      errorKind: 'not_found',
    })
  })

  test('R115: a call returns as soon as the program ends, and at the latest after its time', async () => {
    expect(await at.data('exec_command', { cmd: 'echo done; exit 4', yield_time_ms: 60_000 })).toMatchObject({
      running: false,
      output: 'done\n',
      exit_code: 4,
    })
    const session = await begin(`sleep ${seconds(4720)}`)
    expect(await type(session, '', 30)).toMatchObject({ running: true, output: '' })
    await at.exec.endRun(at.run.id)
    expect(processesWith(seconds(4720))).toEqual([])
  })

  test('an end between two calls is told once, with the last output', async () => {
    const cmd = 'read -r _; sleep 0.3; echo last words; exit 5'
    const session = await begin(cmd)
    await type(session, '\n', 0)
    await until(() => processesWith(cmd).length === 0)
    expect(await type(session, '', 10_000)).toMatchObject({ output: 'last words\n', running: false, exit_code: 5 })
    expect(await at.call('write_stdin', { session_id: session, chars: '' })).toMatchObject({ errorKind: 'not_found' })
  })

  test('R207: the three inputs of the documents run unchanged', async () => {
    const own = await openExecRun({ fence })
    const outcomes = [
      await own.call('shell_exec', {
        argv: ['bash', '-lc', 'pytest -q'],
        cwd: '.',
        timeout_ms: 120_000,
        sandbox: 'inherit',
      }),
      await own.call('exec_command', {
        cmd: 'python -u -c "print(\'ready\'); import time; time.sleep(3)"',
        yield_time_ms: 50,
        sandbox: 'inherit',
      }),
      await own.call('write_stdin', { session_id: 1, chars: 'hello\n', yield_time_ms: 200 }),
    ]
    expect(outcomes.map(outcome => (outcome.ok ? 'ok' : `${outcome.code} ${outcome.reason}`))).toEqual([
      'ok',
      'ok',
      'ok',
    ])
    await own.close()
  })

  test('a terminal: the program sees one, it has a size, and it can be resized', async () => {
    const session = await begin('bash --norc -i', { tty: true, columns: 100, rows: 30 })
    const first = await typeUntil(session, 'test -t 0 && stty size; echo ready-$((40+2))\n', 'ready-42')
    expect(first).toContain('30 100')
    await at.data('write_stdin', { session_id: session, columns: 120, rows: 40, yield_time_ms: 0 })
    expect(await typeUntil(session, 'stty size; echo again-$((40+2))\n', 'again-42')).toContain('40 120')
    expect(await type(session, 'exit 7\n', 10_000)).toMatchObject({ running: false, exit_code: 7 })
  })

  test('Ctrl-C interrupts the program and not the session', async () => {
    const session = await begin(
      "python3 -u -c \"\nimport time\nwhile True:\n    try:\n        print('waiting'); time.sleep(4721)\n    except KeyboardInterrupt:\n        print('interrupted'); input(); print('bye'); break\n\"",
      { tty: true },
    )
    await readUntil(session, 'waiting')
    expect(await typeUntil(session, '\x03', 'interrupted')).toContain('interrupted')
    expect(await type(session, '\n', 10_000)).toMatchObject({ running: false, exit_code: 0 })
  })

  test('C11: typed text is judged: a forbidden line is not typed, and no text is recorded', async () => {
    const session = await begin('sh')
    await type(session, 'echo Zq9mark')
    expect(await typeUntil(session, 'er\n', 'Zq9marker')).toContain('Zq9marker')
    // Harmless if it ever arrives.
    const refused = await at.call('write_stdin', { session_id: session, chars: 'cat /proc/self/environ > /dev/null\n' })
    expect(refused).toMatchObject({ ok: false, code: 'floor', errorKind: 'permission' })
    await type(session, 'exit\n', 10_000)
    const recorded = JSON.stringify([at.journal.events(), at.journal.lines(), at.asked])
    expect(recorded).not.toContain('Zq9mark')
    expect(recorded).toContain('chars_sha256')
  })

  test.each([
    ['at a terminal', true],
    ['through a pipe', false],
  ])('a flood %s: every byte is returned or counted', async (_how, tty) => {
    const size = 30_000_000
    const cmd = `head -c ${size} /dev/zero | tr '\\0' x`
    let read = await at.data('exec_command', { cmd, tty, timeout_ms: 60_000, yield_time_ms: 1 })
    let received = 0
    for (;;) {
      const note = read.left_out_bytes === 0 ? 0 : `\n[... ${read.left_out_bytes} bytes left out ...]\n`.length
      received += read.output.length - note + read.left_out_bytes
      expect(read.output.length - note).toBeLessThanOrEqual(limits.shownBytes)
      if (!read.running) break
      read = await type(read.session_id, '', 50)
    }
    expect(received).toBe(size)
  })

  test('characters of several bytes arrive whole', async () => {
    const session = await begin(
      "for i in 1 2 3 4 5 6 7 8; do printf '\\xf0\\x9f'; sleep 0.03; printf '\\x98\\x80'; sleep 0.03; done; read -r _",
    )
    let output = ''
    await until(async () => {
      output += (await type(session, '', 7)).output
      return output.length >= 16
    })
    expect(output).toBe('😀'.repeat(8))
    await type(session, '\n', 10_000)
  })

  test('a session that runs too long is killed with its tree, and the next call says so', async () => {
    const session = await begin(`setsid sleep ${seconds(4722)} & echo begun; sleep ${seconds(4722)}`, {
      timeout_ms: 400,
    })
    const outcome = await at.call('write_stdin', { session_id: session, chars: '', yield_time_ms: 60_000 })
    expect(outcome).toMatchObject({ ok: false, code: 'timeout', errorKind: 'timeout' })
    expect(processesWith(seconds(4722))).toEqual([])
    expect(await at.call('write_stdin', { session_id: session, chars: '' })).toMatchObject({ errorKind: 'not_found' })
  })

  test('the end of the run ends its programs, and no zombie is left', async () => {
    await begin(`setsid nohup sleep ${seconds(4723)} & trap "" HUP TERM INT; sleep ${seconds(4723)}`)
    await begin(`sleep ${seconds(4723)}`, { tty: true })
    await until(() => processesWith(seconds(4723)).length >= 3)
    await at.exec.endRun(at.run.id)
    expect(processesWith(seconds(4723))).toEqual([])
    expect(zombies()).toEqual([])
  })
})
