import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { findSystemProgram } from '../../src/io/fence/find-programs.ts'
import { machineTrials, trialPaths } from '../../src/io/overlay/trials.ts'
import { undo } from '../../src/io/overlay/undo.ts'
import { newBase, removeBase } from './fuzz-rounds.ts'
import { describeTree, differenceOf } from './tree.ts'
import { orThrow, runInTrial, unrecorded } from './trial-run.ts'

const hasFence = findSystemProgram('bwrap') !== null && (await machineTrials().probe()).ok
const base = newBase()
afterAll(() => removeBase(base))

let rounds = 0
function newGround(name = 'w') {
  rounds += 1
  const [workspace, home] = [`${base}/g${rounds}/${name}`, `${base}/g${rounds}/home`]
  mkdirSync(`${workspace}/d`, { recursive: true })
  mkdirSync(home)
  writeFileSync(`${workspace}/a`, 'a\n')
  writeFileSync(`${workspace}/d/b`, 'b\n')
  return { workspace, home, env: { HOME: home }, at: (path: string) => `${workspace}/${path}` }
}

/** A change in the same tick of the clock as the start of a trial would count as made during it. */
const settle = () => new Promise(resolve => setTimeout(resolve, 20))

/** Runs and commits a script, then undoes it; the tree must be as before. */
async function thereAndBack(script: string, { workspace, home, env }: ReturnType<typeof newGround>) {
  const before = describeTree(workspace, { times: true })
  await settle()
  const { trial, diff } = await runInTrial(script, { workspace, home })
  expect(differenceOf(before, describeTree(workspace, { times: true }))).toBe(null)
  expect(orThrow(await trial.commit(diff)).canUndo).toBe(true)
  const after = describeTree(workspace)
  orThrow(await undo({ force: false, record: unrecorded }, env))
  expect(differenceOf(before, describeTree(workspace, { times: true }))).toBe(null)
  return after
}

