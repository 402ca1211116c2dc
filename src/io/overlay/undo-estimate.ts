import { lstatSync, readdirSync } from 'node:fs'
import { limits } from '../../core/limits.ts'
import { bytesOfNotes, type UndoCeiling } from '../../trial/undo-ceiling.ts'

/**
 * Whether an undo point for the loss of these paths fits the store. Looks at no more files than a trial may change, and follows
 * no link. A path that cannot be read counts as empty: the command cannot delete what is in it either.
 */
export const fitsUndo = (paths: readonly string[], ceiling: UndoCeiling): boolean =>
  undoBytes(paths, { bytes: ceiling.bytes, files: limits.trialChanges }) !== null

/** The bytes that an undo point for the loss of these paths takes; null if there are more bytes or files than that. */
export function undoBytes(
  paths: readonly string[],
  most: { readonly bytes: number; readonly files: number },
): number | null {
  const open = [...new Set(paths)]
  let [bytes, files] = [0, 0]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) continue
    files += 1
    bytes += bytesOfNotes + (stats.isFile() ? stats.size : 0)
    if (bytes > most.bytes || files > most.files) return null
    if (stats.isDirectory()) for (const name of namesIn(path)) open.push(`${path}/${name}`)
  }
  return bytes
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
