import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSystemProgram } from '../../src/io/fence/find-programs.ts'
import { interruptedTrials } from '../../src/io/overlay/recover.ts'
import { machineTrials, trialPaths } from '../../src/io/overlay/trials.ts'
import { undo } from '../../src/io/overlay/undo.ts'
import { changeKind } from '../../src/trial/change.ts'
import { type Cli, openCli } from '../cli/cli.ts'
import { newBase, overlayRound, removeBase, undoRound } from './fuzz-rounds.ts'
import { orThrow, runInTrial, unrecorded } from './trial-run.ts'

const hasFence = findSystemProgram('bwrap') !== null && (await machineTrials().probe()).ok
const base = newBase()
afterAll(() => removeBase(base))

let rounds = 0
/** A workspace with a few files that are older than any trial. */
function newWorkspace() {
  rounds += 1
  const [workspace, home] = [`${base}/t${rounds}/w`, `${base}/t${rounds}/h`]
  mkdirSync(`${workspace}/d/e`, { recursive: true })
  mkdirSync(home)
  for (const [name, text] of Object.entries({ a: 'a\n', 'd/b': 'b\n', 'd/e/c': 'c\n' })) {
    writeFileSync(`${workspace}/${name}`, text)
    utimesSync(`${workspace}/${name}`, 1_000_000, 1_000_000)
  }
  spawnSync('sleep', ['0.02'])
  return { workspace, home, env: { HOME: home }, at: (name: string) => `${workspace}/${name}` }
}

describe.runIf(hasFence)('a trial', () => {
  test.each<[string, string, readonly string[]]>([
    ['writes', 'echo x > a; echo n > n', ['changed a', 'created n']],
    ['deletes a tree', 'rm -rf d', ['deleted d', 'deleted d/b', 'deleted d/e', 'deleted d/e/c']],
    [
      'makes a directory again',
      'rm -rf d; mkdir d; echo n > d/n',
      ['created d/n', 'deleted d/b', 'deleted d/e', 'deleted d/e/c'],
    ],
    ['changes a mode', 'chmod 600 a', ['changed a']],
    ['opens without a change', ': >> a', []],
    ['moves', 'mv a z', ['created z', 'deleted a']],
    [
      'replaces a directory by a link',
      'rm -rf d; ln -s a d',
      ['changed d', 'deleted d/b', 'deleted d/e', 'deleted d/e/c'],
    ],
    ['uses a name with a line break', 'echo x > "$(printf "a\\nb")"', ['created a\nb']],
  ])('that %s shows it', async (_, script, wanted) => {
    const { workspace, home } = newWorkspace()
    const { trial, diff } = await runInTrial(script, { workspace, home })
    trial.discard()
    expect(
      diff.changes.map(change => `${changeKind(change)} ${change.path.slice(workspace.length + 1)}`).sort(),
    ).toEqual(wanted)
    expect(existsSync(`${trialPaths({ HOME: home }).trials}/${trial.id}`)).toBe(false)
  })

  test('does not commit over a change of another program', async () => {
    const { workspace, home, at } = newWorkspace()
    const { trial, diff } = await runInTrial('echo trial > a; rm -rf d', { workspace, home })
    writeFileSync(at('d/b'), 'mine')
    const committed = await trial.commit(diff)
    expect(committed).toMatchObject({ ok: false, faults: [{ code: 'conflict' }] })
    expect([readFileSync(at('a'), 'utf8'), readFileSync(at('d/b'), 'utf8')]).toEqual(['a\n', 'mine'])
  })

  test('finds a change of another program that was made while it ran', async () => {
    const { workspace, home, at } = newWorkspace()
    const running = runInTrial('touch started; sleep 3; echo trial >> a', { workspace, home })
    const { trials } = trialPaths({ HOME: home })
    const hasStarted = () =>
      existsSync(trials) && readdirSync(trials).some(id => existsSync(`${trials}/${id}/0/upper/started`))
    while (!hasStarted()) await new Promise(resolve => setTimeout(resolve, 5))
    writeFileSync(at('a'), 'mine')
    const { trial, diff } = await running
    expect(diff.conflicts).toEqual([at('a')])
    expect((await trial.commit(diff)).ok).toBe(false)
    expect(readFileSync(at('a'), 'utf8')).toBe('mine')
  })

  test('does not write through a hard link, a link, or a directory that became a link', async () => {
    const { workspace, home, at } = newWorkspace()
    const outside = `${base}/t${rounds}/outside`
    mkdirSync(outside)
    writeFileSync(`${outside}/x`, 'outside')
    linkSync(`${outside}/x`, at('hard'))
    symlinkSync(`${outside}/x`, at('soft'))
    spawnSync('sleep', ['0.02'])
    const { trial, diff } = await runInTrial('echo in > hard; echo in > soft; echo in > d/b', { workspace, home })
    // Between the diff and the commit, another program puts a link in place of a directory.
    spawnSync('sh', ['-c', 'mv d d2; ln -s ../outside d'], { cwd: workspace })
    expect((await trial.commit(diff)).ok).toBe(false)
    expect(readFileSync(`${outside}/x`, 'utf8')).toBe('outside')
    expect(readdirSync(outside)).toEqual(['x'])
  })

  test('leaves out pipes and names that are not UTF-8, and refuses huge files', async () => {
    const { workspace, home } = newWorkspace()
    const { diff, trial } = await runInTrial(`mkfifo p; : > "$(printf 'x\\377')"`, { workspace, home })
    trial.discard()
    expect(diff.changes).toEqual([])
    expect(diff.leftOut.map(({ because }) => because).sort()).toEqual([
      'a socket, pipe or device',
      'its name is not UTF-8',
    ])
    await expect(runInTrial('truncate -s 5G huge', { workspace, home })).rejects.toThrow('too much to commit')
  })

  test('cannot make devices, reach its own layers or mount', async () => {
    const { workspace, home } = newWorkspace()
    const script = `mknod w c 0 0 && exit 1; ls ${home}/.local/state/sallyport && exit 1; mount --bind / d && exit 1; exit 0`
    const { exitCode, diff, trial } = await runInTrial(`{ ${script}; } 2>/dev/null`, { workspace, home })
    trial.discard()
    expect([exitCode, diff.changes]).toEqual([0, []])
  })

  test('that is committed can be undone with modes and times; a later change is not lost', async () => {
    const { workspace, home, env, at } = newWorkspace()
    const first = await runInTrial('chmod 600 a; rm -rf d; echo n > n', { workspace, home })
    expect(orThrow(await first.trial.commit(first.diff)).canUndo).toBe(true)
    expect([existsSync(at('d')), lstatSync(at('a')).mode & 0o777]).toEqual([false, 0o600])
    writeFileSync(at('n'), 'mine')
    expect(await undo({ force: false, record: unrecorded }, env)).toMatchObject({
      ok: false,
      faults: [{ code: 'conflict' }],
    })
    expect(readFileSync(at('n'), 'utf8')).toBe('mine')
    orThrow(await undo({ force: true, record: unrecorded }, env))
    expect([existsSync(at('n')), readFileSync(at('d/e/c'), 'utf8')]).toEqual([false, 'c\n'])
    expect([lstatSync(at('a')).mode & 0o777, lstatSync(at('d/b')).mtimeMs]).toEqual([0o644, 1_000_000_000])
  })

  test('whose old files do not fit the store says so before it is committed', async () => {
    const { workspace, home } = newWorkspace()
    const { trial, diff } = await runInTrial('rm -rf d', { workspace, home, ceiling: { bytes: 100, ms: 1_000_000 } })
    expect(trial.canUndo(diff)).toBe(false)
    expect(orThrow(await trial.commit(diff)).canUndo).toBe(false)
    expect(interruptedTrials({ HOME: home })).toEqual([])
  })

  test('equals a direct run, for random scripts', async () => {
    const faults = []
    for (let seed = 1; seed <= 6; seed += 1) faults.push(await overlayRound(base, seed))
    expect(faults.filter(fault => fault !== null)).toEqual([])
  })

  test('is undone to the byte, for random sequences', async () => {
    const found = []
    for (let seed = 1; seed <= 3; seed += 1) found.push(await undoRound(base, seed))
    expect(found.flatMap(({ fault }) => fault ?? [])).toEqual([])
    expect(found.reduce((sum, { undone }) => sum + undone, 0)).toBeGreaterThan(0)
  })
})

