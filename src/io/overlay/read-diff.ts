import { type BigIntStats, closeSync, constants, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { type FileState, type LeftOut, type TreeChange, type TrialDiff, writtenBytes } from '../../trial/change.ts'
import { stateOf } from './file-state.ts'
import type { MergedView } from './merged-view.ts'

/** A run in an overlay that has ended. */
export interface OverlaidRun {
  readonly directory: string
  readonly roots: readonly string[]
  /** When the run started, in nanoseconds of the file system's own clock. */
  readonly startedAt: bigint
  /** Opens the overlay as the command saw it, which only some runs need. */
  readonly view: () => Promise<MergedView>
}

/** Everything that a run changed, read from the upper layers. A diff that is too large is a fault. */
export async function readDiff(run: OverlaidRun): Promise<Result<TrialDiff>> {
  const walk = new DiffWalk(run)
  try {
    for (const [layer, root] of run.roots.entries()) await walk.directory({ layer, root, path: '', isNew: false })
  } catch (error) {
    if (error instanceof TooLarge) return fail('limit_reached', error.message)
    throw error
  } finally {
    walk.close()
  }
  const { changes, conflicts, leftOut } = walk
  return writtenBytes(changes) > limits.trialBytes
    ? fail('limit_reached', `the run wrote more than ${limits.trialBytes / 2 ** 30} GiB, too much to commit`)
    : ok({ changes, conflicts, leftOut })
}

class TooLarge extends Error {}

interface Place {
  readonly layer: number
  readonly root: string
  /** Below the root; empty for the root itself. */
  readonly path: string
  /** Whether the real tree has no directory here. */
  readonly isNew: boolean
}

class DiffWalk {
  readonly changes: TreeChange[] = []
  readonly conflicts: string[] = []
  readonly leftOut: LeftOut[] = []
  private readonly run: OverlaidRun
  private merged: MergedView | null = null

  constructor(run: OverlaidRun) {
    this.run = run
  }

  close(): void {
    this.merged?.close()
  }

  /** Compares one directory of the upper layer with the real one. */
  async directory(place: Place): Promise<void> {
    const { layer, root, path, isNew } = place
    const upper = this.namesIn(`${this.run.directory}/${layer}/upper${path}`, `${root}${path}`)
    const lower = isNew ? [] : this.namesIn(`${root}${path}`, null)
    for (const name of await this.hiddenNames(place, upper, lower)) this.deleted(`${root}${path}/${name}`, {})
    for (const name of upper) await this.entry({ ...place, path: `${path}/${name}` })
  }

  /**
   * The real names that the command did not see although the upper layer does not mention them: the directory was deleted and
   * made again. Only the kernel knows, so the overlay is mounted again to ask it.
   */
  private async hiddenNames(
    { layer, path }: Place,
    upper: readonly string[],
    lower: readonly string[],
  ): Promise<readonly string[]> {
    const known = new Set(upper)
    const unmentioned = lower.filter(name => !known.has(name))
    if (path === '' || unmentioned.length === 0) return []
    this.merged ??= await this.run.view()
    const seen = this.merged.names(layer, path)
    return unmentioned.filter(name => !seen.has(Buffer.from(name).toString('latin1')))
  }

  private async entry(place: Place): Promise<void> {
    const { layer, root, path, isNew } = place
    const [changed, real] = [`${this.run.directory}/${layer}/upper${path}`, `${root}${path}`]
    const stats = lstatSync(changed, { bigint: true })
    const lower = isNew ? undefined : lstatSync(real, { bigint: true, throwIfNoEntry: false })
    if (isWhiteout(stats)) return lower === undefined ? undefined : this.deleted(real, {})
    const now = stateOf(stats, changed)
    if (now === null) return void this.leftOut.push({ path: real, because: 'a socket, pipe or device' })
    const was = lower === undefined ? null : this.stateBefore(lower, real)
    if (was === undefined) return
    this.compare({ path: real, was, now, content: true }, changed)
    if (was?.kind === 'directory' && now.kind !== 'directory') this.deletedBelow(real)
    if (now.kind === 'directory') await this.directory({ ...place, isNew: was?.kind !== 'directory' })
  }

  /** Adds a change if there is one: an overlay copies a file as soon as it is opened for writing. */
  private compare(change: TreeChange, changed: string): void {
    const { was, now, path } = change
    if (was === null || now === null || was.kind !== now.kind) return this.add(change)
    if (now.kind === 'directory') return was.mode === now.mode ? undefined : this.add({ ...change, content: false })
    if (now.kind === 'link') return was.target === now.target ? undefined : this.add(change)
    if (was.size !== now.size || !isSameContent(path, changed)) return this.add(change)
    if (was.mode !== now.mode || was.modified !== now.modified) this.add({ ...change, content: false })
  }

  /** The state in the real tree; undefined for something that a commit never touches. */
  private stateBefore(stats: BigIntStats, path: string): FileState | undefined {
    // A change of a file that the run did not see must not be lost.
    if (stats.ctimeNs > this.run.startedAt && !stats.isDirectory()) this.conflicts.push(path)
    const state = stateOf(stats, path)
    if (state === null) this.leftOut.push({ path, because: 'it replaces a socket, pipe or device' })
    return state ?? undefined
  }

  private deleted(path: string, { within }: Pick<TreeChange, 'within'>): void {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (stats === undefined) return
    if (stats.ctimeNs > this.run.startedAt) this.conflicts.push(path)
    const was = stateOf(stats, path)
    if (was === null && within === undefined)
      return void this.leftOut.push({ path, because: 'it deletes a socket, pipe or device' })
    if (was === null) return
    this.add({ path, was, now: null, content: true, ...(within === undefined ? {} : { within }) })
    if (was.kind === 'directory') this.deletedBelow(path)
  }

  private deletedBelow(path: string): void {
    for (const name of this.namesIn(path, null)) this.deleted(`${path}/${name}`, { within: true })
  }

  private add(change: TreeChange): void {
    if (this.changes.length >= limits.trialChanges)
      throw new TooLarge(`the run changed more than ${limits.trialChanges} files, too many to commit`)
    this.changes.push(change)
  }

  /** The names in a directory. A name that is not UTF-8 cannot be written down, so it is left out. */
  private namesIn(directory: string, real: string | null): readonly string[] {
    return readdirSync(directory, 'buffer').flatMap(bytes => {
      const name = bytes.toString('utf8')
      if (Buffer.from(name).equals(bytes)) return [name]
      if (real !== null) this.leftOut.push({ path: `${real}/${name}`, because: 'its name is not UTF-8' })
      return []
    })
  }
}

/** How the kernel notes a deleted name. */
const isWhiteout = (stats: BigIntStats): boolean => stats.isCharacterDevice() && stats.rdev === 0n

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants

/** Whether two regular files of the same size have the same bytes. */
function isSameContent(one: string, other: string): boolean {
  const files = [one, other].map(path => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
  try {
    const [a, b] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)]
    for (;;) {
      const [first, second] = [readSync(files[0] ?? -1, a), readSync(files[1] ?? -1, b)]
      if (first !== second || !a.subarray(0, first).equals(b.subarray(0, second))) return false
      if (first === 0) return true
    }
  } finally {
    for (const file of files) closeSync(file)
  }
}

const chunkBytes = 65_536
