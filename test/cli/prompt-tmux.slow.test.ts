import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { whyNoBash } from '../oracle/sandbox.ts'
import { bundledCli, type Cli, openCli } from './cli.ts'
import { callHook } from './hook.ts'

const tmux = '/usr/bin/tmux'
const missing = existsSync(tmux) ? whyNoBash() : 'tmux is not installed'
if (missing !== null) console.error(`SKIPPED: the prompt is not tested in a real terminal: ${missing}`)

/** A real terminal of 80 columns with a shell in it. */
interface Screen {
  readonly type: (...keys: readonly string[]) => void
  readonly shown: () => string
  readonly resize: (columns: number) => void
  readonly until: (wanted: RegExp) => Promise<string>
  readonly end: () => void
}

describe.skipIf(missing !== null)('the prompt in a terminal', () => {
  let cli: Cli
  let program = ''
  let screens = 0
  const open: Screen[] = []

  beforeAll(async () => {
    cli = await openCli()
    program = await bundledCli()
    cli.write('made-up-tool', '#!/bin/sh\necho it ran >> ran.txt\n')
    chmodSync(join(cli.project, 'made-up-tool'), 0o755)
    const rule = '{ when: { run: ./made-up-tool }, then: ask }'
    cli.write('../home/.config/sallyport/policy.yaml', `version: 1\nrules: [${rule}]\n`)
  })
  afterEach(() => {
    for (const screen of open.splice(0)) screen.end()
    rmSync(join(cli.project, 'ran.txt'), { force: true })
    rmSync(join(cli.home, '.local/state/sallyport/grants.json'), { force: true })
  })
  afterAll(() => cli.remove())

  function openScreen(): Screen {
    screens += 1
    const socket = join(cli.home, `tmux-${screens}.sock`)
    const env = { PATH: process.env['PATH'] ?? '', HOME: cli.home, TERM: 'xterm-256color', SHELL: '/bin/sh' }
    const at = (...args: readonly string[]) =>
      spawnSync(tmux, ['-f', '/dev/null', '-S', socket, ...args], { cwd: cli.project, env, encoding: 'utf8' })
    at('new-session', '-d', '-x', '80', '-y', '50', 'env PS1=READY sh')
    const shown = () => at('capture-pane', '-p').stdout
    const screen: Screen = {
      shown,
      type: (...keys) => void at('send-keys', ...keys),
      resize: columns => void at('resize-window', '-x', String(columns), '-y', '50'),
      until: async wanted => {
        for (let tries = 0; tries < 1_200; tries += 1) {
          const text = shown()
          if (wanted.test(text)) return text
          await new Promise(resolve => setTimeout(resolve, 100))
        }
        throw new Error(`the terminal never showed ${wanted}:\n${shown()}`)
      },
      end: () => void at('kill-server'),
    }
    open.push(screen)
    return screen
  }

  const ran = (): number =>
    existsSync(join(cli.project, 'ran.txt'))
      ? readFileSync(join(cli.project, 'ran.txt'), 'utf8').split('\n').length - 1
      : 0

  /** Starts `sallyport run` in a new terminal and waits until it takes keys. */
  async function asked(): Promise<Screen> {
    const screen = openScreen()
    await screen.until(/READY/)
    screen.type(`'${process.execPath}' '${program}' run -- ./made-up-tool; echo ended $?`, 'Enter')
    await screen.until(/\? help\n>/)
    await pastGrace()
    return screen
  }

  /** Keys in the first 400 ms after the question appeared do not count. */
  const pastGrace = () => new Promise(resolve => setTimeout(resolve, 700))
  const reply = async (screen: Screen, ...keys: readonly string[]): Promise<string> => {
    screen.type(...keys, 'Enter')
    return screen.until(/^ended \d+/m)
  }

  test('shows the call, what it would do, the rule, the grant and the keys, in 80 columns', async () => {
    const text = (await asked()).shown()
    expect(text).toContain('  ./made-up-tool\n')
    expect(text).toContain('Runs `./made-up-tool`, code of this project.')
    expect(text).toMatch(/danger medium; rule `rule-1`/)
    expect(text).toContain('s, t or A: do not ask again about `./made-up-tool`')
    expect(text).toContain(
      'a allow once  d deny  s session  t one hour  A always  r deny with a reason\ne explain  ? help\n>',
    )
  })

  test.each([
    ['a', 0, 1],
    ['y', 0, 1],
    ['yes', 0, 1],
    ['allow', 0, 1],
    ['s', 0, 1],
    ['t', 0, 1],
    ['A', 0, 1],
    ['d', 126, 0],
    ['n', 126, 0],
    ['no', 126, 0],
  ])('R92, R192: the reply %s ends it with %i', async (word, code, times) => {
    const text = await reply(await asked(), word)
    expect([/^ended (\d+)/m.exec(text)?.[1], ran()]).toEqual([String(code), times])
    if (word === 'A') expect(await reply(openAgain(), againLine())).toContain('ended 0')
  })

  /** After `always`, the same command in a new terminal is not asked about. */
  const openAgain = (): Screen => openScreen()
  const againLine = (): string => `'${process.execPath}' '${program}' run -- ./made-up-tool; echo ended $?`

  test('Enter, other words and typed-ahead keys never approve; ? and e explain; r denies with a reason', async () => {
    const screen = await asked()
    screen.type('Enter')
    await screen.until(/type one of these:/)
    await pastGrace()
    screen.type('sure', 'Enter')
    await screen.until(/type one of these:[\s\S]*> sure\ntype one of these:/)
    await pastGrace()
    screen.type('?', 'Enter')
    await screen.until(/Enter alone does nothing/)
    await pastGrace()
    screen.type('e', 'Enter')
    await screen.until(/Effects[\s\S]*Why it asks/)
    await pastGrace()
    screen.type('r', 'Enter')
    await screen.until(/tell the agent why:/)
    await pastGrace()
    const text = await reply(screen, 'not today')
    expect([ran(), text]).toEqual([0, expect.stringContaining('not today')])
    expect(text).toContain('ended 126')
  })

  test('keys that were typed before the question do not answer it', async () => {
    const screen = openScreen()
    await screen.until(/READY/)
    screen.type(`'${process.execPath}' '${program}' run -- ./made-up-tool; echo ended $?`, 'Enter', 'y', 'Enter')
    await screen.until(/\? help\n>/)
    await pastGrace()
    expect([ran(), screen.shown()]).toEqual([0, expect.not.stringMatching(/^ended \d/m)])
    expect(await reply(screen, 'n')).toContain('ended 126')
  })

  test('Ctrl-C denies', async () => {
    const screen = await asked()
    screen.type('C-c')
    const text = await screen.until(/^ended \d+/m)
    expect([ran(), /^ended (\d+)/m.exec(text)?.[1]]).toEqual([0, '126'])
  })

  test('a terminal that becomes narrower gets the question again, in its width', async () => {
    const screen = await asked()
    screen.resize(50)
    const text = await screen.until(/t one hour\nA always {2}r deny with a reason {2}e explain {2}\? help\n>/)
    expect(text).toContain('  s, t or A: do not ask again about\n  `./made-up-tool`\n')
    expect(await reply(screen, 'd')).toContain('ended 126')
  })

  test('approve lists the calls that wait, opens one with a number, and names the command that goes on', async () => {
    await callHook(cli, { command: 'git push origin main', session: 'session-1' })
    await callHook(cli, { command: 'npm install left-pad', session: 'session-2' })
    const screen = openScreen()
    await screen.until(/READY/)
    screen.type(`clear; '${process.execPath}' '${program}' approve; echo ended $?`, 'Enter')
    const list = await screen.until(/Enter opens/)
    expect(list).toContain('2 calls wait for your answer')
    expect(list).toMatch(/› +1 {2}claude-code .* Sends data out\./)
    expect(list).toMatch(/ +2 {2}claude-code .* Installs `left-pad`/)
    screen.type('2', 'Enter')
    await screen.until(/\? help\n>/)
    await pastGrace()
    screen.type('a', 'Enter')
    await screen.until(/try again:\n {2}claude --resume session-2\n/)
    await screen.until(/1 call waits for your answer/)
    screen.type('q')
    expect(await screen.until(/^ended \d+/m)).toContain('ended 0')
    expect((await callHook(cli, { command: 'npm install left-pad', session: 'session-2' })).decision).toBe('allow')
  })
})
