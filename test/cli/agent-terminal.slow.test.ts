import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ModelScript, type ModelServer, openModelServer, type SaidLine } from '../../scripts/demo/model-server.ts'
import { bundledCli, type Cli, openCli } from './cli.ts'
import { hasTmux, openTmux, type Tmux } from './tmux.ts'

const database = {
  question: 'Which database should the tests use?',
  header: 'database',
  options: [{ label: 'sqlite', description: 'a file, no server' }, 'postgres'],
}

const inOrder = (main: readonly SaidLine[], child: readonly SaidLine[] = []): ModelScript => {
  return ({ task, step }) => (task === 'the task of the child' ? child : main)[step] ?? { text: 'Finished.' }
}

describe('the questions of an agent', () => {
  let cli: Cli
  let server: ModelServer | null = null
  let tmux: Tmux | null = null
  beforeAll(async () => {
    cli = await openCli()
  })
  afterEach(async () => {
    tmux?.close()
    await server?.close()
    ;[server, tmux] = [null, null]
    cli.write('../home/.config/sallyport/policy.yaml', 'version: 1\n')
  })
  afterAll(() => cli.remove())

  const start = async (script: ModelScript, ...more: readonly string[]): Promise<Tmux> => {
    server = await openModelServer(script)
    const words = [process.execPath, await bundledCli(), 'agent', 'do it', '--model', 'openai-compatible:fake']
    const line = [...words, '--base-url', server.url, ...more].map(word => `'${word}'`).join(' ')
    tmux = openTmux(cli)
    tmux.type(`clear; ${line}; echo ended $?`, 'Enter')
    return tmux
  }
  /** The last results that the model got. */
  const results = () => server?.asked.flatMap(asked => asked.results) ?? []

  test.skipIf(!hasTmux)('are answered at the terminal, those of a sub-agent and approvals in between', async () => {
    const at = await start(
      inOrder(
        [
          {
            text: 'I ask first.',
            calls: [
              ['ask_human', database],
              ['shell_command', { command: 'echo meanwhile' }],
            ],
          },
          { calls: [['shell_command', { command: 'git push --force' }]] },
          { calls: [['run_agent', { name: 'fixer', prompt: 'the task of the child' }]] },
          { text: 'All done.' },
        ],
        [{ calls: [['ask_human', { question: 'Tabs?', options: ['tabs', 'spaces'], allow_freeform: false }]] }],
      ),
    )
    const asked = await at.until(/type a number from 1 to 2, or an answer in your own words/)
    expect(asked).toContain('I ask first.')
    expect(asked).toContain('the agent asks you about database')
    expect(asked).toMatch(/1 {2}sqlite {4}a file, no server\n\s*2 {2}postgres/)
    // The call that ran meanwhile is shown after the answer, not in the middle of the question.
    expect(asked).not.toContain('meanwhile')
    expect(asked).not.toContain('step 1 of')
    await at.until(/allow +shell_command echo meanwhile[\s\S]*Overwrites history/, '2', 'Enter')
    await at.until(/a person denied it[\s\S]*fixer, started by main, asks you\nTabs\?/, 'd', 'Enter')
    const end = await at.until(/^ended \d/m, '2', 'Enter')
    expect(end).toMatch(/All done\.\s+done \(4 steps[^)]*\)\s+ended 0/)
    expect(results()).toEqual([
      'postgres',
      expect.stringContaining('meanwhile'),
      expect.stringContaining('a person denied it'),
      'spaces',
      'Finished.',
    ])
  })

  test.skipIf(!hasTmux)('are over after the time of the policy', async () => {
    cli.write('../home/.config/sallyport/policy.yaml', 'version: 1\napprovals: { human_timeout: 2s }\n')
    const at = await start(inOrder([{ calls: [['ask_human', { question: 'Which colour?' }]] }]))
    const asked = await at.until(/Which colour\?\n/)
    expect(asked).toContain('the agent asks you (it waits 2 s)')
    const end = await at.until(/^ended \d/m)
    expect(end).toContain('the agent does not wait for this answer any more')
    expect(results()).toEqual([expect.stringMatching(/^error: timeout\nno answer in 2000 ms/)])
  })

  test.skipIf(!hasTmux)('need no answer: Ctrl-C gives none, and the agent goes on', async () => {
    const at = await start(inOrder([{ calls: [['ask_human', { question: 'Which colour?' }]] }]))
    await at.until(/type your answer; Ctrl-C gives none\n>/)
    at.type('C-c')
    expect(await at.until(/^ended \d/m)).toMatch(/Finished\.[\s\S]*ended 0/)
    expect(results()).toEqual([expect.stringMatching(/^error: human_required\nthe person gave no answer/)])
  })

  test.skipIf(!hasTmux)('a budget that is used up says what is used and what a yes adds', async () => {
    const read: SaidLine = { calls: [['list_dir', { path: '.' }]] }
    const at = await start(inOrder([read, read, read]), '--tokens', '200')
    const asked = await at.until(/a allow once/)
    expect(asked).toMatch(/budget {2}200 tokens\n\s*used {4}220 tokens\n\s*more {4}200 tokens/)
    expect(asked).toContain('Raises the budget of this run by `200 tokens`.')
    expect(await at.until(/^ended \d/m, 'a', 'Enter')).toMatch(/allow +extend_budget 200 tokens/)
  })

  test('have no answer without a terminal', async () => {
    server = await openModelServer(inOrder([{ calls: [['ask_human', { question: 'Which colour?' }]] }]))
    const { code, out } = await cli.run({
      args: ['agent', 'do it', '--model', 'openai-compatible:fake', '--base-url', server.url],
    })
    expect([code, out]).toEqual([0, expect.stringContaining('failed: human_required')])
    expect(results()).toEqual([expect.stringContaining('no person can be asked here')])
  })
})
