import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyNoBash } from '../oracle/sandbox.ts'
import { type ExecRun, openExecRun, processesWith, seconds, until, zombies } from './exec-run.ts'

const missing = whyNoBash()
const kinds = [
  ['in the fence', 'enforce'],
  ['without the fence', 'off'],
] as const

describe.skipIf(missing !== null).each(kinds)('commands %s', (_where, fence) => {
  let at: ExecRun
  beforeAll(async () => {
    at = await openExecRun({ fence, variables: { FROM_FILE: 'file value' } })
  })
  afterAll(() => at.close())

  test.each([
    ['shell_exec', { argv: ['printf', '%s', 'a b'] }],
    ['shell', { command: ['printf', '%s', 'a b'] }],
    ['shell_command', { command: 'printf %s "a b"' }],
    ['bash', { command: 'printf %s "a b"' }],
    ['sandbox', { command: 'printf %s "a b"', operation: 'execute', network: 'none' }],
  ])('R199: %s runs and returns output and exit code', async (tool, input) => {
    expect(await at.data(tool, input)).toMatchObject({
      stdout: 'a b',
      stderr: '',
      exit_code: 0,
      signal: null,
      fenced: fence === 'enforce' || tool === 'sandbox',
    })
  })

  test('an exit code and error output are data, not a failure', async () => {
    expect(await at.data('shell_command', { command: 'echo out; echo err >&2; exit 3' })).toMatchObject({
      stdout: 'out\n',
      stderr: 'err\n',
      exit_code: 3,
    })
    expect(await at.data('shell_exec', { argv: ['no-such-program'] })).toMatchObject({ exit_code: 127 })
    expect(await at.data('shell_command', { command: 'kill -TERM $$' })).toMatchObject({ exit_code: 143 })
  })

  test.each([
    'echo "a  b"\t\'$x\' \\n é😀 # end',
    '-x; echo dash',
    '\n\necho lines\n',
    'echo `echo old` $((1+1)) <(true) >/dev/null; printf "%s" "$BASH_EXECUTION_STRING"',
  ])('R123: the shell gets the text byte for byte: %j', async text => {
    const { stdout } = await at.data('shell_command', {
      command: `printf %s "$BASH_EXECUTION_STRING"; exit; ${text}`,
    })
    expect(stdout).toBe(`printf %s "$BASH_EXECUTION_STRING"; exit; ${text}`)
  })

  test('a text that begins with a dash is no option of the shell', async () => {
    expect(await at.data('shell_command', { command: '-c 2>/dev/null; echo ran' })).toMatchObject({ stdout: 'ran\n' })
  })

  test('R194: variables of the call and of the run reach the child, and only names are recorded', async () => {
    const input = { command: 'echo "$FROM_CALL $FROM_FILE"', env: { FROM_CALL: 'call value' } }
    expect(await at.data('shell_command', input)).toMatchObject({
      stdout: 'call value file value\n',
      env_keys: ['FROM_CALL', 'FROM_FILE'],
    })
    // Without a shell nothing expands.
    expect((await at.data('shell_exec', { argv: ['echo', '$FROM_FILE'] })).stdout).toBe('$FROM_FILE\n')
    const recorded = JSON.stringify([at.journal.events(), at.asked])
    expect(recorded).not.toContain('call value')
    expect(recorded).not.toContain('file value')
    expect(recorded).toContain('FROM_CALL')
  })

  test('runs in the directory that the call names', async () => {
    await at.data('shell_command', { command: 'mkdir -p sub/dir && echo x > sub/dir/file' })
    expect((await at.data('shell_exec', { argv: ['cat', 'file'], cwd: 'sub/dir' })).stdout).toBe('x\n')
    expect(await at.call('shell_exec', { argv: ['pwd'], cwd: 'nowhere' })).toMatchObject({
      ok: false,
      errorKind: 'not_found',
    })
  })

  test('R208: a command that runs too long is killed with its whole tree', async () => {
    const command = `setsid sleep ${seconds(4711)} & (sleep ${seconds(4711)} &) ; nohup sleep ${seconds(4711)} >/dev/null 2>&1 & echo started; sleep ${seconds(4711)}`
    const outcome = await at.call('shell_command', { command, timeout_ms: 600 })
    expect(outcome).toMatchObject({ ok: false, code: 'timeout', errorKind: 'timeout' })
    if (!outcome.ok) expect(outcome.reason).toContain('started')
    expect(processesWith(seconds(4711))).toEqual([])
    expect(zombies()).toEqual([])
  })

  test('processes in the background end with the command', async () => {
    expect(await at.data('shell_command', { command: `setsid sleep ${seconds(4712)} & echo left` })).toMatchObject({
      stdout: 'left\n',
    })
    expect(processesWith(seconds(4712))).toEqual([])
  })

  test('a call that is cancelled leaves nothing', async () => {
    const leaving = new AbortController()
    const call = at.call(
      'shell_command',
      { command: `sleep ${seconds(4713)} & sleep ${seconds(4713)}` },
      leaving.signal,
    )
    await until(() => processesWith(seconds(4713)).length >= 2)
    leaving.abort()
    expect(await call).toMatchObject({ ok: false, errorKind: 'cancelled' })
    await until(() => processesWith(seconds(4713)).length === 0)
  })

  test('long output keeps its beginning and its end, and says what is missing', async () => {
    const { stdout, left_out_bytes } = await at.data('shell_command', { command: 'seq 1 2000000' })
    expect(stdout.startsWith('1\n2\n3\n')).toBe(true)
    expect(stdout.endsWith('1999999\n2000000\n')).toBe(true)
    const note = `\n[... ${left_out_bytes} bytes left out ...]\n`
    // 14,888,896 bytes is the length of these lines.
    expect(Buffer.byteLength(stdout) - note.length + left_out_bytes).toBe(14_888_896)
  })
})
