import { closeSync, openSync, readSync } from 'node:fs'

/** Random bytes from the kernel: `node:crypto` takes milliseconds to load, too long for a cold hook. */
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count)
  const source = openSync('/dev/urandom', 'r')
  try {
    for (let got = 0; got < count; ) got += readSync(source, bytes, got, count - got, null)
  } finally {
    closeSync(source)
  }
  return bytes
}

/** A fresh, unguessable id: a version 4 UUID. */
export function randomId(): string {
  const bytes = randomBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
