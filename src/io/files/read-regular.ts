import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

const { O_NOCTTY = 0, O_NONBLOCK = 0, O_RDONLY } = constants

export interface ReadRegular {
  readonly maxBytes: number
  /** A further condition on the file. */
  readonly accepts?: (stats: Stats) => boolean
  /** Additional flags for opening the file. */
  readonly flags?: number
}

/**
 * The bytes of a regular file; null if it is not a regular file, too large or not accepted. Throws file system errors.
 *
 * INVARIANT: never blocks. A normal open of a named pipe waits until another process writes to it, and clients run a call whose
 * hook waits too long. An agent could replace any file that is read here with a named pipe.
 */
export function readRegular(path: string, { maxBytes, accepts = () => true, flags = 0 }: ReadRegular): Buffer | null {
  const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | flags)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.size > maxBytes || !accepts(stats)) return null
    // Room for one byte more than the reported size: a file that fills it is being written, or is not on a disk.
    const bytes = Buffer.allocUnsafe(stats.size + 1)
    const length = fill(file, bytes)
    return length <= stats.size ? bytes.subarray(0, length) : null
  } finally {
    closeSync(file)
  }
}

function fill(file: number, bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(file, bytes, at, bytes.length - at, null)
    if (count === 0) return at
    at += count
  }
  return bytes.length
}
