import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../gate/ports.ts'
import { personName } from '../../io/journal/record-setting.ts'
import { askAt } from './ask-at.ts'
import { askedQuestion } from './prompt-question.ts'
import type { Terminal } from './read-line.ts'

const ownTerminal = (): Terminal => ({ input: process.stdin, output: process.stdout })

/**
 * Asks the person at a terminal. Questions wait for each other, so that none is overwritten by a newer one.
 *
 * @example
 * const ports = await openPorts({ approvers: [terminalApprover()] })
 */
export function terminalApprover(terminal: Terminal = ownTerminal()): Approver {
  let last: Promise<unknown> = Promise.resolve()
  return {
    name: 'terminal',
    channel: 'human',
    request: (request, { signal }) => {
      const answer = last.then(() => (signal.aborted ? null : answerAt(terminal, request, signal)))
      last = answer.catch(() => null)
      return answer
    },
  }
}

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
