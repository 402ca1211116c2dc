import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { afterAll, describe, expect, test } from 'vitest'
import { hookCommand } from '../../src/adapters/install/hook-command.ts'
import { readRecords } from '../../src/io/journal/journal-read.ts'
import { node } from './node.ts'

// A hook whose analysis never ends and blocks the event loop: no timer of the hook fires. Only the thread that watches the
// judgement can end it in time, and it must end in an answer that the client understands.

const root = resolve(import.meta.dirname, '..', '..')
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-blocked-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const blocks = {
  'an endless loop': 'for (;;);',
  'a pattern that backtracks forever': "/^(a+)+$/.test('a'.repeat(60) + 'b')",
  'a wait that nothing ends': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
}

/** An installation in which `judge` first runs this code, and in which such a judgement may take half a second. */
function installed(code: string): Promise<string> {
  const known = installations.get(code) ?? install(code)
  installations.set(code, known)
  return known
}

const installations = new Map<string, Promise<string>>()

async function install(code: string): Promise<string> {
  const place = mkdtempSync(join(scratch, 'dist-'))
  const dist = join(place, 'dist')
  mkdirSync(join(dist, 'hook'), { recursive: true })
  cpSync(join(root, 'dist/hook.cjs'), join(dist, 'hook.cjs'))
  cpSync(join(root, 'dist/compiled'), join(dist, 'compiled'), { recursive: true })
  cpSync(join(root, 'presets'), join(place, 'presets'), { recursive: true })
  await build({
    entryPoints: [join(root, 'src/adapters/hooks/answer-hook.ts')],
    outfile: join(dist, 'hook/bundle.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'ascii',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__bundleUrl' },
    banner: { js: 'const __bundleUrl="file://"+encodeURI(__filename);' },
    plugins: [
      edit(/\/gate\/judge\.ts$/, 'judging: Judging): Judgement {\n', start => `${start}${code}\n`),
      edit(/\/core\/limits\.ts$/, 'judgeMs: 15_000', limit => (code === '' ? limit : 'judgeMs: 500')),
    ],
  })
  return join(dist, 'hook.cjs')
}

const edit = (filter: RegExp, text: string, change: (text: string) => string): Plugin => ({
  name: `edit-${filter.source}`,
  setup: ({ onLoad }) => {
    onLoad({ filter }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes(text)) throw new Error(`${path} has no \`${text}\``)
      return { contents: source.replace(text, change(text)), loader: 'ts' }
    })
  },
})

function ask(launcher: string, client: string, sent: object) {
  const home = mkdtempSync(join(scratch, 'home-'))
  const command = hookCommand(client, { node, launcher, snapshot: null })
  const ran = spawnSync('/bin/sh', ['-c', command], {
    input: JSON.stringify(sent),
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  })
  const records = [...readRecords(join(home, '.local/state/sallyport/journal'))]
  const codes = records.flatMap(read =>
    read.ok && read.value.event['type'] === 'tool_call_judged' ? [read.value.event['code']] : [],
  )
  return { exit: ran.status, said: JSON.parse(ran.stdout), stderr: ran.stderr, codes }
}

const why = 'Sallyport blocks this: the call takes too long to analyse; split it up'
const hookSpecific = { permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining(why) }
const place = { cwd: scratch, session_id: 's' }
const input = { command: 'ls' }

/** For each client a call, and the deny that it understands. */
const clients: readonly (readonly [client: string, sent: object, deny: object])[] = [
  [
    'claude-code',
    { ...place, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: input },
    { hookSpecificOutput: { hookEventName: 'PreToolUse', ...hookSpecific } },
  ],
  ['codex', sample('codex-PreToolUse'), { hookSpecificOutput: { hookEventName: 'PreToolUse', ...hookSpecific } }],
  ['gemini', sample('gemini-BeforeTool'), { decision: 'deny', reason: expect.stringContaining(why) }],
  ['copilot', sample('copilot-preToolUse'), hookSpecific],
  ['cursor', sample('cursor-preToolUse'), { permission: 'deny', agent_message: expect.stringContaining(why) }],
  ['opencode', sample('opencode-tool.execute.before'), { decision: 'deny', reason: expect.stringContaining(why) }],
  ['pi', sample('pi-tool_call'), { decision: 'deny', reason: expect.stringContaining(why) }],
]

function sample(name: string): object {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'samples', `${name}.json`), 'utf8'))
}

describe('a judgement that blocks the event loop ends in a deny that the client understands, and is recorded', () => {
  test.each(clients)('%s', async (client, sent, deny) => {
    const answer = ask(await installed(blocks['an endless loop']), client, sent)
    expect(answer).toEqual({ exit: 0, said: expect.objectContaining(deny), stderr: '', codes: ['limit_reached'] })
  })

  test.each(Object.entries(blocks))('%s', async (_, code) => {
    const [client, sent, deny] = clients[0] ?? ['', {}, {}]
    const answer = ask(await installed(code), client, sent)
    expect(answer).toMatchObject({ exit: 0, said: deny, codes: ['limit_reached'] })
  })

  test('a judgement in time is not stopped', async () => {
    const [client, sent] = clients[0] ?? ['', {}]
    const answer = ask(await installed(''), client, { ...sent, permission_mode: 'default' })
    expect(answer).toMatchObject({ exit: 0, said: { hookSpecificOutput: { permissionDecision: 'allow' } } })
  })
})

test('without a shell around it, a blocked hook still answers', async () => {
  const launcher = await installed(blocks['an endless loop'])
  const entry = join(scratch, 'entry.cjs')
  writeFileSync(entry, `require(${JSON.stringify(launcher)}).launch('claude-code')`)
  const ran = spawnSync(node, [entry], {
    input: JSON.stringify(clients[0]?.[1]),
    env: { HOME: mkdtempSync(join(scratch, 'home-')), PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  })
  expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('"permissionDecision":"deny"')])
})
