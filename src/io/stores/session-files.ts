import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { readPrivate } from '../files/private-file.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { nodeHash } from '../node-hash.ts'

/** A small file for each session, and one for all sessions (null). One file a switch, so that two writers cannot lose one. */
export interface SessionFiles {
  /**
   * The text for a session. `none`: there is no file. `unreadable`: there is something, but it is not a private file of this
   * user, or the directory cannot be searched.
   */
  read(session: string | null): FileText
  /** The texts of all files. */
  list(): readonly FileText[]
  write(session: string | null, text: string): Result<null>
  remove(session: string | null): Result<null>
  removeAll(): Result<null>
  /** Removes the oldest files, so that there is room for one more. */
  keepLast(most: number): void
}

export type FileText =
  | { readonly state: 'none' }
  | { readonly state: 'unreadable' }
  | { readonly state: 'read'; readonly text: string }

export function sessionFiles(directory: string): SessionFiles {
  const pathOf = (session: string | null) =>
    join(directory, session === null ? 'all.json' : `${nodeHash(session).slice(0, 32)}.json`)
  const names = () => readdirSync(directory).filter(name => name.endsWith('.json'))
  return {
    read: session => readFile(pathOf(session)),
    list: () => {
      try {
        return names().map(name => readFile(join(directory, name)))
      } catch (error) {
        return isAbsent(error) ? [] : [{ state: 'unreadable' }]
      }
    },
    write: (session, text) => attempt(pathOf(session), path => writeAtomic(path, text)),
    remove: session => attempt(pathOf(session), path => rmSync(path, { force: true, recursive: true })),
    removeAll: () =>
      attempt(directory, () => {
        if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(directory)
        else rmSync(directory, { force: true, recursive: true })
      }),
    keepLast: most => {
      try {
        const files = names().map(name => join(directory, name))
        if (files.length < most) return
        const dated = files.map(path => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => b.at - a.at)
        for (const { path } of dated.slice(most - 1)) rmSync(path, { force: true })
      } catch {
        // Old files take little room; the next writer tries again.
      }
    },
  }
}

/** Most sessions have no switch, so the usual answer costs one look. */
function readFile(path: string): FileText {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { state: 'none' }
    const text = readPrivate(path, maxBytes)
    return text === null ? { state: 'unreadable' } : { state: 'read', text }
  } catch {
    return { state: 'unreadable' }
  }
}

const maxBytes = 4_096

function attempt(path: string, write: (path: string) => void): Result<null> {
  try {
    write(path)
    return ok(null)
  } catch (error) {
    return fail('config_error', `\`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
