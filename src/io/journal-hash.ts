import { createHash } from 'node:crypto'
import type { Hash } from '../audit/chain.ts'

/** SHA-256 by Node's own code: a tenth of the time of the portable one, and the same result. */
export const nodeHash: Hash = text => createHash('sha256').update(text).digest('hex')
