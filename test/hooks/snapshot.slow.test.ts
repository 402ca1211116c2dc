import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerHook } from '../../src/adapters/hooks/answer-hook.ts'
import { type HookProgram, hookCommand } from '../../src/adapters/install/hook-command.ts'
import { isFresh, makeSnapshot } from '../../src/io/hook/hook-snapshot.ts'
import { slimSnapshot } from '../../src/io/hook/slim-snapshot.ts'
import { snapshotOptions } from '../../src/io/hook/snapshot-start.ts'
import { readRecords } from '../../src/io/journal/journal-read.ts'
import { thisOwner } from '../../src/io/journal/lock-owner.ts'
import { programFamilies } from '../../src/shell/programs/families.ts'
import { node, nodeMajor, nodeVersion } from './node.ts'

const dist = resolve(import.meta.dirname, '..', '..', 'dist')
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-snapshot-')))
const project = join(scratch, 'project')
const home = join(scratch, 'home')
const snapshot = join(scratch, 'state', 'hook.blob')
const program: HookProgram = { node, launcher: join(dist, 'hook.cjs'), snapshot }

beforeAll(() => {
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, 'build.sh'), 'rm -rf build\n')
  writeFileSync(
    join(project, 'sallyport.yaml'),
    'version: 1\nrules:\n  - { when: { text: "s[3e]cret" }, then: deny }\n',
  )
  expect(makeSnapshot({ node, script: join(dist, 'hook/snapshot.cjs'), path: snapshot })).toEqual({
    ok: true,
    value: null,
  })
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const env = () => ({ HOME: home, PATH: '/usr/bin:/bin' })

const sent = (tool_name: string, tool_input: object): string =>
  JSON.stringify({ ...request, cwd: project, tool_name, tool_input })

const request = { session_id: 's', hook_event_name: 'PreToolUse', permission_mode: 'default' }

interface Ended {
  readonly exit: number | null
  readonly out: string
}

const inNewHome = <T>(run: () => T): T => {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home)
  return run()
}

const runHook = (stdin: string, started: HookProgram = program): Ended => {
  const command = ['-c', hookCommand('claude-code', started)]
  const ran = spawnSync('/bin/sh', command, { input: stdin, env: env(), cwd: project, encoding: 'utf8' })
  return { exit: ran.status, out: inAnyTime(ran.status === 0 ? ran.stdout : ran.stderr) }
}

async function runHere(stdin: string): Promise<Ended> {
  const answer = await answerHook('claude-code', stdin, env())
  return { exit: answer.exit, out: inAnyTime(answer.exit === 0 ? answer.stdout : answer.stderr) }
}

/** On a busy machine the measurement of what a yes could cost gives up, in one of the processes or in the other. */
const inAnyTime = (out: string): string => out.replace(/\\nnot measured: it would take longer than \d+ ms/, '')

/** The journal's records without the values that differ in every run. */
const recorded = (): readonly unknown[] =>
  [...readRecords(join(home, '.local/state/sallyport/journal'))].map(record => {
    if (!record.ok) throw new Error(record.faults[0].message)
    const { at, call, key, journal, ...event } = record.value.event
    return [event, typeof at, typeof call, typeof key, typeof journal]
  })

