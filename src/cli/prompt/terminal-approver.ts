import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../gate/ports.ts'
import { personName } from '../../io/journal/record-setting.ts'
import { askAt } from './ask-at.ts'
import { inTurn } from './in-turn.ts'
import { askedQuestion } from './prompt-question.ts'
import { ownTerminal, type Terminal } from './read-line.ts'

/**
 * Asks the person at a terminal, one question after the other.
 *
 * @example
 * const ports = await openPorts({ approvers: [terminalApprover()] })
 */
export const terminalApprover = (terminal: Terminal = ownTerminal()): Approver => ({
  name: 'terminal',
  channel: 'human',
  request: (request, { signal }) =>
    inTurn(terminal, async () => (signal.aborted ? null : answerAt(terminal, request, signal))),
})

/** Answers yes because the person said so on the command line. The floor never asks, so it stays. */
export const yesApprover: Approver = {
  name: '--yes',
  channel: 'human',
  request: async () => ({ decision: 'approved', by: '--yes' }),
}

async function answerAt(
  terminal: Terminal,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer | null> {
  const reply = await askAt(terminal, askedQuestion(request), signal)
  if (reply === null) return null
  const by = personName()
  if (reply.kind === 'deny') return { decision: 'denied', by, ...(reply.says === '' ? {} : { says: reply.says }) }
  const { granted } = reply
  return {
    decision: 'approved',
    by,
    ...(granted === null ? {} : { remember: { scope: granted.scope, shape: granted.offer.shape } }),
  }
}
