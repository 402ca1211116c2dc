import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSystemProgram } from '../../src/io/fence/find-programs.ts'
import { machineTrials } from '../../src/io/overlay/trials.ts'
import { bundledCli, type Cli, openCli } from '../cli/cli.ts'
import { hasTmux, openTmux, type Tmux } from '../cli/tmux.ts'

const canRun = hasTmux && findSystemProgram('bwrap') !== null && (await machineTrials().probe()).ok
if (!canRun) console.error('SKIPPED: the review of a trial is not tested in a real terminal')

const question = /c commit {2}d discard {2}v show the text {2}l list all >/
const questions = (screen: string): number => screen.split('c commit  d discard').length - 1

describe.skipIf(!canRun)('the review of a trial in a terminal', { timeout: 240_000 }, () => {
  let cli: Cli
  let program = ''
  let terminal: Tmux
  beforeAll(async () => {
    cli = await openCli()
    program = await bundledCli()
  })
  beforeEach(() => {
    cli.write('a', 'before\n')
    terminal = openTmux(cli)
  })
  afterEach(() => terminal.close())
  afterAll(() => cli.remove())

  const content = () => readFileSync(`${cli.project}/a`, 'utf8')

  /** Runs a script as a trial. The script is in a file outside the project, so that no key has to be quoted. */
  function start(script: string): void {
    writeFileSync(`${cli.home}/script`, script)
    terminal.type(`'${process.execPath}' '${program}' run --trial -- sh -c "$(cat ~/script)"; echo ended $?`, 'Enter')
  }

  /** Waits for the question, and until it takes keys. */
  async function asked(count = 1): Promise<string> {
    await terminal.until(question)
    while (questions(terminal.screen()) < count) await new Promise(resolve => setTimeout(resolve, 100))
    await new Promise(resolve => setTimeout(resolve, 900))
    return terminal.screen()
  }

  test('keys that were typed ahead are dropped, Enter keeps nothing, and `d` discards', async () => {
    start('echo after > a; echo started; sleep 2')
    await terminal.until(/^started/m)
    terminal.type('c', 'Enter')
    expect(await asked()).toContain('the command changes 1 file')
    terminal.type('Enter')
    expect(await asked(2)).toContain('type one of c, d, v or l')
    expect(content()).toBe('before\n')
    terminal.type('d', 'Enter')
    expect(await terminal.until(/^ended \d/m)).toMatch(/discarded: the command changes 1 file[\s\S]*ended 3/)
    expect(content()).toBe('before\n')
  })

  test('`l` lists, `v` shows the lines, and `c` commits', async () => {
    start('echo after > a; for n in $(seq 30); do echo $n > n$n; done')
    expect(await asked()).toContain('and 11 more')
    terminal.type('l', 'Enter')
    expect(await asked(2)).toContain('+ n30')
    terminal.type('v', 'Enter')
    await asked(1)
    expect(await terminal.until(/\+30/)).toMatch(/\+30/)
    expect(content()).toBe('before\n')
    terminal.type('c', 'Enter')
    expect(await terminal.until(/^ended \d/m)).toMatch(/kept: the command changes 1 file, creates 30[\s\S]*ended 0/)
    expect(content()).toBe('after\n')
  })

  test('Ctrl-C discards', async () => {
    start('echo after > a')
    await asked()
    terminal.type('C-c')
    await terminal.until(/^ended 3/m)
    expect(content()).toBe('before\n')
  })

  test('names with control characters are spelt out, and hidden text of the command does not hide its changes', async () => {
    start(
      `printf x > "$(printf 'evil\\033[2J\\033[8m\\r+ harmless')"; echo after > a; printf '\\033[8m\\033[1;2r\\033[?1049h'`,
    )
    const screen = await asked()
    expect(screen).toContain('evil')
    expect(screen).toContain('~ a')
    expect(screen).not.toMatch(/^\+ harmless/m)
    expect(screen).toContain('the command changes 1 file, creates 1')
    terminal.type('v', 'Enter')
    expect(await asked(2)).toContain('+after')
    terminal.type('d', 'Enter')
    await terminal.until(/^ended 3/m)
    expect(existsSync(`${cli.project}/a`)).toBe(true)
  })
})
