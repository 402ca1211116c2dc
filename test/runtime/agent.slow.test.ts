import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ModelScript, type ModelServer, openModelServer, type SaidLine } from '../../scripts/demo/model-server.ts'
import { createAgent } from '../../src/runtime/agent/create-agent.ts'
import { bundleCache, type Cli, openCli } from '../cli/cli.ts'
import { scriptedModel } from './scripted-model.ts'

const root = resolve(import.meta.dirname, '..', '..')
const key = 'sk-ant-api03-kZ8vQ2xN4mB7cR1tY6wE9pL3sD5fG0hJ'

let server: ModelServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const inOrder =
  (...lines: readonly SaidLine[]): ModelScript =>
  ({ step }) =>
    lines[step] ?? { text: 'done' }

describe('sallyport agent', () => {
  let cli: Cli
  beforeAll(async () => {
    cli = await openCli()
    cli.write('a.txt', 'hello\n')
  })
  afterAll(() => cli.remove())

  const run = async (model: string, script: ModelScript, ...more: string[]) => {
    server = await openModelServer(script)
    return cli.run({
      args: ['agent', 'do it', '--model', model, '--base-url', server.url, ...more],
      env: { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key },
    })
  }

  test.each(['anthropic:claude-sonnet-4-5', 'openai:fake', 'openai-compatible:fake'])(
    'works on a task with %s, shows calls and verdicts, and prints no key',
    async model => {
      const { code, out, err } = await run(
        model,
        inOrder(
          {
            text: 'I look.',
            calls: [
              ['read_file', { path: 'a.txt' }],
              ['shell_command', { command: 'rm -rf /' }],
            ],
          },
          { text: 'It says hello.' },
        ),
      )
      expect([code, err]).toEqual([0, ''])
      expect(out).toContain('I look.')
      expect(out).toMatch(/allow +read_file/)
      expect(out).toMatch(/deny +shell_command +rm -rf \//)
      expect(out).toContain('It says hello.')
      expect(out).toMatch(/done \(2 steps, 220 tokens/)
      expect(server?.asked[1]?.results[0]).toContain('hello')
      expect(out + err).not.toContain(key)
    },
  )

  test('prints events as JSON lines, and a transcript without secrets', async () => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    const { code, out } = await run(
      'openai:fake',
      inOrder({ calls: [['read_file', { path: secret }]] }, { text: `the token is ${secret}` }),
      '--json',
      '--transcript',
      join(cli.project, 'transcript.jsonl'),
    )
    expect(code).toBe(0)
    const events = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).type)
    expect(events[0]).toBe('run_started')
    expect(events.slice(-2)).toEqual(['run_completed', 'result'])
    const transcript = readFileSync(join(cli.project, 'transcript.jsonl'), 'utf8')
    expect(
      transcript
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).type),
    ).toEqual([...['started', 'system', 'prompt', 'step', 'result', 'step', 'ended']])
    expect(transcript).not.toContain(secret)
    expect(transcript).not.toContain(key)
  })

  test('a call that would ask is denied if no person is there, and the model is told', async () => {
    const { code, out } = await run('openai:fake', inOrder({ calls: [['shell_command', { command: 'git push' }]] }))
    expect(code).toBe(0)
    expect(out).toMatch(/deny +shell_command +git push/)
    expect(server?.asked[1]?.results[0]).toContain('error: permission')
  })

  test('a model that cannot be reached is a failure with a reason', async () => {
    const { code, out } = await run('openai:fake', () => ({ status: 401 }))
    expect(code).toBe(2)
    expect(out).toContain('failed: the provider answered 401')
  })

  test.each([
    [['agent', 'x'], 64, 'choose a model'],
    [['agent', '--model', 'openai:x'], 64, 'give one task'],
    [['agent', 'x', '--model', 'gpt'], 2, 'unknown model `gpt`'],
    [['agent', 'x', '--model', 'openai:x'], 2, 'set the variable `OPENAI_API_KEY`'],
    [['agent', 'x', '--model', 'openai-compatible:x'], 2, '--base-url'],
    [['agent', 'x', '--model', 'openai:x', '--tokens', 'many'], 64, '--tokens'],
    [['agent', 'x', '--model', 'openai:x', '--time', 'long'], 64, '--time'],
  ])('%j is refused with a reason', async (args, code, reason) => {
    const outcome = await cli.run({ args })
    expect(outcome.code).toBe(code)
    expect(outcome.err).toContain(reason)
  })

  test('says how to install the packages that are missing', async () => {
    const alone = mkdtempSync(join(tmpdir(), 'sallyport-alone-'))
    cpSync(join(root, 'dist'), join(alone, 'dist'), { recursive: true })
    cpSync(join(root, 'presets'), join(alone, 'presets'), { recursive: true })
    cpSync(join(root, 'package.json'), join(alone, 'package.json'))
    const { code, err } = await runNode([join(alone, 'dist/cli.js'), 'agent', 'x', '--model', 'anthropic:x'], alone)
    rmSync(alone, { recursive: true })
    expect(code).toBe(2)
    expect(err).toContain('npm install -g ai @ai-sdk/anthropic')
  })
})

