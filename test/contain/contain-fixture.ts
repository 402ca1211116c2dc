import { ok } from '../../src/core/fault.ts'
import type { FencePlan } from '../../src/fence/fence.ts'
import type { ContainMemory, FenceFailure } from '../../src/gate/ports.ts'

/** A memory of contained runs that a test can read and set. */
export function madeUpMemory(given: { readonly marks?: readonly string[]; readonly wrote?: readonly string[] } = {}) {
  let marks = given.marks ?? []
  let running: readonly FencePlan[] = []
  const failures: FenceFailure[] = []
  const memory: ContainMemory = {
    recall: () => ({ marks: [...running.flatMap(({ mounts }) => mounts.map(({ path }) => path)), ...marks], failures }),
    begin: async plan => {
      running = [...running, plan]
      return ok({
        id: `${running.length}`,
        end: async wrote => {
          running = running.filter(one => one !== plan)
          marks = [...marks, ...(wrote ?? given.wrote ?? [])]
          return ok(undefined)
        },
      })
    },
    mark: async paths => {
      marks = [...marks, ...paths]
      return ok(undefined)
    },
    failed: async failure => {
      failures.push(failure)
      return ok(undefined)
    },
  }
  return { memory, failures, marks: () => marks }
}
