import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 in hex. In JavaScript, so that the pure part needs no Node module and a cold start is fast. */
export const sha256 = (text: string): string => bytesToHex(hash(utf8ToBytes(text)))

/** HMAC-SHA-256 in hex: compares secret values without recording them (C25). */
export const keyedHash = (key: Uint8Array, text: string): string => bytesToHex(hmac(hash, key, utf8ToBytes(text)))

export const utf8Length = (text: string): number => {
  let bytes = text.length
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) bytes += code > 0x7ff && !(code >= 0xd800 && code <= 0xdfff) ? 2 : 1
  }
  return bytes
}
