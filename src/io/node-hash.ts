import * as crypto from 'node:crypto'
import type { Hash } from '../audit/chain.ts'

/** SHA-256 in hex, with the one-step function where Node has it (since 20.12). */
const digest: (data: string | Uint8Array) => string =
  typeof crypto.hash === 'function'
    ? data => crypto.hash('sha256', data, 'hex')
    : data => crypto.createHash('sha256').update(data).digest('hex')

/** The same as `sha256`, with Node's native code, which takes a tenth of the time. */
export const nodeHash: Hash = digest

/** The same as `keyedHash`, with Node's native code. */
export function nodeKeyedHash(key: Uint8Array, text: string): string {
  const block = Buffer.alloc(blockBytes)
  block.set(key.length > blockBytes ? hashed(key) : key)
  const inner = hashed(Buffer.concat([block.map(byte => byte ^ 0x36), Buffer.from(text)]))
  return digest(Buffer.concat([block.map(byte => byte ^ 0x5c), inner]))
}

const hashed = (bytes: Uint8Array): Buffer => Buffer.from(digest(bytes), 'hex')

const blockBytes = 64
