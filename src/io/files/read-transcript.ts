import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../core/json.ts'
import { fileLines } from '../journal/journal-lines.ts'

/** The files below a folder that changed since a point in time; none if the folder does not exist. */
export function filesSince(folder: string, isWanted: (name: string) => boolean, since: number): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isWanted)
      .map(name => join(folder, name))
      .filter(path => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since)
      .sort()
  } catch {
    return []
  }
}

/** The bytes of files together. */
export const bytesOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)

/** The objects in another program's JSONL file. Other lines are skipped. Throws file system errors. */
export function* jsonLines(path: string): Generator<JsonObject> {
  for (const { text } of fileLines(path)) {
    const value = text === null ? null : parse(text)
    if (isObject(value)) yield value
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
