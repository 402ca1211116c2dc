import { isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { type Disk, readAll, realDisk } from './journal-disk.ts'

/** One line of a file. */
export interface FileLine {
  /** Null if the bytes are not UTF-8: replacement characters must not pass as the original text. */
  readonly text: string | null
  /** Whether the line ends with a line feed. */
  readonly whole: boolean
}

/** The lines of a file, read piece by piece. Lines that are added meanwhile may be included. */
export function* fileLines(path: string): Generator<FileLine> {
  const fd = openSync(path, 'r')
  try {
    let rest: Buffer = Buffer.alloc(0)
    for (let position = 0; ; ) {
      const piece = readAll(realDisk, fd, position, pieceBytes)
      if (piece.length === 0) break
      position += piece.length
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      let start = 0
      for (let feed = bytes.indexOf(lineFeed); feed >= 0; feed = bytes.indexOf(lineFeed, start)) {
        yield line(bytes.subarray(start, feed), true)
        start = feed + 1
      }
      rest = bytes.subarray(start)
    }
    if (rest.length > 0) yield line(rest, false)
  } finally {
    closeSync(fd)
  }
}

/** The lines of a file from its last to its first. */
export function* fileLinesBackwards(path: string): Generator<FileLine> {
  const fd = openSync(path, 'r')
  try {
    yield* linesBackwards(realDisk, fd, fstatSync(fd).size)
  } finally {
    closeSync(fd)
  }
}

/** The lines before the byte `end`, from the last to the first. */
export function* linesBackwards(disk: Disk, fd: number, end: number): Generator<FileLine> {
  let position = end
  let rest: Buffer = Buffer.alloc(0)
  let whole = false
  while (position > 0) {
    const length = Math.min(pieceBytes, position)
    position -= length
    let bytes: Buffer = Buffer.concat([readAll(disk, fd, position, length), rest])
    for (let feed = bytes.lastIndexOf(lineFeed); feed >= 0; feed = bytes.lastIndexOf(lineFeed)) {
      if (whole || feed < bytes.length - 1) yield line(bytes.subarray(feed + 1), whole)
      whole = true
      bytes = bytes.subarray(0, feed)
    }
    rest = bytes
  }
  if (rest.length > 0) yield line(rest, whole)
}

const pieceBytes = 1_048_576
const lineFeed = 0x0a

const line = (bytes: Buffer, whole: boolean): FileLine => ({
  text: isUtf8(bytes) ? bytes.toString('utf8') : null,
  whole,
})
