import type { GrantScope } from '../../approvals/grants/grant.ts'
import { effectText } from '../../core/effect-text.ts'
import { visible } from '../../core/wording/visible.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../gate/ports.ts'
import { personName } from '../../io/journal/record-setting.ts'
import { painter, wantsColour } from '../terminal/painter.ts'
import { inTurn } from './in-turn.ts'
import { keyLine, promptHelp, promptLines } from './prompt-lines.ts'
import { readPromptReply } from './prompt-reply.ts'
import { ownTerminal, readLine, type Terminal } from './read-line.ts'

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
    inTurn(terminal, async () => (signal.aborted ? null : askAt(terminal, request, signal))),
})

/** Answers yes because the person said so on the command line. The floor never asks, so it stays. */
export const yesApprover: Approver = {
  name: '--yes',
  channel: 'human',
  request: async () => ({ decision: 'approved', by: '--yes' }),
}

async function askAt(
  terminal: Terminal,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer | null> {
  const { output } = terminal
  const by = personName()
  const show = () => {
    const view = { paint: painter(wantsColour(output)), width: output.columns ?? 80 }
    output.write(`${promptLines(request, view).join('\n')}\n${keyLine(request)}\n`)
  }
  show()
  // The question is drawn again for the new width.
  output.on('resize', show)
  try {
    for (;;) {
      const line = await readLine(terminal, '> ', signal)
      if (line === null) return signal.aborted ? null : { decision: 'denied', by }
      const reply = readPromptReply(line)
      switch (reply?.kind) {
        case undefined:
          output.write(`type one of these: ${keyLine(request)}\n`)
          break
        case 'help':
          output.write(promptHelp)
          break
        case 'explain':
          output.write(`${explanation(request).join('\n')}\n`)
          break
        case 'deny':
          return { decision: 'denied', by }
        case 'deny_with_reason':
          return await denialWithReason(terminal, by, signal)
        case 'allow': {
          const answer = approval(request, reply.scope, by)
          if (answer !== null) return answer
          output.write(`this call cannot be remembered that long: ${keyLine(request)}\n`)
        }
      }
    }
  } finally {
    output.off('resize', show)
  }
}

async function denialWithReason(terminal: Terminal, by: string, signal: AbortSignal): Promise<ApprovalAnswer> {
  const says = (await readLine(terminal, 'tell the agent why: ', signal))?.trim() ?? ''
  return { decision: 'denied', by, ...(says === '' ? {} : { says }) }
}

/** The approval with the grant that was shown; null if it was not offered for that long. */
function approval({ offers }: ApprovalRequest, scope: 'once' | GrantScope, by: string): ApprovalAnswer | null {
  if (scope === 'once') return { decision: 'approved', by }
  const [offer] = offers
  if (offer === undefined || (scope === 'always' && offer.upTo !== 'always')) return null
  return { decision: 'approved', by, remember: { scope, shape: offer.shape } }
}

function explanation({ verdict }: ApprovalRequest): readonly string[] {
  const reasons = new Set(verdict.reasons.flatMap(({ decision, because }) => (decision === 'ask' ? [because] : [])))
  return [
    'Effects',
    ...verdict.effects.map(effect => `  ${effect.tier.padEnd(13)}${visible(effectText(effect))}`),
    'Why it asks',
    ...[...reasons].map(reason => `  ${visible(reason)}`),
  ]
}
