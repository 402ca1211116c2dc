import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isObject, type Json, own, ownString } from '../../core/json.ts'
import { replacedBytes } from '../../trial/change.ts'
import { diffSummary } from '../../trial/diff-words.ts'
import { type Manifest, manifestText, readManifest } from '../../trial/manifest.ts'
import { bytesOfNotes, type UndoCeiling } from '../../trial/undo-ceiling.ts'
import { namesIn } from '../fence/git-directories.ts'
import { removeTree } from '../files/remove-tree.ts'

/** One undo point, without its list of files. */
export interface UndoPoint {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly title: string
  /** Sallyport's id of the call; null if no call made it. */
  readonly call: string | null
  readonly summary: string
  readonly bytes: number
}

/** The points in a store, the newest first. */
export const undoPoints = (store: string): readonly UndoPoint[] =>
  namesIn(store)
    .flatMap(id => readPoint(`${store}/${id}/point.json`) ?? [])
    .sort((a, b) => b.at - a.at)

export function readPointManifest(store: string, id: string): Manifest | null {
  try {
    return readManifest(readFileSync(`${store}/${id}/undo.json`, 'utf8'))
  } catch {
    return null
  }
}

/** The bytes that an undo point for these changes takes: the old files, and the notes about them. */
export const pointBytes = ({ changes }: Pick<Manifest, 'changes'>): number =>
  replacedBytes(changes) + changes.length * bytesOfNotes

/**
 * Makes room for a point of this size: removes points that are too old, then the oldest ones. False if it can never fit; no other
 * point is removed for it then.
 */
export function makeRoom(store: string, bytes: number, ceiling: UndoCeiling, now: number): boolean {
  for (const { id, at } of undoPoints(store)) if (at < now - ceiling.ms) removeTree(`${store}/${id}`)
  if (bytes > ceiling.bytes) return false
  const points = undoPoints(store)
  let total = points.reduce((sum, point) => sum + point.bytes, 0)
  for (const { id, bytes: freed } of points.toReversed()) {
    if (total + bytes <= ceiling.bytes) break
    removeTree(`${store}/${id}`)
    total -= freed
  }
  return true
}

/**
 * Turns the directory of a finished commit into an undo point. The rename is the moment at which the commit is complete: before
 * it, the next command would finish the commit.
 */
export function keepPoint(directory: string, store: string, manifest: Manifest): void {
  const point: UndoPoint = {
    id: manifest.id,
    at: manifest.at,
    title: manifest.title,
    call: manifest.call,
    summary: diffSummary(manifest),
    bytes: pointBytes(manifest),
  }
  writeFileSync(`${directory}/undo.json`, manifestText(manifest), { mode: 0o600 })
  writeFileSync(`${directory}/point.json`, JSON.stringify(point), { mode: 0o600 })
  mkdirSync(store, { recursive: true, mode: 0o700 })
  renameSync(directory, `${store}/${manifest.id}`)
  dropLayers(store, manifest.id)
}

/** Removes what a point does not need: the layers of the run. */
export function dropLayers(store: string, id: string): void {
  for (const name of namesIn(`${store}/${id}`)) if (!pointNames.has(name)) removeTree(`${store}/${id}/${name}`)
}

const pointNames = new Set(['undo.json', 'point.json', 'before', 'undoing'])

function readPoint(path: string): UndoPoint | null {
  try {
    const value: Json = JSON.parse(readFileSync(path, 'utf8'))
    if (!isObject(value)) return null
    const [id, title, summary] = ['id', 'title', 'summary'].map(key => ownString(value, key))
    const [at, bytes] = [own(value, 'at'), own(value, 'bytes')]
    if (id === undefined || title === undefined || summary === undefined) return null
    return typeof at === 'number' && typeof bytes === 'number'
      ? { id, title, call: ownString(value, 'call') ?? null, summary, at, bytes }
      : null
  } catch {
    return null
  }
}
