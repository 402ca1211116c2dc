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

/** What shows a question to a person, with a way to approve and to deny; the answer comes back by the id (R185). */
export interface Connector {
  /** Throwing or rejecting is a channel that is broken, and so no answer. */
  show(chat: string, approval: string, description: string): void | Promise<void>
}

/** What listeners hear, in the words of the web UI (R144). */
export type PendingEvent =
  | { readonly type: 'approval_required'; readonly approval_id: string; readonly pending: PendingApproval }
  | { readonly type: 'approval_over'; readonly approval_id: string }

/** Questions that wait, for as many gates as ask through it. */
export interface PendingApprovals extends Approver {
  /** Those that wait, oldest first. */
  list(): readonly PendingApproval[]
  find(id: string): PendingApproval | null
  /** INVARIANT: the first answer takes the question away and wakes whoever waits; for a second one there is none (R68, R147). */
  resolve(id: string, answer: ApprovalAnswer): boolean
  readonly events: Pick<Broadcast<PendingEvent>, 'on'>
}

/** What an id can be: it stands in addresses. */
export const isApprovalId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id)

/**
 * The questions of a server's own channel.
 *
 * @example
 * const pending = pendingApprovals({ show: (chat, id, text) => page.showQuestion(chat, id, text) })
 * const ports = await openPorts({ approvers: [pending] })
 * pending.resolve(id, { decision: 'approved', by: 'dev' }) // true, and once only
 */
export function pendingApprovals(connector: Connector): PendingApprovals {
  const waiting = new Map<string, Waiter>()
  const events = broadcast<PendingEvent>()

  /** Takes the question away, with whatever answer; false if it is gone already. */
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
    resolve: end,
    request: (request, { signal, note }) => {
      const { id, session, tool, details: input, summary } = request
      if (waiting.size >= limits.pendingApprovals || waiting.has(id) || !isApprovalId(id)) {
        note('the console has no room for the question')
        return Promise.resolve(null)
      }
      if (signal.aborted) return Promise.resolve(null)
      const pending: PendingApproval = { id, session, tool, input, request, decision: null }
      return new Promise(wake => {
        waiting.set(id, { pending, wake })
        // Answered elsewhere, timed out, or the client has left: nobody waits any more.
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
}

async function showOn(connector: Connector, { id, session }: PendingApproval, text: string): Promise<boolean> {
  try {
    await connector.show(session, id, text)
    return true
  } catch {
    return false
  }
}
