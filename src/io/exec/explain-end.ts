import type { FenceDenial } from '../../fence/explain/denial.ts'
import type { Running } from '../../gate/run-call.ts'
import { explainRun } from '../fence/explain-run.ts'
import { heldBack } from '../fence/fence-report.ts'
import type { Command, CommandEnd } from './command.ts'

export interface EndedCommand {
  readonly running: Running
  readonly command: Command
  readonly end: CommandEnd
  /** Its standard error; at a terminal, its whole output. */
  readonly stderr: string
}

/** Records what the fence held back from a command, and returns what it kept it from doing if that is why it failed. */
export function explainEnd({ running, command, end, stderr }: EndedCommand): readonly FenceDenial[] {
  const { fence } = end
  if (fence === null) return []
  const denials = explainRun({
    plan: fence.plan,
    call: running.call,
    effects: running.verdict.effects,
    argv: command.argv,
    ended: fence.ended,
    network: command.network,
    env: command.env,
    stderr,
  })
  for (const back of [...heldBack(fence), ...denials]) running.held(back)
  return denials
}
