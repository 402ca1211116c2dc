import type { FenceDenial } from '../../fence/explain/denial.ts'
import type { FencePlan } from '../../fence/fence.ts'
import type { Execute } from '../run-call.ts'
import { ToolFailure } from '../tool-failure.ts'
import type { ContainMemory } from './contain-memory.ts'
import { blockedBy, triedPrograms } from './failed-before.ts'

/**
 * The caller's function for a contained call. INVARIANT: everything that the run may write is marked before it starts, and stays
 * so until its program has ended, even if Sallyport is killed.
 */
export function containedExecute<T>(execute: Execute<T>, plan: FencePlan, memory: ContainMemory): Execute<T> {
  return async running => {
    const begun = await memory.begin(plan)
    if (!begun.ok) throw new ToolFailure('sandbox_denied', begun.faults[0].message)
    const denials: FenceDenial[] = []
    let outlived: Promise<unknown> = none
    try {
      return await execute({
        ...running,
        held: back => {
          if ('kind' in back) denials.push(back)
          running.held(back)
        },
        outlives: end => {
          outlived = end
        },
      })
    } finally {
      const blocked = blockedBy(denials)
      const [workspace] = running.call.place.workspace
      if (blocked.length > 0 && workspace !== undefined)
        for (const tried of triedPrograms(running.verdict)) await memory.failed({ workspace, ...tried, blocked })
      const ended = outlived.then(
        () => begun.value.end(),
        () => begun.value.end(),
      )
      // A program that goes on after the call keeps its marks until it ends.
      if (outlived === none) await ended
    }
  }
}

const none = Promise.resolve()
