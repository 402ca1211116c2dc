import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import type { JournalEvent } from '../../audit/event.ts'
import { timestamp } from '../../core/clock.ts'
import { ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { parentOf } from '../../core/path.ts'
import { mostRecorded } from '../../gate/run-trial.ts'
import { type FileState, looksAlike, type TreeChange } from '../../trial/change.ts'
import { diffRows, diffSummary } from '../../trial/diff-words.ts'
import { type Manifest, manifestText, readManifest } from '../../trial/manifest.ts'
import { namesIn } from '../fence/git-directories.ts'
import { hasEntries } from '../files/has-entries.ts'
import { removeTree } from '../files/remove-tree.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { nodeHash } from '../node-hash.ts'
import { type Copy, copyAt, readCopy } from './copy-record.ts'
import { stateAt } from './file-state.ts'
import { locked, trialPaths } from './trials.ts'
import { keepPoint } from './undo-store.ts'

/** A call that has ended, as its result names it. */
export interface ArrivedResult {
  readonly session: string
  /** The client's id of the call; null if it sends none. */
  readonly call: string | null
  readonly text: string
}

/** Makes undo points for a call that has ended. Returns what the journal should say about them. */
export async function settleEnded(
  ended: ArrivedResult,
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly JournalEvent[]> {
  const isMeant = (copy: Copy) =>
    copy.endsWithCall &&
    copy.session === ended.session &&
    (copy.clientCall !== null && ended.call !== null
      ? copy.clientCall === ended.call
      : copy.text === nodeHash(ended.text))
  return settle(env, copy => (isMeant(copy) ? { takes: 'all', drops: true } : null))
}

/**
 * Makes undo points for calls whose result did not arrive, for example because the client was killed. Only what is gone counts
 * then: a file that is different may have been changed by anyone since. `now`: also for calls that may still run.
 */
export async function settleOld(env: NodeJS.ProcessEnv = process.env, { now = false } = {}): Promise<void> {
  await settle(env, ({ at }) => {
    const isOld = Date.now() - at > limits.copiedWaitMs
    return now || isOld ? { takes: 'gone', drops: isOld } : null
  })
}

interface Settling {
  readonly takes: 'all' | 'gone'
  /** Whether a copy of which nothing is lost is removed. */
  readonly drops: boolean
}

async function settle(env: NodeJS.ProcessEnv, how: (copy: Copy) => Settling | null): Promise<readonly JournalEvent[]> {
  const { copies, undo, trials } = trialPaths(env)
  if (!hasEntries(copies)) return []
  const settled = await locked(trials, (): Result<readonly JournalEvent[]> => {
    const events = namesIn(copies).flatMap(id => {
      const directory = `${copies}/${id}`
      const copy = readCopy(directory)
      if (copy === null) {
        if (isForgotten(directory)) removeTree(directory)
        return []
      }
      const settling = how(copy)
      return settling === null ? [] : settleOne({ id, directory, copy, undo }, settling)
    })
    return ok(events)
  })
  return settled.ok ? settled.value : []
}

/** Whether a directory was left by a Sallyport that was killed while it copied. */
const isForgotten = (directory: string): boolean =>
  Date.now() - (lstatSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > limits.copiedWaitMs

interface KeptCopy {
  readonly id: string
  readonly directory: string
  readonly copy: Copy
  readonly undo: string
}

/** INVARIANT: the list of changes is written before the first copy moves, so that a settlement that was interrupted goes on. */
function settleOne({ id, directory, copy, undo }: KeptCopy, { takes, drops }: Settling): readonly JournalEvent[] {
  const list = `${directory}/settled.json`
  const manifest = readSettled(list) ?? { ...emptyManifest(id, copy), changes: changesIn(directory, copy, takes) }
  if (manifest.changes.length === 0) {
    if (drops) removeTree(directory)
    return []
  }
  writeAtomic(list, manifestText(manifest))
  mkdirSync(`${directory}/before`, { recursive: true, mode: 0o700 })
  for (const [index, change] of manifest.changes.entries())
    if (change.was !== null && change.within !== true)
      moveCopy(copyAt(directory, copy.roots, change.path), `${directory}/before/${index}`)
  keepPoint(directory, undo, manifest)
  return [trialEnded(copy, manifest)]
}

const emptyManifest = (id: string, { at, title, record }: Copy): Manifest => ({
  ...{ id, at, title, call: record },
  ...{ roots: [], changes: [], parents: [] },
})

function readSettled(path: string): Manifest | null {
  try {
    return readManifest(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function changesIn(directory: string, { paths, absent, roots }: Copy, takes: Settling['takes']): readonly TreeChange[] {
  const lost = paths.flatMap(path => lossesAt(path, copyAt(directory, roots, path), takes))
  return takes === 'all' ? [...madeAt(absent), ...lost] : lost
}

/** Files and directories that the call created, parents first. A directory that also has other files is left out. */
function madeAt(absent: readonly string[]): readonly TreeChange[] {
  const made = new Map<string, TreeChange>()
  for (const path of [...absent].sort().reverse()) {
    const now = currentAt(path)
    const isOwn = now?.kind !== 'directory' || namesIn(path).every(name => made.has(`${path}/${name}`))
    if (now !== null && isOwn) made.set(path, { path, was: null, now, content: true })
  }
  return [...made.values()].reverse()
}

/** The files of a copy that are gone or different now. What appeared beside them is left alone. */
function lossesAt(path: string, copy: string, takes: Settling['takes']): readonly TreeChange[] {
  const [was, now] = [stateAt(copy), currentAt(path)]
  if (was === null) return []
  if (now === null)
    return [{ path, was, now, content: true }, ...(was.kind === 'directory' ? contentsOf(path, copy) : [])]
  if (was.kind === 'directory' && now.kind === 'directory')
    return namesIn(copy).flatMap(name => lossesAt(`${path}/${name}`, `${copy}/${name}`, takes))
  if (takes === 'gone' || was.kind === 'directory' || now.kind === 'directory') return []
  return looksAlike(was, now) && was.modified === now.modified ? [] : [{ path, was, now, content: true }]
}

/** Everything in a directory that is gone as a whole. */
const contentsOf = (path: string, copy: string): readonly TreeChange[] =>
  namesIn(copy).flatMap(name => {
    const was = stateAt(`${copy}/${name}`)
    if (was === null) return []
    const change: TreeChange = { path: `${path}/${name}`, was, now: null, content: true, within: true }
    return was.kind === 'directory' ? [change, ...contentsOf(change.path, `${copy}/${name}`)] : [change]
  })

/** A path that cannot be reached counts as gone. */
function currentAt(path: string): FileState | null {
  try {
    return stateAt(path)
  } catch {
    return null
  }
}

function moveCopy(from: string, to: string): void {
  if (existsSync(to) || stateAt(from) === null) return
  // A directory that is not writable does not let go of what is in it.
  const parent = stateAt(parentOf(from))
  if (parent !== null && (parent.mode & 0o200) === 0) chmodSync(parentOf(from), parent.mode | 0o700)
  renameSync(from, to)
}

function trialEnded(copy: Copy, { id, changes }: Manifest): JournalEvent {
  const rows = diffRows(changes, []).map(({ sign, path }) => `${sign} ${path}`)
  const { session, record, clientCall, agents, tool } = copy
  return {
    type: 'trial_ended',
    ...{ session, call: record, clientCall, agents, tool, at: timestamp(new Date()) },
    ...{ mode: 'undo', trial: id, summary: diffSummary({ changes }), changes: rows.slice(0, mostRecorded) },
    ...(rows.length > mostRecorded ? { more: rows.length - mostRecorded } : {}),
    ...{ committed: true, canUndo: true, because: 'the client ran the call, and the old files were copied before' },
  }
}
