import type { ProgramCall } from '../engine/program-call.ts'

/** Records that the call starts another agent, or gives one a task. */
export const recordSpawn = (agent: string, { frame, span }: ProgramCall): void => {
  frame.recorder.add({
    kind: 'spawn',
    agent,
    depth: 1,
    tier: 'execute',
    span,
    chain: frame.chain,
    where: frame.where,
    by: null,
  })
}
