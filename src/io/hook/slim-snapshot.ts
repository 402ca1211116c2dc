/**
 * A Node snapshot ends with compiled code for all of Node's own modules. That is more than a third of the file, and every start
 * reads it, although the hook's snapshot already has the modules that it needs. The code is a list: a count, then the name and
 * the code of each module, each after its length, up to the end of the file. Returns the snapshot with an empty list; a file
 * that does not end like that is returned unchanged.
 */
export function slimSnapshot(whole: Buffer): Buffer {
  for (let at = whole.length - countBytes; at >= 0; at -= 1)
    if (isModuleList(whole, at)) return Buffer.concat([whole.subarray(0, at), Buffer.alloc(countBytes)])
  return whole
}

const countBytes = 8
const fewestModules = 50

function isModuleList(bytes: Buffer, start: number): boolean {
  const count = lengthAt(bytes, start)
  if (count === null || count < fewestModules) return false
  let at = start + countBytes
  for (let module = 0; module < count; module += 1) {
    const name = pieceAt(bytes, at)
    if (name === null || !/^[\w/.-]+$/.test(name.toString('latin1', 0, 200))) return false
    const code = pieceAt(bytes, at + countBytes + name.length)
    if (code === null) return false
    at += 2 * countBytes + name.length + code.length
  }
  return at === bytes.length
}

function pieceAt(bytes: Buffer, at: number): Buffer | null {
  const length = lengthAt(bytes, at)
  return length === null ? null : bytes.subarray(at + countBytes, at + countBytes + length)
}

/** The length stored at `at`; null if fewer bytes follow. */
function lengthAt(bytes: Buffer, at: number): number | null {
  if (at + countBytes > bytes.length || bytes.readUInt32LE(at + 4) !== 0) return null
  const length = bytes.readUInt32LE(at)
  return length <= bytes.length - at - countBytes ? length : null
}
