import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { bundleCache } from '../cli/cli.ts'
import { whyNoBash } from '../oracle/sandbox.ts'
import { openExecRun, processesWith, seconds, until } from './exec-run.ts'

const missing = whyNoBash()

describe.skipIf(missing !== null)('the fence stops', () => {
  test('a fork bomb: `sandbox_denied`, the limit is named, and nothing is left', async () => {
    const at = await openExecRun({ fence: 'enforce', policy: 'limits: { processes: 40 }' })
    writeFileSync(join(at.workspace, 'bomb.py'), bomb)
    const outcome = await at.call('shell_exec', { argv: ['python3', 'bomb.py'], timeout_ms: 60_000 })
    expect(outcome).toMatchObject({ ok: false, code: 'sandbox_denied', errorKind: 'sandbox_denied' })
    if (!outcome.ok) expect(outcome.reason).toContain('the fence stopped it at 40 processes')
    expect(processesWith(seconds(4740))).toEqual([])
    expect(at.journal.events().at(-1)).toMatchObject({ type: 'tool_call_finished' })
    await at.close()
  })

  test('a program that runs longer than the policy allows: `timeout`', async () => {
    const at = await openExecRun({ fence: 'enforce', policy: 'limits: { seconds: 1 }' })
    expect(await at.call('shell_exec', { argv: ['sleep', seconds(4741)] })).toMatchObject({
      ok: false,
      errorKind: 'timeout',
    })
    await until(() => processesWith(seconds(4741)).length === 0)
    await at.close()
  })

  test('a write outside the workspace, and the model and the journal learn which', async () => {
    const at = await openExecRun({ fence: 'enforce' })
    const { notes, fence_denied: denied } = await at.data('shell_command', { command: 'echo x > ~/notes' })
    expect(notes.join('\n')).toMatch(/the fence blocked writing to .*\/home\/notes \(.*writable: /)
    expect(denied).toMatchObject([{ kind: 'write', path: expect.stringMatching(/\/home\/notes$/) }])
    expect(at.journal.events().map(({ type }) => type)).toContain('fence_denied')
    await at.close()
  })

  test.each([
    ['at a terminal', true],
    ['with pipes', false],
  ])(
    'a write of a session %s that ends during a later call, and the model and the journal learn which',
    async (_how, tty) => {
      const at = await openExecRun({ fence: 'enforce' })
      const started = await at.data('exec_command', { cmd: 'read line; echo x > ~/notes', tty, yield_time_ms: 1 })
      expect(started.running).toBe(true)
      const ended = await at.data('write_stdin', {
        session_id: started.session_id,
        chars: 'go\n',
        yield_time_ms: 30_000,
      })
      expect(ended).toMatchObject({ running: false, exit_code: 1, fence_denied: [{ kind: 'write' }] })
      expect(ended.notes).toEqual([expect.stringMatching(/^the fence blocked writing to .*\/home\/notes \(/)])
      expect(at.journal.events().filter(({ type }) => type === 'fence_denied')).toHaveLength(1)
      await at.close()
    },
  )

  test('nothing of a session that ends well', async () => {
    const at = await openExecRun({ fence: 'enforce' })
    const ended = await at.data('exec_command', { cmd: 'echo x > notes', yield_time_ms: 30_000 })
    expect(ended).toMatchObject({ running: false, exit_code: 0, notes: [], fence_denied: [] })
    await at.close()
  })

  test('a connection, and the output says so', async () => {
    const at = await openExecRun({ fence: 'enforce' })
    const { notes, exit_code } = await at.data('shell_command', {
      command: 'curl -s -m 5 http://blocked.test/ -o /dev/null; curl -sf -m 5 https://blocked.test/',
    })
    expect(exit_code).not.toBe(0)
    expect(notes.join('\n')).toContain('the fence blocked network access to blocked.test')
    await at.close()
  })

  test('nothing between two commands of a run: one reaches the server of the other', async () => {
    const at = await openExecRun({ fence: 'enforce' })
    await at.data('exec_command', {
      cmd: 'echo served > page; python3 -m http.server 8731 --bind 127.0.0.1',
      yield_time_ms: 1,
    })
    await until(async () => {
      const { stdout } = await at.data('shell_command', { command: 'curl -s -m 5 http://127.0.0.1:8731/page' })
      return stdout === 'served\n'
    })
    await at.close()
  })
})

describe.skipIf(missing !== null)('Sallyport is killed', () => {
  test.each([
    ['in the fence', 'enforce', 4750],
    ['without the fence', 'off', 4751],
  ])('%s: no process survives, and the journal shows what had started', async (_where, fence, number) => {
    const program = await bundled()
    const directory = mkdtempSync(join(tmpdir(), 'sallyport-killed-'))
    const journal = join(directory, 'journal')
    const child = spawn(process.execPath, [program, fence, journal, seconds(number)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let base = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      base += text
    })
    await until(() => processesWith(seconds(number)).length >= 6)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await until(() => processesWith(seconds(number)).length === 0)
    const text = readdirSync(journal)
      .filter(name => name.endsWith('.jsonl'))
      .map(name => readFileSync(join(journal, name), 'utf8'))
      .join('')
    const count = (type: string) => text.split(`"${type}"`).length - 1
    expect(count('tool_call_started')).toBe(3)
    expect(count('tool_call_finished')).toBe(0)
    expect(verifyJournal(journal)).toMatchObject({ ok: true })
    for (const path of [directory, base.trim()]) rmSync(path, { recursive: true, force: true })
  })
})

/** The gate refuses a fork bomb that it can read; this one it cannot. */
const bomb = `import os, time
for _ in range(200):
    if os.fork() == 0:
        os.execvp('sleep', ['sleep', '${seconds(4740)}'])
    time.sleep(0.002)
time.sleep(4740)
`

async function bundled(): Promise<string> {
  const out = join(bundleCache, `killed-${process.pid}`)
  mkdirSync(out, { recursive: true })
  const root = resolve(import.meta.dirname, '../..')
  await build({
    entryPoints: [join(root, 'test/runtime/killed-run.ts')],
    outfile: join(out, 'killed-run.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  return join(out, 'killed-run.mjs')
}
