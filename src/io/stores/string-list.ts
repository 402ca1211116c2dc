import { limits } from '../../core/limits.ts'
import { isMissing } from '../files/is-missing.ts'
import { readRegular } from '../files/read-regular.ts'
import { writeAtomic } from '../files/write-atomic.ts'

/** Reads one of our small files with a list of strings. A file that cannot be read counts as empty. */
export function readStrings(path: string): readonly string[] {
  try {
    if (isMissing(path)) return []
    const value: unknown = JSON.parse(readRegular(path, { maxBytes: limits.settingsBytes })?.toString('utf8') ?? 'null')
    return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
  } catch {
    return []
  }
}

export function addStrings(path: string, added: readonly string[]): void {
  const before = readStrings(path)
  const after = new Set([...before, ...added])
  if (after.size > before.length) writeAtomic(path, `${JSON.stringify([...after], null, 2)}\n`)
}

export function dropStrings(path: string, dropped: readonly string[]): void {
  const before = readStrings(path)
  const after = before.filter(one => !dropped.includes(one))
  if (after.length < before.length) writeAtomic(path, `${JSON.stringify(after, null, 2)}\n`)
}
