import type { Result } from '../core/fault.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from './approver.ts'

/** Where questions wait for a person who is not here, and where the answers lie. */
export interface ApprovalStore {
  /** The answer to exactly this call, if there is one. INVARIANT: an approval is given out to one call. */
  take(binding: string): ApprovalAnswer | null
  /** Keeps the question; gives back the name that a person calls it by. */
  keep(request: ApprovalRequest, binding: string): Result<string>
}

/** For clients without a prompt: answers with what a person said elsewhere, or says how they can. */
export const storedApprover = (store: ApprovalStore): Approver => ({
  name: 'sallyport approve',
  channel: 'human',
  request: async request => {
    const { binding } = request
    if (binding === null) return { waitsFor: unbound }
    const answer = store.take(binding)
    if (answer !== null) return answer
    const kept = store.keep(request, binding)
    return { waitsFor: kept.ok ? howTo(kept.value) : `${kept.faults[0].message}; they can run it themselves` }
  },
})

const howTo = (id: string): string =>
  `ask them to run \`sallyport approve ${id}\` in a terminal, then make exactly the same call again`

const unbound = 'it runs a file that cannot be read, so no approval can be tied to it; they can run it themselves'
