import { sentence } from '../../core/wording/sentence.ts'
import type { ApprovalRequest, Approver } from '../../gate/ports.ts'
import { confirm } from '../terminal/confirm.ts'
import type { Painter } from '../terminal/painter.ts'
import { visible } from '../terminal/visible.ts'

/** Asks the person at this terminal. */
export const terminalApprover = (paint: Painter): Approver => ({
  name: 'terminal',
  channel: 'human',
  async request(request) {
    process.stdout.write(questionFor(request, paint))
    return { decision: (await confirm('Run it?')) ? 'approved' : 'denied', by: 'terminal' }
  },
})

/** Answers yes because the person said so on the command line. The floor never asks, so it stays. */
export const yesApprover: Approver = {
  name: '--yes',
  channel: 'human',
  request: async () => ({ decision: 'approved', by: '--yes' }),
}

function questionFor({ summary, verdict }: ApprovalRequest, paint: Painter): string {
  const reasons = verdict.reasons.filter(({ decision }) => decision === 'ask').map(({ because }) => visible(because))
  return [
    paint.bold(visible(summary)),
    visible(sentence(verdict)),
    ...(verdict.radius ?? []).map(visible),
    ...new Set(reasons.map(reason => `  ${reason}`)),
    '',
  ].join('\n')
}
