import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HookProgram, hookCommand } from '../../src/adapters/install/hook-command.ts'
import { findTimeout } from '../../src/io/hook/find-timeout.ts'
import { makeSnapshot } from '../../src/io/hook/hook-snapshot.ts'
import { brokenBundles } from './broken-bundles.ts'
import { node } from './node.ts'

const dist = resolve(import.meta.dirname, '..', '..', 'dist')
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-failures-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A client's request. The command is harmless, so that only the failure can block it. */
const sent = (command = 'git status', cwd = scratch) =>
  JSON.stringify({
    session_id: 's',
    cwd,
    hook_event_name: 'PreToolUse',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 't',
  })

interface Broken {
  /** Breaks a fresh copy of the installation. */
  readonly breaks?: (dist: string) => void
  /** Breaks a fresh home. */
  readonly home?: (home: string) => void
  /** Breaks a fresh project, in which the call runs. */
  readonly project?: (project: string) => void
  readonly node?: string
  /** A command prefix for Node. */
  readonly under?: string
  readonly launcher?: string
  readonly client?: string
  readonly stdin?: string | Buffer
  /** Text that follows the registered command on its line. */
  readonly after?: string
}

const bundle = (source: string): Broken => ({
  breaks: dist => {
    writeFileSync(join(dist, 'hook/bundle.cjs'), source)
    rmSync(join(dist, `hook/bundle.${process.version}-${process.arch}.cache`), { force: true })
  },
})
const homeFile = (path: string, text: string): Broken => ({
  home: home => {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), text)
  },
})

const failures: readonly (readonly [what: string, broken: Broken])[] = [
  ['Node is gone', { node: '/nonexistent/node' }],
  ['Node is not executable', { node: '/etc/passwd' }],
  ['the launcher is gone', { launcher: '/nonexistent/hook.cjs' }],
  ['the bundle is gone', { breaks: dist => rmSync(join(dist, 'hook/bundle.cjs')) }],
  ...brokenBundles.map(([what, source]) => [what, bundle(source)] as const),
  ['nothing is sent', { stdin: '' }],
  ['half a JSON is sent', { stdin: '{"hook_event_name":"PreToolUse","tool_na' }],
  ['invalid UTF-8 is sent', { stdin: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
  ['a list is sent', { stdin: '[]' }],
  ['a call without a tool is sent', { stdin: '{"hook_event_name":"PreToolUse"}' }],
  ['forty megabytes are sent', { stdin: Buffer.alloc(40_000_000, 0x20) }],
  ['ten megabytes of command are sent', { stdin: sent('x'.repeat(10_000_000)) }],
  ['ten thousand nested lists are sent', { stdin: `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}` }],
  ['the client is unknown', { client: 'no-such-client' }],
  ["the user's policy is damaged", homeFile('.config/sallyport/policy.yaml', 'version: 1\nrules: [')],
  ["the user's policy has an unknown key", homeFile('.config/sallyport/policy.yaml', 'version: 1\nrulez: []\n')],
  ['the trust store is damaged', homeFile('.local/state/sallyport/trust.json', '{')],
  ['the presets are gone', { breaks: dist => rmSync(join(dist, '..', 'presets'), { recursive: true }) }],
  ["the project's policy is a named pipe", { project: project => pipe(join(project, 'sallyport.yaml')) }],
  ['the client sends nothing and waits', { after: `0<> ${pipe(join(scratch, 'nothing'))}` }],
  ['the disk hangs', { under: `strace -f -o /dev/null -e trace=fdatasync -e inject=fdatasync:delay_enter=5s` }],
  ['stdout goes to a full disk', { after: '> /dev/full' }],
  ['stdout is closed', { after: '>&-' }],
]

describe(`every failure blocks the call: ${failures.length} failures`, () => {
  test.each(failures)('%s', (what, broken) => {
    const place = join(scratch, what.replaceAll(/\W+/g, '-'))
    const copy = join(place, 'dist')
    for (const part of ['hook.cjs', 'hook', 'compiled']) cpSync(join(dist, part), join(copy, part), { recursive: true })
    cpSync(resolve(dist, '..', 'presets'), join(place, 'presets'), { recursive: true })
    hurry(join(copy, 'hook.cjs'))
    broken.breaks?.(copy)
    const program = {
      node: broken.node ?? lean(place, broken.under),
      launcher: broken.launcher ?? join(copy, 'hook.cjs'),
    }
    expect(run(place, broken, { ...program, snapshot: null })).toEqual(blocked)
  })
})

// All tests share one snapshot, so failures that need a changed installation or a shorter deadline are left out.
const fromSnapshot = failures.filter(
  ([what, { breaks, launcher, under }]) =>
    breaks === undefined &&
    launcher === undefined &&
    under === undefined &&
    what !== 'the client sends nothing and waits',
)

describe(`every failure blocks the call when the hook starts from a snapshot: ${fromSnapshot.length} failures`, () => {
  const snapshot = join(scratch, 'hook.blob')
  beforeAll(() => {
    const made = makeSnapshot({ node, script: join(dist, 'hook/snapshot.cjs'), path: snapshot })
    expect(made).toEqual({ ok: true, value: null })
  })

  test.each(fromSnapshot)('%s', (what, broken) => {
    const place = join(scratch, 'snapshot', what.replaceAll(/\W+/g, '-'))
    const program = { node: broken.node ?? node, launcher: join(dist, 'hook.cjs'), snapshot }
    expect(run(place, broken, program)).toEqual(blocked)
  })
})

const blocked = { exit: 2, says: true, stdout: '' }

function run(place: string, broken: Broken, program: HookProgram) {
  const home = join(place, 'home')
  mkdirSync(home, { recursive: true })
  broken.home?.(home)
  const project = join(place, 'project')
  mkdirSync(project)
  broken.project?.(project)
  const command = hookCommand(broken.client ?? 'claude-code', program).replace('ulimit -t 25', 'ulimit -t 2')
  const ran = spawnSync('/bin/sh', ['-c', `{ ${command}; } ${broken.after ?? ''}`], {
    input: broken.stdin ?? sent('git status', project),
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    maxBuffer: 64_000_000,
  })
  return { exit: ran.status, says: ran.stderr.toString().trim() !== '', stdout: ran.stdout.toString() }
}

describe('for clients that run a call when they had to stop its hook, `timeout` ends the hook first', () => {
  const sleeper = join(scratch, 'sleeper')
  beforeAll(() => writeFileSync(sleeper, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 }))

  test.each(['codex', 'gemini', 'copilot'])(
    '%s: a Node that hangs before it reads anything blocks the call',
    client => {
      const program = { node: sleeper, launcher: join(dist, 'hook.cjs'), snapshot: null, timeout: findTimeout() }
      const command = hookCommand(client, program).replace('KILL 330', 'KILL 1')
      const ran = spawnSync('/bin/sh', ['-c', command], { input: sent(), encoding: 'utf8' })
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('so the call is blocked')])
    },
  )
})

