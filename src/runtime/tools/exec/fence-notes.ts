import type { FencePlan } from '../../../fence/fence.ts'
import type { FenceReport } from '../../../io/exec/command.ts'
import type { StoppedBy } from '../../../io/fence/run-fenced.ts'

/** What the fence stopped, in sentences for the model: each once, without control characters. */
export const fenceNotes = ({ plan, stoppedBy, refused, quarantined }: FenceReport): readonly string[] => [
  ...(stoppedBy === null ? [] : [`the fence stopped the command: ${limitTexts[stoppedBy](plan)}`]),
  ...new Set(
    refused.map(
      ({ host, port, because }) => `the fence blocked network access to ${printable(host)}:${port}: ${because}`,
    ),
  ),
  ...quarantined.map(
    ({ path, because }) =>
      `the fence moved \`${printable(path)}\` out of the workspace: a command may not create it (${because})`,
  ),
]

const limitTexts: Readonly<Record<StoppedBy, (plan: FencePlan) => string>> = {
  seconds: ({ limits }) => `it ran longer than ${limits.seconds} seconds`,
  memory: ({ limits }) => `it used more than ${limits.memory} bytes of memory`,
  processes: ({ limits }) => `it had more than ${limits.processes} processes`,
  cpus: ({ limits }) => `it used more than ${limits.cpus} processors`,
  fileSize: ({ limits }) => `it wrote a file of more than ${limits.fileSize} bytes`,
  output: ({ limits }) => `it printed more than ${limits.output} bytes`,
}

const printable = (text: string): string => text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, '?')
