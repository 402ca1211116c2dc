import { expect, test } from 'vitest'
import { keyedHash, sha256 } from '../core/digest.ts'
import { nodeHash, nodeKeyedHash } from './node-hash.ts'

const texts = ['', 'a', 'größe \u{1f600}', 'x'.repeat(10_000)]
// HMAC first hashes a key that is longer than a block.
const keys = [0, 1, 32, 63, 64, 65, 130].map(length => Uint8Array.from({ length }, (_, at) => at * 7))

test("Node's native hashes equal the portable ones", () => {
  for (const text of texts) {
    expect(nodeHash(text)).toBe(sha256(text))
    for (const key of keys) expect(nodeKeyedHash(key, text)).toBe(keyedHash(key, text))
  }
})
