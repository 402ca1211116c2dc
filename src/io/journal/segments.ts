import { createSmall, type Disk, syncDirectory } from './journal-disk.ts'

/** The name of a journal file. They are numbered from `journal-000001.jsonl` without gaps. */
export const segmentName = (segment: number): string => `journal-${String(segment).padStart(6, '0')}.jsonl`

export const segmentPath = (directory: string, segment: number): string => `${directory}/${segmentName(segment)}`

/** The numbers of the segments that exist, in order. */
export const listSegments = (disk: Disk, directory: string): readonly number[] => segmentsAmong(disk.list(directory))

export function segmentsAmong(names: readonly string[]): readonly number[] {
  return names
    .map(name => /^journal-([0-9]{6,})\.jsonl$/.exec(name)?.[1])
    .filter(digits => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b)
}

/** The first missing number, or null. A gap means that a segment was deleted: no crash causes one. */
export function missingSegment(segments: readonly number[]): number | null {
  const gap = segments.findIndex((segment, index) => segment !== index + 1)
  return gap < 0 ? null : gap + 1
}

/** Creates an empty segment with a durable name. */
export function createSegment(disk: Disk, directory: string, segment: number): void {
  createSmall(disk, segmentPath(directory, segment), Buffer.alloc(0))
  syncDirectory(disk, directory)
}
