import * as v from 'valibot'
import { decisions } from '../../core/decision.ts'
import { sha256 } from '../../core/digest.ts'
import { limits } from '../../core/limits.ts'
import type { PolicyMemory } from '../../gate/ports.ts'
import { readRegular } from '../files/read-regular.ts'
import { writeAtomic } from '../files/write-atomic.ts'

const allowanceSchema = v.strictObject({
  digest: v.string(),
  lets: v.record(v.string(), v.string()),
  stops: v.record(v.string(), v.strictObject({ then: v.picklist(decisions), name: v.string() })),
})

/** One file a workspace in Sallyport's own state, so that projects do not write over one another. */
export function policyMemory(directory: string): PolicyMemory {
  const fileOf = (workspace: readonly string[]): string => `${directory}/${sha256(workspace.join('\n'))}.json`
  return {
    recall: workspace => {
      try {
        const bytes = readRegular(fileOf(workspace), { maxBytes: limits.policyBytes })
        return bytes === null ? null : v.parse(allowanceSchema, JSON.parse(bytes.toString('utf8')))
      } catch {
        // Nothing known: all that the policies let through is recorded as new.
        return null
      }
    },
    remember: (workspace, allowance) => {
      try {
        writeAtomic(fileOf(workspace), JSON.stringify(allowance))
      } catch {
        // The next process records the same change again: too often rather than never.
      }
    },
  }
}
