import * as v from 'valibot'
import { sha256 } from '../../core/digest.ts'
import { limits } from '../../core/limits.ts'
import type { PolicyMemory } from '../../gate/ports.ts'
import { stopKinds } from '../../policy/widening.ts'
import { readRegular } from '../files/read-regular.ts'
import { writeAtomic } from '../files/write-atomic.ts'

const allowanceSchema = v.strictObject({
  digest: v.string(),
  lets: v.record(v.string(), v.string()),
  stops: v.record(v.string(), v.strictObject({ then: v.picklist(stopKinds), name: v.string() })),
})

/** One file per workspace in Sallyport's state directory, so that projects do not overwrite each other. */
export function policyMemory(directory: string): PolicyMemory {
  const fileOf = (workspace: readonly string[]): string => `${directory}/${sha256(workspace.join('\n'))}.json`
  return {
    recall: workspace => {
      try {
        const bytes = readRegular(fileOf(workspace), { maxBytes: limits.policyBytes })
        return bytes === null ? null : v.parse(allowanceSchema, JSON.parse(bytes.toString('utf8')))
      } catch {
        // Nothing is known, so everything that the policies allow is recorded as new.
        return null
      }
    },
    remember: (workspace, allowance) => {
      try {
        writeAtomic(fileOf(workspace), JSON.stringify(allowance))
      } catch {
        // The next process records the same change again, which is better than never.
      }
    },
  }
}
