import { readFileSync } from 'node:fs'
import { isMissing } from './is-missing.ts'
import { writeAtomic } from './write-atomic.ts'

/** The settings files that the hook was put into: from then on they are no agent's to change. */
export function readInstalled(path: string): readonly string[] {
  try {
    if (isMissing(path)) return []
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
  } catch {
    return []
  }
}

export function addInstalled(path: string, file: string): void {
  const before = readInstalled(path)
  if (!before.includes(file)) writeAtomic(path, `${JSON.stringify([...before, file], null, 2)}\n`)
}

export function dropInstalled(path: string, file: string): void {
  const before = readInstalled(path)
  if (before.includes(file))
    writeAtomic(
      path,
      `${JSON.stringify(
        before.filter(one => one !== file),
        null,
        2,
      )}\n`,
    )
}