describe('an installation that works does not block', () => {
  const program = { node, launcher: join(dist, 'hook.cjs'), snapshot: null }
  const command = hookCommand('claude-code', program)
  const decisionAbout = (stdin: string, line = command): string => {
    const home = mkdtempSync(join(scratch, 'well-'))
    const ran = spawnSync('/bin/sh', ['-c', line], {
      input: stdin,
      env: { HOME: home, PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    })
    expect(ran.status).toBe(0)
    return JSON.parse(ran.stdout).hookSpecificOutput.permissionDecision
  }

  test('a harmless call', () => expect(decisionAbout(sent())).toBe('allow'))

  test('a client that sends its request and keeps stdin open', () => {
    const held = `exec 9<> '${pipe(join(scratch, 'line'))}'; cat >&9; { ${command}; } <&9`
    expect(decisionAbout(sent(), held)).toBe('allow')
  })

  test('a project in which git hangs is judged as if git ignored nothing', () => {
    const project = mkdtempSync(join(scratch, 'waiting-'))
    execFileSync('git', ['init', '--quiet', project])
    pipe(join(project, '.gitignore'))
    const targets = Array.from({ length: 40 }, (_, at) => `build-${at}`)
    for (const target of targets) mkdirSync(join(project, target, 'x'), { recursive: true })
    expect(decisionAbout(sent(`rm -rf ${targets.join(' ')}`, project))).toBe('ask')
  })
})

/** Shortens the launcher's deadline, so that the test is fast. */
function hurry(launcher: string): void {
  const source = readFileSync(launcher, 'utf8')
  const hurried = source.replace('const deadlineMs = 20_000', 'const deadlineMs = 3_000')
  if (hurried === source) throw new Error('the deadline was not found in the launcher')
  writeFileSync(launcher, hurried)
}

/** Node with little memory, so that it runs out quickly. */
function lean(place: string, under = ''): string {
  const path = join(place, 'node')
  writeFileSync(path, `#!/bin/sh\nexec ${under} '${node}' --max-old-space-size=64 "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

/** A named pipe, which makes every reader wait. */
function pipe(path: string): string {
  execFileSync('mkfifo', [path])
  return path
}
