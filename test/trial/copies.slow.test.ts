import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerHook } from '../../src/adapters/hooks/answer-hook.ts'
import { limits } from '../../src/core/limits.ts'
import { lastRecords } from '../../src/io/journal/journal-read.ts'
import { finishInterrupted } from '../../src/io/overlay/recover.ts'
import { settleOld } from '../../src/io/overlay/settle-copies.ts'
import { trialPaths } from '../../src/io/overlay/trials.ts'
import { undo } from '../../src/io/overlay/undo.ts'
import { undoPoints } from '../../src/io/overlay/undo-store.ts'
import { ownPaths } from '../../src/io/paths.ts'
import { describeTree, differenceOf, makeTree, randomFrom } from './tree.ts'
import { orThrow, unrecorded } from './trial-run.ts'

let base: string
let project: string
let env: Record<string, string>
let calls = 0
beforeEach(() => {
  base = mkdtempSync('/var/tmp/sallyport-copies-')
  project = `${base}/project`
  env = { HOME: `${base}/home`, PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
  mkdirSync(env['HOME'] ?? '', { recursive: true })
  makeTree(project, randomFrom(7))
  bash(
    'git init -q; git add -A; git -c user.name=a -c user.email=a@b commit -qm first; echo more >> a; echo new > untracked.txt',
  )
  bash('mkdir -p deep/er; echo x > deep/er/file; ln -s file deep/er/link; chmod 600 deep/er/file')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const bash = (text: string) =>
  spawnSync('bash', ['-c', text], { cwd: project, env: { ...env, GIT_CONFIG_NOSYSTEM: '1' }, encoding: 'utf8' })

/** The answer of Claude Code's hook to a command. */
async function asked(command: string, input: object = {}): Promise<{ id: string; decision: string; reason: string }> {
  const id = `call-${++calls}`
  const answer = await hook({
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: id },
    tool_input: { command, ...input },
  })
  const { hookSpecificOutput: said = {} } = JSON.parse(answer || '{}')
  return { id, decision: said.permissionDecision ?? 'none', reason: said.permissionDecisionReason ?? '' }
}

async function hook(event: object): Promise<string> {
  const sent = { session_id: 's1', cwd: project, permission_mode: 'default', transcript_path: '/none', ...event }
  const answer = await answerHook('claude-code', JSON.stringify(sent), env)
  if (answer.exit !== 0) throw new Error(answer.stderr)
  return answer.stdout
}

const ended = (id: string, command: string) =>
  hook({
    ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: id },
    ...{ tool_input: { command }, tool_response: { stdout: '', stderr: '', interrupted: false } },
  })

/** Runs a command as the client does that the person at its prompt agreed to. */
async function ran(command: string): Promise<void> {
  const { id, decision } = await asked(command)
  expect(['allow', 'ask']).toContain(decision)
  bash(command)
  await ended(id, command)
}

const tree = () => describeTree(project, { times: true })
const points = () => undoPoints(trialPaths(env).undo)
const waiting = () => (existsSync(trialPaths(env).copies) ? readdirSync(trialPaths(env).copies) : [])

describe('a client that deletes or discards', () => {
  test.each<readonly [command: string, does: string]>([
    ['rm -rf deep', 'brings back 2 files'],
    ['rm deep/er/link', 'brings back 1 file'],
    ['rm -rf deep/er/*', 'brings back 2 files'],
    ['rm -rf deep untracked.txt', 'brings back 3 files'],
    ['rm -rf deep && mkdir -p deep/er && echo other > deep/er/file', 'brings back 1 file, restores 1'],
    ['git clean -fd', 'brings back'],
    ['git reset --hard', 'restores 1 file'],
    ['git checkout -- a', 'restores 1 file'],
    ['git restore .', 'restores 1 file'],
  ])('%s', async (command, does) => {
    const before = tree()
    await ran(command)
    expect(tree()).not.toEqual(before)
    expect(points()).toHaveLength(1)
    expect(waiting()).toEqual([])
    const undone = orThrow(await undo({ force: false, record: unrecorded }, env))
    expect(undone.summary).toContain(does)
    expect(differenceOf(before.filter(isOutsideGit), tree().filter(isOutsideGit))).toBeNull()
  })

  const isOutsideGit = (row: string) => !row.startsWith('".git')

  test('the journal names the undo point under the id of the call', async () => {
    await ran('rm -rf deep')
    const records = [...lastRecords(ownPaths(env).journal, 20)].map(({ event }) => event)
    const recorded = records.find(event => event['type'] === 'trial_ended')
    const judged = records.find(event => event['type'] === 'tool_call_judged')
    expect(recorded).toMatchObject({ mode: 'undo', committed: true, canUndo: true, summary: 'deletes 2 files' })
    expect(recorded?.['call']).toBe(judged?.['call'])
    orThrow(await undo({ id: String(recorded?.['call']), force: false, record: unrecorded }, env))
  })

  test('a file that was changed after the call is not overwritten', async () => {
    await ran('git reset --hard')
    writeFileSync(`${project}/a`, 'later')
    expect(await undo({ force: false, record: unrecorded }, env)).toMatchObject({ ok: false })
    expect(readFileSync(`${project}/a`, 'utf8')).toBe('later')
  })

  test('a call that did not run leaves nothing', async () => {
    const before = tree()
    const { id } = await asked('rm -rf deep')
    await ended(id, 'rm -rf deep')
    expect([points(), waiting(), tree()]).toEqual([[], [], before])
  })

  test('a call that loses nothing is not copied', async () => {
    await ran('ls; echo x > fresh.txt; rm -rf not-there')
    expect([points(), waiting()]).toEqual([[], []])
  })

  test('what is too much is announced in the question', async () => {
    mkdirSync(`${project}/many`)
    for (let number = 0; number <= limits.copiedFiles; number += 1) writeFileSync(`${project}/many/${number}`, '')
    const { decision, reason } = await asked('rm -rf many')
    expect(decision).toBe('ask')
    expect(reason).toContain('cannot be undone')
    expect((await asked('rm -rf deep')).reason).not.toContain('cannot be undone')
  })

  test.each(['find . -name "*.txt" -delete', 'rm -rf "$SOMEWHERE"', 'git -c a.b=c reset --hard'])(
    '%s is announced, because its files are not known before it runs',
    async command => {
      const { decision, reason } = await asked(command)
      if (decision === 'ask') expect(reason).toContain('cannot be undone')
      expect(waiting()).toEqual([])
    },
  )
})

describe('a client that is killed before it has the result', () => {
  test('what is gone can be brought back at once', async () => {
    const before = tree()
    await asked('rm -rf deep')
    bash('rm -rf deep; echo later >> a')
    await settleOld(env, { now: true })
    orThrow(await undo({ force: false, record: unrecorded }, env))
    expect(differenceOf(before, tree())).toContain('later')
    expect(existsSync(`${project}/deep/er/file`)).toBe(true)
  })

  test('what is different may be somebody else’s, and stays', async () => {
    await asked('git reset --hard')
    writeFileSync(`${project}/a`, 'somebody else')
    await settleOld(env, { now: true })
    expect(points()).toEqual([])
  })

  test('copies of a call that never ran are removed after a while', async () => {
    await asked('rm -rf deep')
    expect(waiting()).toHaveLength(1)
    await settleOld(env)
    expect(waiting()).toHaveLength(1)
    const [id] = waiting()
    const path = `${trialPaths(env).copies}/${id}/copy.json`
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), at: 0 }))
    await settleOld(env)
    expect(waiting()).toEqual([])
  })

  test('so are those of a Sallyport that was killed while it copied', async () => {
    const half = `${trialPaths(env).copies}/new-half`
    mkdirSync(half, { recursive: true })
    mkdirSync(trialPaths(env).trials, { recursive: true })
    await settleOld(env)
    expect(existsSync(half)).toBe(true)
    utimesSync(half, 0, 0)
    await settleOld(env)
    expect(existsSync(half)).toBe(false)
  })
})

