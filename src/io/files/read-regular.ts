import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

const { O_NOCTTY = 0, O_NONBLOCK = 0, O_RDONLY } = constants

export interface ReadRegular {
  readonly maxBytes: number
  /** What else must be true of the file. */
  readonly accepts?: (stats: Stats) => boolean
  /** Flags for opening it, beside those that are always given. */
  readonly flags?: number
}

/**
 * The bytes of a regular file; null if something else lies there, or more than is asked for. Throws what the file system throws.
 *
 * INVARIANT: it waits for nobody. Who opens a named pipe in the common way stands still until someone writes to it, and a client lets a
 * call run whose hook stands still for too long: an agent could put one in the place of any file that is read here.
 */
export function readRegular(path: string, { maxBytes, accepts = () => true, flags = 0 }: ReadRegular): Buffer | null {
  const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | flags)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.size > maxBytes || !accepts(stats)) return null
    // Room for one byte more than it says: a file that has it is being written, or is none that lies on a disk.
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
