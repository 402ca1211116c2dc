import * as crypto from 'node:crypto'
import type { Hash } from '../audit/chain.ts'

/** SHA-256 by Node's own code: a tenth of the time of the portable one, and the same result. In one step where Node has it (20.12). */
export const nodeHash: Hash =
  typeof crypto.hash === 'function'
    ? text => crypto.hash('sha256', text, 'hex')
    : text => crypto.createHash('sha256').update(text).digest('hex')
