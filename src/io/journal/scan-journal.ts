import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { JsonObject } from '../../core/json.ts'
import { ownString } from '../../core/json.ts'
import { realDisk } from './journal-disk.ts'
import { recordsOfSegment } from './journal-read.ts'
import { listSegments, segmentPath } from './segments.ts'

/** The part of a journal that was read. */
export interface Scanned {
  readonly records: number
  /** The time of the first record of the period, and of the first one that was read at all; null if there was none. */
  readonly since: string | null
  readonly oldest: string | null
  /** Whether every record of the period was read. A long journal is read from its last segments only. */
  readonly isComplete: boolean
}

/**
 * Gives the records since a time to `see`, oldest first, and lets the process do other work in between. Skips damaged records:
 * `audit verify` reports those. A missing journal has no records.
 */
export async function scanJournal(directory: string, from: string, see: (event: JsonObject) => void): Promise<Scanned> {
  const all = realDisk.look(directory) === null ? [] : listSegments(realDisk, directory)
  const segments = all.slice(-mostSegments)
  let records = 0
  let since: string | null = null
  let oldest: string | null = null
  let pausedAt = performance.now()
  for (const segment of segments) {
    for (const read of recordsOfSegment(directory, segment)) {
      if (performance.now() - pausedAt > sliceMs) {
        await setImmediate()
        pausedAt = performance.now()
      }
      if (!read.ok) continue
      const { event } = read.value
      const at = ownString(event, 'at') ?? ''
      oldest ??= at
      if (at < from) continue
      since ??= at
      records += 1
      see(event)
    }
  }
  return { records, since, oldest, isComplete: all.length === segments.length || (oldest ?? '') < from }
}

/** A segment has up to 64 MB, so this bounds the work to a few seconds. */
const mostSegments = 3
/** How long other requests wait at most for one slice of the work. */
const sliceMs = 15

/** Changes whenever a record is added. */
export function journalStamp(directory: string): string {
  if (realDisk.look(directory) === null) return ''
  const last = listSegments(realDisk, directory).at(-1)
  return last === undefined ? '' : `${last} ${statSync(segmentPath(directory, last)).size}`
}

/**
 * Keeps the result of each scan until the journal grows, or until `since` changes. While agents work, the journal grows all the time,
 * so a result may also be a little old: by ten times as long as the scan took. That bounds the share of time that scans take.
 */
export function scanOnce(directory: string) {
  const known = new Map<string, KnownScan>()
  return async <T>(key: string, scan: () => Promise<T>, since = 0): Promise<T> => {
    const stamp = journalStamp(directory)
    const before = known.get(key)
    if (before?.since === since && (before.stamp === stamp || performance.now() < before.freshUntil))
      return before.result as Promise<T>
    const startedAt = performance.now()
    const result = scan()
    const current: KnownScan = { stamp, since, result, freshUntil: Number.POSITIVE_INFINITY }
    known.set(key, current)
    result.then(
      () => {
        const endedAt = performance.now()
        current.freshUntil = endedAt + Math.min((endedAt - startedAt) * 10, longestFreshMs)
      },
      () => known.delete(key),
    )
    return result
  }
}

interface KnownScan {
  readonly stamp: string
  readonly since: number
  readonly result: Promise<unknown>
  /** Requests that come while a scan runs wait for it. */
  freshUntil: number
}

const longestFreshMs = 30_000
