import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { removeTree } from '../../src/io/files/remove-tree.ts'
import { trialPaths } from '../../src/io/overlay/trials.ts'
import { undo } from '../../src/io/overlay/undo.ts'
import { undoPoints } from '../../src/io/overlay/undo-store.ts'
import { copyTree, describeTree, differenceOf, makeTree, randomFrom, randomScript } from './tree.ts'
import { orThrow, runInTrial, unrecorded } from './trial-run.ts'

/** A directory for the trees of the rounds. */
export const newBase = (): string => mkdtempSync(`${process.env['SALLYPORT_FUZZ_BASE'] ?? '/var/tmp'}/sallyport-trial-`)

/** What went wrong in a round; null if nothing did. */
export type RoundFault = string | null

/** One random script: untouched before the commit, and afterwards as if it had run directly. */
export async function overlayRound(base: string, seed: number): Promise<RoundFault> {
  const random = randomFrom(seed)
  const at = `${base}/${seed}`
  const [workspace, direct, home] = [`${at}/workspace`, `${at}/direct`, `${at}/home`]
  try {
    mkdirSync(home, { recursive: true })
    makeTree(workspace, random)
    copyTree(workspace, direct)
    const script = randomScript(random, 4 + random(30))
    const before = describeTree(workspace)
    // Without capabilities, as in the fence: root could write to a directory that is read-only.
    const plain = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--'] : ['env']
    spawnSync(plain[0] ?? '', [...plain.slice(1), 'sh', '-c', script], { cwd: direct, stdio: 'ignore' })
    // A change in the same tick of the clock as the start of a trial would count as made during it.
    await new Promise(resolve => setTimeout(resolve, 10))
    const { trial, diff } = await runInTrial(script, { workspace, home })
    const touched = differenceOf(before, describeTree(workspace))
    if (touched !== null) return `changed before the commit: ${touched}\n${script}`
    const committed = await trial.commit(diff)
    if (!committed.ok) return `not committed: ${committed.faults[0].message}\n${script}`
    const wrong = differenceOf(describeTree(workspace), describeTree(direct))
    return wrong === null ? null : `differs from a direct run:\n${wrong}\n${script}`
  } finally {
    removeTree(at)
  }
}

export interface UndoRound {
  readonly fault: RoundFault
  readonly undone: number
  readonly announced: number
}

/** A sequence of destructive scripts, undone from the last to the first. */
export async function undoRound(base: string, seed: number): Promise<UndoRound> {
  const random = randomFrom(seed)
  const at = `${base}/${seed}`
  const [workspace, home] = [`${at}/workspace`, `${at}/home`]
  const env = { HOME: home }
  const ceiling = { bytes: [2 ** 30, 40_000, 12_000][random(3)] ?? 0, ms: 10 ** 9 }
  let [undone, announced] = [0, 0]
  try {
    mkdirSync(home, { recursive: true })
    makeTree(workspace, random)
    const trees: (readonly string[])[] = []
    const kept: boolean[] = []
    for (let index = 0; index < 1 + random(3); index += 1) {
      trees.push(describeTree(workspace, { times: true }))
      await new Promise(resolve => setTimeout(resolve, 10))
      const { trial, diff } = await runInTrial(randomScript(random, 3 + random(12)), { workspace, home, ceiling })
      if (diff.changes.length === 0) {
        trial.discard()
        trees.pop()
        continue
      }
      const announcedBefore = trial.canUndo(diff)
      const { canUndo } = orThrow(await trial.commit(diff))
      if (canUndo !== announcedBefore) return { fault: 'announced wrongly', undone, announced }
      kept.push(canUndo)
      const size = undoPoints(trialPaths(env).undo).reduce((sum, { bytes }) => sum + bytes, 0)
      const onDisk = sizeOnDisk(trialPaths(env).undo)
      if (size > ceiling.bytes || onDisk > ceiling.bytes)
        return {
          fault: `the store has ${size} bytes, ${onDisk} on the disk, above ${ceiling.bytes}`,
          undone,
          announced,
        }
    }
    while (trees.length > 0) {
      const before = trees.pop() ?? []
      if (kept.pop() !== true || undoPoints(trialPaths(env).undo).length === 0) {
        announced += 1
        break
      }
      orThrow(await undo({ force: false, record: unrecorded }, env))
      const wrong = differenceOf(before, describeTree(workspace, { times: true }))
      if (wrong !== null) return { fault: `not as it was:\n${wrong}`, undone, announced }
      undone += 1
    }
    return { fault: null, undone, announced }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : 'failed', undone, announced }
  } finally {
    removeTree(at)
  }
}

/** The bytes of the files in the store. */
function sizeOnDisk(path: string): number {
  const { stdout } = spawnSync('du', ['-sb', '--', path], { encoding: 'utf8' })
  const directories = spawnSync('find', [path, '-type', 'd'], { encoding: 'utf8' }).stdout.split('\n').length - 1
  return stdout === '' ? 0 : Number(stdout.split('\t')[0]) - directories * 4_096
}

export const removeBase = (base: string): void => rmSync(base, { recursive: true, force: true })
