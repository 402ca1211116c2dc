import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 in hex. In JavaScript, so that the pure part needs no Node module and a cold start is fast. */
export const sha256 = (text: string): string => bytesToHex(hash(utf8ToBytes(text)))

/** HMAC-SHA-256 in hex: compares secret values without recording them (C25). */
export const keyedHash = (key: Uint8Array, text: string): string => bytesToHex(hmac(hash, key, utf8ToBytes(text)))
