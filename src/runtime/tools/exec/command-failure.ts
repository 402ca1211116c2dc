import { ToolFailure } from '../../../gate/tool-failure.ts'
import type { CommandEnd } from '../../../io/exec/command.ts'
import { fenceNotes, stoppedAt } from './fence-notes.ts'

/**
 * The failure of a command that something stopped; null if it ran to its end. An exit code does not count as a failure: it is the command's
 * own result.
 */
export function commandFailure({ fence }: CommandEnd, output: string): ToolFailure | null {
  if (fence === null) return null
  const { end } = fence.ended
  if (end.kind === 'broken')
    return new ToolFailure('sandbox_denied', withOutput(`the command did not run: ${end.message}`, output))
  const limit = stoppedAt(fence.ended)
  if (limit === null) return null
  const code = limit === 'seconds' ? 'timeout' : 'sandbox_denied'
  return new ToolFailure(code, withOutput(fenceNotes(fence).join('\n'), output))
}

export const timeoutFailure = (ms: number, output: string): ToolFailure =>
  new ToolFailure(
    'timeout',
    withOutput(`the command ran longer than ${ms} ms and was killed with all its processes`, output),
  )

/** The model also needs what the command printed before it was stopped. */
export const withOutput = (message: string, output: string): string =>
  output.trim() === '' ? message : `${message}\noutput until then:\n${output}`
