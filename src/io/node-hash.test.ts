import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyedHash, sha256 } from '../core/digest.ts'
import { nodeHash, nodeKeyedHash } from './node-hash.ts'

test("Node's own code gives what the portable code gives, for any text and any key", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 130 }), (text, key) => {
      expect(nodeHash(text)).toBe(sha256(text))
      expect(nodeKeyedHash(key, text)).toBe(keyedHash(key, text))
    }),
  )
})
