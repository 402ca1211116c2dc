import { type Broadcast, broadcast } from '../audit/broadcast.ts'
import { limits } from '../core/limits.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from './approver.ts'

/** A question that a person has not answered yet (R67). */
export interface PendingApproval {
  readonly id: string
  /** The chat that it belongs to. */
  readonly session: string
  readonly tool: string
  /** Sanitised. */
  readonly input: ApprovalRequest['details']
  readonly request: ApprovalRequest
  readonly decision: null
}

/** Shows a question to a person, with a way to approve and to deny it. The answer comes back with the id (R185). */
export interface Connector {
  /** If it throws or rejects, the channel counts as broken and gives no answer. */
  show(chat: string, approval: string, description: string): void | Promise<void>
}

/** The events for listeners, named as in the web UI (R144). */
export type PendingEvent =
  | { readonly type: 'approval_required'; readonly approval_id: string; readonly pending: PendingApproval }
  | { readonly type: 'approval_over'; readonly approval_id: string }

/** Pending questions; several gates may share one instance. */
export interface PendingApprovals extends Approver {
  /** The pending questions, oldest first. */
  list(): readonly PendingApproval[]
  find(id: string): PendingApproval | null
  /** INVARIANT: the first answer settles the question; a second one finds no question and returns false (R68, R147). */
  resolve(id: string, answer: ApprovalAnswer): boolean
  readonly events: Pick<Broadcast<PendingEvent>, 'on'>
}

/** Whether a text may be an approval id. Ids are part of URLs. */
export const isApprovalId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id)

/**
 * Creates the pending questions of a server.
 *
 * @example
 * const pending = pendingApprovals({ show: (chat, id, text) => page.showQuestion(chat, id, text) })
 * const ports = await openPorts({ approvers: [pending] })
 * pending.resolve(id, { decision: 'approved', by: 'dev' }) // true, but only for the first answer
 */
export function pendingApprovals(connector: Connector): PendingApprovals {
  const waiting = new Map<string, Waiter>()
  const events = broadcast<PendingEvent>()

  /** Removes the question and passes the answer on; false if it was removed before. */
  function end(id: string, answer: ApprovalAnswer | null): boolean {
    const waiter = waiting.get(id)
    if (waiter === undefined) return false
    waiting.delete(id)
    waiter.wake(answer)
    events.send(() => ({ type: 'approval_over', approval_id: id }))
    return true
  }

  return {
    name: 'console',
    channel: 'human',
    events,
    list: () => [...waiting.values()].map(({ pending }) => pending),
    find: id => waiting.get(id)?.pending ?? null,
    resolve: (id, answer) => waiting.get(id)?.claim() === true && end(id, answer),
    request: (request, { signal, note, claim }) => {
      const { id, session, tool, details: input, summary } = request
      if (waiting.size >= limits.pendingApprovals || waiting.has(id) || !isApprovalId(id)) {
        note('the console has too many open questions')
        return Promise.resolve(null)
      }
      if (signal.aborted) return Promise.resolve(null)
      const pending: PendingApproval = { id, session, tool, input, request, decision: null }
      return new Promise(wake => {
        waiting.set(id, { pending, wake, claim })
        // Another approver answered, the question timed out, or the client disconnected.
        signal.addEventListener('abort', () => void end(id, null), { once: true })
        events.send(() => ({ type: 'approval_required', approval_id: id, pending }))
        void showOn(connector, pending, summary).then(isShown => isShown || end(id, null))
      })
    },
  }
}

interface Waiter {
  readonly pending: PendingApproval
  readonly wake: (answer: ApprovalAnswer | null) => void
  readonly claim: () => boolean
}

async function showOn(connector: Connector, { id, session }: PendingApproval, text: string): Promise<boolean> {
  try {
    await connector.show(session, id, text)
    return true
  } catch {
    return false
  }
}
