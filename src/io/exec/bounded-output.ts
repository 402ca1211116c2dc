/** The output of a program, in bounded memory: its beginning and its end are kept, and the middle is only counted. */
export interface BoundedOutput {
  add(chunk: Uint8Array): void
  /**
   * Returns what arrived since the last call, cut to `most` bytes. An unfinished character at the end waits for the next call
   * unless `isLast`.
   */
  take(options: TakeOptions): TakenOutput
}

export interface TakeOptions {
  readonly most: number
  readonly isLast: boolean
}

export interface TakenOutput {
  /** The text, with a note in place of what was left out. */
  readonly text: string
  /** All bytes that arrived, those that were left out among them. */
  readonly bytes: number
  readonly leftOut: number
}

/**
 * Keeps at most `most` bytes. A program that prints more goes on: if it had to wait until someone reads, a server would stop
 * because of its own log.
 */
export function boundedOutput(most: number): BoundedOutput {
  const half = Math.floor(most / 2)
  const head = Buffer.alloc(half)
  const tail = Buffer.alloc(half)
  let headSize = 0
  /** Bytes that went to the tail since the last call. Its last `half` bytes are in `tail`, from `written % half` on. */
  let written = 0

  function add(chunk: Uint8Array): void {
    const toHead = Math.min(half - headSize, chunk.length)
    head.set(chunk.subarray(0, toHead), headSize)
    headSize += toHead
    const rest = chunk.subarray(toHead)
    const last = rest.subarray(Math.max(0, rest.length - half))
    const start = (written + rest.length - last.length) % half
    const untilEnd = Math.min(half - start, last.length)
    tail.set(last.subarray(0, untilEnd), start)
    tail.set(last.subarray(untilEnd), 0)
    written += rest.length
  }

  function lastBytes(): Buffer {
    if (written <= half) return Buffer.from(tail.subarray(0, written))
    const start = written % half
    return Buffer.concat([tail.subarray(start), tail.subarray(0, start)])
  }

  return {
    add,
    take: ({ most: wanted, isLast }) => {
      const first = Buffer.from(head.subarray(0, headSize))
      const end = lastBytes()
      const bytes = headSize + written
      headSize = 0
      written = 0
      const { text, leftOut, waiting } = cutMiddle(
        { all: Buffer.concat([first, end]), gapAt: first.length, dropped: bytes - first.length - end.length },
        { most: wanted, isLast },
      )
      add(waiting)
      return { text, bytes: bytes - waiting.length, leftOut }
    },
  }
}

interface KeptBytes {
  readonly all: Buffer
  /** The bytes that were dropped, and where they are missing. */
  readonly dropped: number
  readonly gapAt: number
}

interface CutText {
  readonly text: string
  readonly leftOut: number
  /** The unfinished character at the end. */
  readonly waiting: Buffer
}

function cutMiddle({ all, dropped, gapAt }: KeptBytes, { most, isLast }: TakeOptions): CutText {
  const size = all.length - (isLast ? 0 : unfinished(all))
  const waiting = all.subarray(size)
  if (dropped === 0 && size <= most) return { text: all.toString('utf8', 0, size), leftOut: 0, waiting }
  const half = Math.floor(most / 2)
  const start = all.subarray(0, dropped === 0 ? half : Math.min(half, gapAt))
  const end = all.subarray(dropped === 0 ? size - half : Math.max(size - half, gapAt), size)
  const before = start.subarray(0, start.length - unfinished(start))
  const after = end.subarray(continued(end))
  const leftOut = dropped + size - before.length - after.length
  return { text: `${before.toString('utf8')}\n${leftOutNote(leftOut)}\n${after.toString('utf8')}`, leftOut, waiting }
}

export const leftOutNote = (bytes: number): string => `[... ${bytes} bytes left out ...]`

/** The number of bytes at the end that are the beginning of an unfinished UTF-8 character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return byte >= 0xc2 && byte <= 0xf4 && characterSize(byte) > back ? back : 0
  }
  return 0
}

/** The number of bytes at the start that continue a UTF-8 character. */
function continued(bytes: Buffer): number {
  let count = 0
  while (count < Math.min(3, bytes.length) && isContinuation(bytes[count] ?? 0)) count += 1
  return count
}

const isContinuation = (byte: number): boolean => (byte & 0b1100_0000) === 0b1000_0000
const characterSize = (first: number): number => (first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)