describe.runIf(hasFence)('a trial in a workspace', () => {
  test.each([
    ['a space', 'a b'],
    ['a line break', 'a\nb'],
    ['a colon, a comma and a backslash', 'a:b,c\\d'],
    ['quotes and a dollar sign', `a'b"c$d`],
    ['a leading dash', '-a'],
    ['letters of other scripts', 'übung-日本'],
  ])('whose path has %s is committed and undone', async (_, name) => {
    const after = await thereAndBack('echo x >> a; rm -rf d; mkdir d; echo n > d/n', newGround(name))
    expect(after).toEqual(['"a" 644 "a\\nx\\n"', '"d" 755 directory', '"d/n" 644 "n\\n"'])
  })

  test('that is reached through a link changes the real directory', async () => {
    const ground = newGround()
    const link = `${base}/g${rounds}/link`
    symlinkSync(ground.workspace, link)
    await thereAndBack('echo x > a', { ...ground, workspace: realpathSync(link) })
  })

  test('on another file system than the state is committed and undone, and no file beside it is lost', async () => {
    const elsewhere = mkdtempSync('/dev/shm/sallyport-state-')
    try {
      const { workspace, home, at } = newGround()
      const env = { HOME: home, XDG_STATE_HOME: elsewhere }
      spawnSync('sh', ['-c', 'mkdir -p deep/er; echo c > deep/er/c; mkfifo deep/pipe; ln -s c deep/er/l'], {
        cwd: workspace,
      })
      for (const name of ['a.part', 'deep.part']) writeFileSync(at(name), 'mine')
      await settle()
      const before = readdirSync(workspace, { recursive: true }).sort()
      const { trial, diff } = await runInTrial('echo x > a; rm -rf deep; chmod 600 d/b', { workspace, home, env })
      orThrow(await trial.commit(diff))
      expect(existsSync(at('deep'))).toBe(false)
      orThrow(await undo({ force: false, record: unrecorded }, env))
      expect(readdirSync(workspace, { recursive: true }).sort()).toEqual(before)
      expect([at('a.part'), at('deep.part'), at('a'), at('deep/er/c')].map(path => readFileSync(path, 'utf8'))).toEqual(
        [...['mine', 'mine', 'a\n', 'c\n']],
      )
      expect(lstatSync(at('d/b')).mode & 0o777).toBe(0o644)
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })

  test('keeps hard links outside of it apart, and an undo restores the link', async () => {
    const ground = newGround()
    const outside = `${base}/g${rounds}/outside`
    writeFileSync(outside, 'one\n')
    linkSync(outside, ground.at('hard'))
    await thereAndBack('echo two >> hard; ln a again', ground)
    expect(readFileSync(outside, 'utf8')).toBe('one\n')
  })

  test('commits a sparse file with its size and content', async () => {
    const ground = newGround()
    await settle()
    const { trial, diff } = await runInTrial('truncate -s 20M s; printf end >> s', ground)
    orThrow(await trial.commit(diff))
    const bytes = readFileSync(ground.at('s'))
    expect([bytes.length, bytes.subarray(-3).toString(), bytes.subarray(0, -3).every(byte => byte === 0)]).toEqual([
      ...[20 * 2 ** 20 + 3, 'end', true],
    ])
  })

  test('takes a directory that was made again for new, at every depth', async () => {
    const ground = newGround()
    spawnSync('sh', ['-c', 'mkdir -p x/y/z; touch x/1 x/y/2 x/y/z/3'], { cwd: ground.workspace })
    const after = await thereAndBack(
      'rm -rf x/y; mkdir x/y; touch x/y/new; rm a; mkdir a; touch a/in; rm -rf d; echo > d; rm d; mkdir d',
      ground,
    )
    expect(after.map(row => row.split(' ')[0])).toEqual(['"a"', '"a/in"', '"d"', '"x"', '"x/1"', '"x/y"', '"x/y/new"'])
  })

  test.runIf(process.getuid?.() === 0)('gives a deleted or replaced file of another owner back to them', async () => {
    const ground = newGround()
    for (const path of ['a', 'd/b']) chownSync(ground.at(path), 1234, 1234)
    await thereAndBack('rm a; rm -f d/b; echo new > d/b', ground)
    expect([ground.at('a'), ground.at('d/b')].map(path => lstatSync(path).uid)).toEqual([1234, 1234])
  })

  test.runIf(findSystemProgram('python3') !== null)('restores extended attributes with the old file', async () => {
    const ground = newGround()
    const python = (code: string) =>
      spawnSync('python3', ['-c', `import os; ${code}`], { cwd: ground.workspace, encoding: 'utf8' })
    python("os.setxattr('a', 'user.note', b'kept')")
    await thereAndBack('echo x > a', ground)
    expect(python("print(os.getxattr('a', 'user.note'))").stdout).toBe("b'kept'\n")
  })

  test('refuses a layer that another program replaced', async () => {
    const { workspace, home, at } = newGround()
    await settle()
    const { trial, diff } = await runInTrial('echo trial > a', { workspace, home })
    const upper = `${trialPaths({ HOME: home }).trials}/${trial.id}/0/upper`
    renameSync(upper, `${upper}-moved`)
    mkdirSync(upper)
    writeFileSync(`${upper}/a`, 'planted')
    expect(await trial.diff()).toMatchObject({ ok: false, faults: [{ code: 'conflict' }] })
    expect(await trial.commit(diff)).toMatchObject({ ok: false, faults: [{ code: 'conflict' }] })
    expect(readFileSync(at('a'), 'utf8')).toBe('a\n')
  })

  test('refuses a changed file that another program overwrote in the layer after the diff', async () => {
    const { workspace, home, at } = newGround()
    await settle()
    const { trial, diff } = await runInTrial('echo trial > a; rm d/b', { workspace, home })
    writeFileSync(`${trialPaths({ HOME: home }).trials}/${trial.id}/0/upper/a`, 'other')
    expect((await trial.commit(diff)).ok).toBe(false)
    expect([at('a'), at('d/b')].map(path => readFileSync(path, 'utf8'))).toEqual(['a\n', 'b\n'])
  })
})

describe.runIf(hasFence)('a forced undo', () => {
  test.each<[string, string, string, string]>([
    ['replaces a directory that was made again', 'rm -rf d', 'mkdir d; echo mine > d/b; touch d/more', 'd/b'],
    ['removes a new directory with later files', 'mkdir n; touch n/x', 'touch n/later', 'd/b'],
    ['makes a directory again that is gone', 'echo x > d/b', 'rm -rf d', 'd/b'],
    ['replaces a directory by the old file', 'echo x > d/b', 'rm d/b; mkdir d/b; touch d/b/x', 'd/b'],
  ])('%s', async (_, script, later, path) => {
    const { workspace, home, env, at } = newGround()
    await settle()
    const { trial, diff } = await runInTrial(script, { workspace, home })
    orThrow(await trial.commit(diff))
    spawnSync('sh', ['-c', later], { cwd: workspace })
    expect((await undo({ force: false, record: unrecorded }, env)).ok).toBe(false)
    orThrow(await undo({ force: true, record: unrecorded }, env))
    expect(readFileSync(at(path), 'utf8')).toBe('b\n')
    expect(readdirSync(workspace).sort()).toEqual(['a', 'd'])
    expect(readdirSync(trialPaths(env).undo)).toEqual([])
  })

  test('does not follow a link that replaced a directory', async () => {
    const { workspace, home, env, at } = newGround()
    await settle()
    const { trial, diff } = await runInTrial('echo x > d/b', { workspace, home })
    orThrow(await trial.commit(diff))
    renameSync(at('d'), `${base}/g${rounds}/outside`)
    symlinkSync(`${base}/g${rounds}/outside`, at('d'))
    expect(await undo({ force: true, record: unrecorded }, env)).toMatchObject({
      ok: false,
      faults: [{ code: 'conflict' }],
    })
    expect(readFileSync(`${base}/g${rounds}/outside/b`, 'utf8')).toBe('x\n')
  })
})