describe.runIf(hasFence)('sallyport run --trial', () => {
  let cli: Cli
  beforeAll(async () => {
    cli = await openCli()
  })
  afterAll(() => cli.remove())

  const users = process.getuid?.() === 0 ? [0, 65_534] : [process.getuid?.() ?? 0]
  test.each(users)('shows the changes, keeps them on request, and undoes them, as user %i', async uid => {
    const name = `as-${uid}`
    cli.write(name, 'before\n')
    if (process.getuid?.() === 0) openTo(uid, cli)
    const words = ['--', 'sh', '-c', `echo after > ${name}; echo x > CLAUDE.md`]
    const shown = await cli.run({ args: ['run', '--trial', ...words], uid })
    expect([shown.code, readFileSync(`${cli.project}/${name}`, 'utf8')]).toEqual([3, 'before\n'])
    expect(shown.err).toContain('the command changes 1 file, creates 1')
    expect(shown.err).toContain('+ CLAUDE.md  ! agent instructions')
    const kept = await cli.run({ args: ['run', '--trial', '--yes', ...words], uid })
    expect([kept.code, readFileSync(`${cli.project}/${name}`, 'utf8')]).toEqual([0, 'after\n'])
    const records = (await cli.run({ args: ['audit', 'tail', '--json'], uid })).out
    const [, call = ''] = /"call":"([^"]+)"[^\n]*$/.exec(records.trim()) ?? []
    const undone = await cli.run({ args: ['undo', call], uid })
    expect(undone.out).toMatch(/^undone: .*; the undo restores 1 file, removes 1\n$/)
    expect(readFileSync(`${cli.project}/${name}`, 'utf8')).toBe('before\n')
    expect(existsSync(`${cli.project}/CLAUDE.md`)).toBe(false)
  })

  test('a rule with `then: trial` keeps what the policy allows and discards what it asks about', async () => {
    if (process.getuid?.() === 0) spawnSync('chown', ['-R', '0', cli.home, cli.project])
    cli.write('session.yaml', '')
    mkdirSync(`${cli.home}/.config/sallyport`, { recursive: true })
    writeFileSync(
      `${cli.home}/.config/sallyport/policy.yaml`,
      'version: 1\nrules:\n  - when: { run: "sed -i" }\n    then: trial\n',
    )
    cli.write('plain', 'a\n')
    const allowed = await cli.run({ args: ['run', '--', 'sed', '-i', 's/a/b/', 'plain'] })
    expect([allowed.code, readFileSync(`${cli.project}/plain`, 'utf8'), allowed.err]).toMatchObject([0, 'b\n', /./])
    expect(allowed.err).toContain('kept: the command changes 1 file')
  })
})

/** Gives a user the directories of the CLI; the directory around them is only root's otherwise. */
function openTo(uid: number, { home, project }: Cli): void {
  chmodSync(dirname(home), 0o755)
  spawnSync('chown', ['-R', `${uid}`, home, project])
}
