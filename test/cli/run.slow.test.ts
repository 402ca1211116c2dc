import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { whyNoBash } from '../oracle/sandbox.ts'
import { bundledCli, type Cli, openCli, startProcess } from './cli.ts'

const missing = whyNoBash()
const python = '/usr/bin/python3'
const tmux = '/usr/bin/tmux'

/** Opens a terminal as a program does, starts the words in it, and types `y` into it all the time. */
const typist = `
import os, pty, select, sys, time
pid, fd = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
end = time.time() + 60
while time.time() < end:
    try:
        if select.select([fd], [], [], 0.2)[0]:
            data = os.read(fd, 4096)
            if not data: break
            sys.stdout.buffer.write(data); sys.stdout.flush()
        else: os.write(fd, b'y\\n')
    except OSError: break
`

describe.skipIf(missing !== null)('sallyport run at a terminal', () => {
  let cli: Cli
  let program = ''
  beforeAll(async () => {
    cli = await openCli()
    program = await bundledCli()
    cli.write('made-up-tool', '#!/bin/sh\necho it ran > ran.txt\n')
    execFileSync('chmod', ['755', join(cli.project, 'made-up-tool')])
    cli.write('typist.py', typist)
    cli.write(
      '../home/.config/sallyport/policy.yaml',
      'version: 1\nrules:\n  - { when: { run: ./made-up-tool }, then: ask }\n',
    )
  })
  afterEach(() => cli.write('ran.txt', ''))
  afterAll(() => cli.remove())

  const hasRun = () =>
    existsSync(join(cli.project, 'ran.txt')) && readFileSync(join(cli.project, 'ran.txt'), 'utf8') !== ''
  const words = () => [process.execPath, program, 'run', '--', './made-up-tool']
  const byProgram = (env: Readonly<Record<string, string>>, ...before: readonly string[]) =>
    startProcess([python, 'typist.py', ...before, ...words()], { stdin: '', env: { TERM: 'dumb', ...env } }, cli)

  test.skipIf(!existsSync(tmux))('a person in tmux is asked, and the answer counts', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: cli.home, TERM: 'xterm', SHELL: '/bin/sh' }
    const at = (...args: readonly string[]) =>
      spawnSync(tmux, ['-f', '/dev/null', '-S', join(cli.home, 'tmux.sock'), ...args], {
        cwd: cli.project,
        env,
        encoding: 'utf8',
      })
    const line = words()
      .map(word => `'${word}'`)
      .join(' ')
    at('new-session', '-d', '-x', '200', '-y', '50', 'sh')
    at('send-keys', `${line}; echo ended $?`, 'Enter')
    const shown = () => at('capture-pane', '-p', '-J').stdout
    await until(() => /Run it\?|^ended/m.test(shown()))
    at('send-keys', 'y', 'Enter')
    await until(() => /^ended \d/m.test(shown()))
    const text = shown()
    at('kill-server')
    expect(text).toMatch(/Run it\? \[y\/N\] y/)
    expect(text).toMatch(/^ended 0/m)
    expect(hasRun()).toBe(true)
  })

  test.each<readonly [what: string, env: Readonly<Record<string, string>>, before: readonly string[]]>([
    ['a program that opens a terminal', {}, []],
    ['an agent that sets its variable', { CLAUDECODE: '1' }, []],
    ['an agent whose command removes the variable', { CLAUDECODE: '1' }, ['env', '-u', 'CLAUDECODE', '--']],
  ])('the `y` of %s does not count, and the reason is told', async (_what, env, before) => {
    const { out } = await byProgram(env, ...before)
    expect(out).toContain('no question was asked')
    expect(out).not.toContain('Run it?')
    expect(hasRun()).toBe(false)
  })

  test('a client above it is enough, on a terminal of `script` too', async () => {
    writeFileSync(join(cli.project, 'claude'), `#!/bin/sh\n"$@"\n`, { mode: 0o755 })
    const line = ['./claude', ...words()].map(word => `'${word}'`).join(' ')
    const { out } = await startProcess(
      ['script', '-qec', line, '/dev/null'],
      { stdin: 'y\ny\n', env: { TERM: 'dumb' } },
      cli,
    )
    expect(out).toContain('no question was asked')
    expect(hasRun()).toBe(false)
  })
})

/** Waits for at most a minute. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 600; tries += 1) await new Promise(resolve => setTimeout(resolve, 100))
  expect(holds()).toBe(true)
}