const calls: readonly (readonly [what: string, tool: string, input: object])[] = [
  ['a read', 'Bash', { command: 'git status' }],
  ['a pipeline', 'Bash', { command: 'cd src && rg -n TODO . | head -20 > out.txt' }],
  ['a command that the floor denies', 'Bash', { command: 'rm -rf /' }],
  ['a push to a remote', 'Bash', { command: 'git push --force origin main' }],
  ['a script of the project', 'Bash', { command: './build.sh' }],
  ['Python in an argument', 'Bash', { command: `python3 -c "import shutil; shutil.rmtree('build')"` }],
  ['JavaScript in an argument', 'Bash', { command: `node -e "require('fs').rmSync('build', { recursive: true })"` }],
  ['a rule with a regular expression', 'Bash', { command: 'echo s3cret' }],
  ['a program of a rare family', 'Bash', { command: 'gcloud compute instances delete web-1' }],
  ['a command that does not parse', 'Bash', { command: 'if then fi (' }],
  ['characters beyond ASCII', 'Bash', { command: 'echo "grüße – 日本語 🙂" > größe.txt' }],
  [
    'a secret',
    'Bash',
    { command: 'curl -H "Authorization: Bearer sk_live_4eC39HqLyjWDarjtT1zdp7dc" https://example.com' },
  ],
  ['a placeholder for a secret', 'Bash', { command: 'PASSWORD=•••••••• ./deploy' }],
  ['a file that is read', 'Read', { file_path: '/etc/passwd' }],
  ['a file that is changed', 'Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }],
  ['an MCP tool', 'mcp__github__create_issue', { title: 'x' }],
]

describe('a hook that starts from a snapshot decides and records like one in this process', () => {
  test.each(calls)('%s', async (_what, tool, input) => {
    const stdin = sent(tool, input)
    const cold = inNewHome(() => [runHook(stdin), runHook(stdin), recorded()])
    const plain = inNewHome(() => [
      runHook(stdin, { ...program, snapshot: null }),
      runHook(stdin, { ...program, snapshot: null }),
      recorded(),
    ])
    const warm = await inNewHome(async () => [await runHere(stdin), await runHere(stdin), recorded()])
    expect(cold).toEqual(warm)
    expect(plain).toEqual(warm)
  })
})

test('everyday calls need only the bundle and no file beside it', async () => {
  const require = createRequire(import.meta.url)
  const fs = require('node:fs')
  const { readFileSync } = fs
  const opened: unknown[] = []
  const { answerHook } = require(join(dist, 'hook.cjs')).loadBundle(dist)
  fs.readFileSync = (path: unknown, ...rest: unknown[]) => {
    opened.push(path)
    return readFileSync(path, ...rest)
  }
  try {
    await require('../../src/adapters/hooks/everyday.cjs').practise(answerHook)
    expect(opened).not.toHaveLength(0)
    expect(opened.filter(path => String(path).startsWith(join(dist, 'hook/')))).toEqual([])
  } finally {
    fs.readFileSync = readFileSync
  }
})

test('every program family is found beside the bundle, equal to its source without the examples', () => {
  const withoutExamples = (program: unknown) =>
    JSON.stringify(program, (key, value) => (key === 'examples' ? undefined : value))
  const { shared } = createRequire(import.meta.url)(join(dist, 'hook.cjs')).loadBundle(dist)
  const { findProgram } = shared('shell/programs/find-program')
  for (const programs of Object.values(programFamilies))
    for (const [names, program] of Object.entries(programs))
      expect(withoutExamples(findProgram(names.split(' ')[0]))).toBe(withoutExamples(program))
  expect(findProgram('gtimeout')).toBe(findProgram('timeout'))
})

test("a snapshot built with Node's internals is smaller, and one built with public modules answers the same", () => {
  const path = join(scratch, 'public.blob')
  const script = join(dist, 'hook/snapshot.cjs')
  spawnSync(node, [...snapshotOptions, '--snapshot-blob', path, '--build-snapshot', script], { env: {}, cwd: '/' })
  writeFileSync(path, slimSnapshot(readFileSync(path)))
  expect(statSync(snapshot).size).toBeLessThan(statSync(path).size - 100_000)
  const stdin = sent('Bash', { command: 'rm -rf /' })
  const answer = inNewHome(() => runHook(stdin))
  expect(answer.out).toContain('deny')
  expect(inNewHome(() => runHook(stdin, { ...program, snapshot: path }))).toEqual(answer)
})

describe('a snapshot contains nothing of the machine it was built on', () => {
  test('neither practice calls nor machine identifiers', () => {
    const bytes = readFileSync(snapshot).toString('latin1')
    const { boot, space, host } = thisOwner('a')
    expect([
      /sallyport-practice-\w{6}/.test(bytes),
      ...[boot, space, host].map(mark => bytes.includes(mark)),
      bytes.includes('"session":"practice"'),
    ]).not.toContain(true)
    expect([boot, space, host]).not.toContain('')
  })

  test('only its owner can read a snapshot', () => {
    expect(statSync(snapshot).mode & 0o777).toBe(0o600)
  })
})

const allowed = { exit: 0, out: expect.stringContaining('"permissionDecision":"allow"') }
const blocked = { exit: 2, out: expect.stringContaining('blocked') }

const damages: readonly (readonly [what: string, damage: (whole: Buffer) => Buffer, ends: object])[] = [
  ['from another version of Node', whole => replaced(whole, nodeVersion, otherVersion()), allowed],
  ['from another architecture', whole => replaced(whole, process.arch, 'z'.repeat(process.arch.length)), allowed],
  // Node 26 and later detect the damage in time, so the launcher answers.
  ['empty', () => Buffer.alloc(0), nodeMajor < 26 ? blocked : allowed],
  ['cut off', whole => whole.subarray(0, 100_000), nodeMajor < 26 ? blocked : allowed],
]

const replaced = (whole: Buffer, from: string, to: string): Buffer => {
  const at = whole.indexOf(from)
  return Buffer.concat([whole.subarray(0, at), Buffer.from(to), whole.subarray(at + from.length)])
}
const otherVersion = (): string => nodeVersion.replace(/\d$/, digit => String((Number(digit) + 1) % 10))

describe('an unusable snapshot', () => {
  test('that is missing: the launcher answers instead', () => {
    expect(inNewHome(() => runHook(sent('Bash', { command: 'pwd' }), { ...program, snapshot: '/nowhere' }))).toEqual(
      allowed,
    )
  })

  test('with options that Node does not know: the launcher answers instead', () => {
    const older = join(scratch, 'older-node')
    writeFileSync(older, `#!/bin/sh\ncase "$1" in --no-rehash*) exit 9;; esac\nexec '${node}' "$@"\n`, { mode: 0o755 })
    expect(inNewHome(() => runHook(sent('Bash', { command: 'pwd' }), { ...program, node: older }))).toEqual(allowed)
  })

  test.each(damages)('that is %s: the launcher answers instead, or the call is blocked', (_what, damage, ends) => {
    const path = join(scratch, 'damaged.blob')
    writeFileSync(path, damage(readFileSync(snapshot)))
    expect(inNewHome(() => runHook(sent('Bash', { command: 'pwd' }), { ...program, snapshot: path }))).toEqual(ends)
  })
})

describe('an installation that changes', () => {
  const place = join(scratch, 'installation')
  const path = join(scratch, 'own.blob')
  const own: HookProgram = { node, launcher: join(place, 'dist/hook.cjs'), snapshot: path }

  beforeAll(() => {
    for (const part of ['hook.cjs', 'hook', 'compiled'])
      cpSync(join(dist, part), join(place, 'dist', part), { recursive: true })
    cpSync(resolve(dist, '..', 'presets'), join(place, 'presets'), { recursive: true })
    expect(makeSnapshot({ node, script: join(place, 'dist/hook/snapshot.cjs'), path }).ok).toBe(true)
  })

  test('applies its current preset, not the one in the snapshot', () => {
    expect(inNewHome(() => runHook(sent('Bash', { command: 'pwd' }), own))).toEqual(allowed)
    writeFileSync(join(place, 'presets/balanced.yaml'), 'version: 1\nmode: deny\n')
    expect(runHook(sent('Bash', { command: 'pwd' }), own).out).toContain('"permissionDecision":"deny"')
  })

  test('answers with its new code, not with the code in the snapshot', () => {
    expect(isFresh({ node, path })).toBe(true)
    writeFileSync(
      join(place, 'dist/hook/bundle.cjs'),
      'exports.openHook = () => async () => ({ exit: 2, stderr: "new code: blocked" })',
    )
    expect(isFresh({ node, path })).toBe(false)
    expect(runHook(sent('Bash', { command: 'pwd' }), own)).toEqual({ exit: 2, out: 'new code: blocked' })
  })

  test('blocks every call once it is removed', () => {
    rmSync(join(place, 'dist'), { recursive: true })
    expect(runHook(sent('Bash', { command: 'pwd' }), own)).toEqual(blocked)
  })
})
