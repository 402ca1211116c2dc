import type { Result } from '../core/fault.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver, OpenQuestion, Waiting } from './approver.ts'

/** Stores questions for a person who answers later, and their answers. */
export interface ApprovalStore {
  /** The answer to exactly this call, if there is one. INVARIANT: an approval is returned to one call only. */
  take(binding: string): ApprovalAnswer | null
  /** Stores the question and returns the id that a person answers it with. */
  keep(request: ApprovalRequest, binding: string): Result<string>
}

/** A question that has just been stored. */
export interface StoredQuestion {
  readonly id: string
  readonly binding: string
  readonly request: ApprovalRequest
}

/** Waits for the answer to a stored question, as long as it can. */
export type Wait = (stored: StoredQuestion, asking: OpenQuestion) => Promise<ApprovalAnswer | Waiting>

/** For clients without a prompt: returns the stored answer, or waits for one. By default it only says how a person can answer. */
export const storedApprover = (store: ApprovalStore, wait: Wait = notAtAll): Approver => ({
  name: 'sallyport approve',
  channel: 'human',
  request: async (request, asking) => {
    const { binding } = request
    if (binding === null) return { waitsFor: unbound }
    const answer = store.take(binding)
    if (answer !== null) return answer
    const kept = store.keep(request, binding)
    if (!kept.ok) return { waitsFor: `${kept.faults[0].message}; they can run it themselves` }
    return wait({ id: kept.value, binding, request }, asking)
  },
})

const notAtAll: Wait = async ({ id }) => ({ waitsFor: howToApprove(id) })

export const howToApprove = (id: string): string =>
  `ask them to run \`sallyport approve ${id}\` in a terminal, then make exactly the same call again`

const unbound = 'it runs a file that cannot be read, so an approval cannot be bound to it; they can run it themselves'