describe('createAgent', () => {
  test('R196: relative paths and `cwd: "."` start at the workspace', async () => {
    const ground = mkdtempSync(join(tmpdir(), 'sallyport-agent-'))
    const workspace = join(ground, 'work')
    mkdirSync(workspace)
    const { model, conversations } = scriptedModel([
      {
        calls: [
          ['shell_exec', { argv: ['pwd'], cwd: '.' }],
          ['write_file', { path: 'made.txt', content: 'here\n' }],
        ],
      },
      { text: 'done' },
    ])
    const agent = await createAgent({
      workspace,
      model,
      env: { ...process.env, HOME: ground },
      approve: async () => 'deny',
    })
    const { outcome } = await agent.run('go').result
    await agent.close()
    const made = readFileSync(join(workspace, 'made.txt'), 'utf8')
    rmSync(ground, { recursive: true })
    expect([outcome, made]).toEqual(['completed', 'here\n'])
    expect(conversations[0]?.results[0]?.text).toContain(workspace)
  })
})

test('the example for newcomers has at most 25 lines and runs', async () => {
  const source = readFileSync(join(root, 'examples/agent.ts'), 'utf8')
  expect(source.trim().split('\n').length).toBeLessThanOrEqual(25)
  server = await openModelServer(
    inOrder({ text: 'Looking.', calls: [['list_dir', { path: '.' }]] }, { text: 'A project.' }),
  )
  mkdirSync(bundleCache, { recursive: true })
  const program = join(bundleCache, 'example.mjs')
  await build({
    entryPoints: [join(root, 'examples/agent.ts')],
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    alias: { sallyport: join(root, 'src/index.ts') },
    plugins: [
      {
        name: 'sallyport',
        setup: ({ onResolve }) => onResolve({ filter: /^sallyport$/ }, () => ({ path: join(root, 'src/index.ts') })),
      },
    ],
  })
  const ground = mkdtempSync(join(tmpdir(), 'sallyport-example-'))
  writeFileSync(join(ground, 'a.txt'), 'hello\n')
  const { code, out, err } = await runNode([program], ground, {
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: key,
  })
  rmSync(ground, { recursive: true })
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('[allow] list_dir')
  expect(out).toContain('A project.')
  expect(out).toContain('completed, 220 tokens')
})

test('the demo ends with a fixed test, a denied push and a whole journal', async () => {
  const { code, out } = await runNode(['scripts/run.mjs', 'scripts/demo/demo.ts'], root)
  expect(code).toBe(0)
  expect(out).toContain('export const sum = (a, b) => a + b')
  expect(out).toMatch(/calls +9 ran \(3 in the fence\), 1 stopped/)
  expect(out).toMatch(/asked +once/)
  expect(out).toMatch(/agents +1 and 2 sub-agents/)
  expect(out).toMatch(/journal +verified/)
})

function runNode(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>(done => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, ANTHROPIC_API_KEY: key, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', data => {
      out += data
    })
    child.stderr.on('data', data => {
      err += data
    })
    child.on('close', code => done({ code, out, err }))
  })
}
