import type { Fault } from '../../core/fault.ts'
import type { Reason } from '../../core/verdict.ts'
import type { FenceDenial } from '../../fence/explain/denial.ts'
import type { FencePlan } from '../../fence/fence.ts'
import type { StartedCall } from '../run-call.ts'
import type { ContainMemory } from './contain-memory.ts'
import { blockedBy, discardedChanges, triedPrograms } from './failed-before.ts'

/** How a contained run ended, as far as the memory needs it. */
export interface ContainedEnd {
  /** The paths that it changed; null if only the file system knows them. */
  readonly wrote: readonly string[] | null
  readonly denials: readonly FenceDenial[]
  /** Why the changes in its overlay were not kept. */
  readonly discarded: readonly Reason[]
  /** Settles when the program has ended, if that is after the call. */
  readonly outlived: Promise<unknown> | null
}

/**
 * Runs a contained call. INVARIANT: everything that the run may write is marked before it starts, and stays so until its program
 * has ended and its changes are committed, even if Sallyport is killed.
 */
export async function runContained<R extends ContainedEnd>(
  { call, verdict }: Pick<StartedCall, 'call' | 'verdict'>,
  { plan, memory }: { readonly plan: FencePlan; readonly memory: ContainMemory },
  run: { readonly start: () => Promise<R>; readonly refuse: (fault: Fault) => R },
): Promise<R> {
  const begun = await memory.begin(plan)
  if (!begun.ok) return run.refuse(begun.faults[0])
  const ended = await run.start()
  const blocked = [...blockedBy(ended.denials), ...discardedChanges(ended.discarded)]
  const [workspace] = call.place.workspace
  if (blocked.length > 0 && workspace !== undefined)
    for (const tried of triedPrograms(verdict)) await memory.failed({ workspace, ...tried, blocked })
  const end = () => begun.value.end(ended.wrote ?? undefined)
  // A program that goes on after the call keeps its marks until it ends.
  if (ended.outlived === null) await end()
  else void ended.outlived.then(end, end)
  return ended
}