test('a command in the background is undone by what is gone, since it may still run when the result arrives', async () => {
  const { id } = await asked('rm -rf deep', { run_in_background: true })
  await ended(id, 'rm -rf deep')
  expect(waiting()).toHaveLength(1)
  bash('rm -rf deep')
  await settleOld(env, { now: true })
  expect(points()).toMatchObject([{ summary: 'deletes 2 files' }])
})

test.each([
  ['undoing', 'point.json'],
  ['undo.json', 'point.json'],
  ['before', 'point.json'],
])(
  'an undo that was killed while it removed the point, after %s and %s, restores nothing twice',
  async (...removed) => {
    await ran('rm -rf deep')
    const [point] = points()
    const store = `${trialPaths(env).undo}/${point?.id}`
    writeFileSync(`${store}/undoing`, '')
    bash('mkdir deep; echo later > deep/later')
    for (const name of removed) rmSync(`${store}/${name}`, { recursive: true })
    orThrow(await finishInterrupted(env))
    expect(readdirSync(trialPaths(env).undo)).toEqual([])
    expect(readdirSync(`${project}/deep`)).toEqual(['later'])
  },
)

const rounds = Number(process.env['SALLYPORT_COPY_ROUNDS'] ?? 8)

test('random deletes and discards are undone to the byte, from the last to the first', async () => {
  const random = randomFrom(rounds)
  const commands = ['rm -rf deep', 'rm -f a c.txt', 'git checkout -- .', 'git clean -fdq', 'rm -rf sub']
  // Git also writes files whose content is right already, so times do not count.
  const contents = () => describeTree(project).filter(row => !row.startsWith('".git'))
  let undone = 0
  for (let round = 0; round < rounds; round += 1) {
    const before: (readonly string[])[] = []
    for (let step = 0; step < 3; step += 1) {
      const [count, now] = [points().length, contents()]
      await ran(commands[random(commands.length)] ?? 'true')
      if (points().length > count) before.push(now)
    }
    for (const wanted of before.toReversed()) {
      const result = await undo({ force: false, record: unrecorded }, env)
      // Git brought a file back that the call before had deleted.
      if (!result.ok && result.faults[0].message.includes('changed since')) break
      orThrow(result)
      expect(differenceOf(wanted, contents())).toBeNull()
      undone += 1
    }
    for (const { id } of points()) rmSync(`${trialPaths(env).undo}/${id}`, { recursive: true })
    bash(
      'git add -A; git -c user.name=a -c user.email=a@b commit -qm next; echo more >> a; mkdir -p deep; echo x > deep/y',
    )
  }
  console.log(`${rounds} rounds of 3 commands, ${undone} undone`)
  expect(undone).toBeGreaterThan(rounds / 2)
}, 1_200_000)
