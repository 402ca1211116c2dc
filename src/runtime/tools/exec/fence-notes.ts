import type { HeldBack } from '../../../audit/event.ts'
import type { FencePlan } from '../../../fence/fence.ts'
import type { FenceLimits } from '../../../fence/profile.ts'
import type { FenceReport } from '../../../io/exec/command.ts'

/** What the fence stopped, in sentences for the model: each once, without control characters. */
export const fenceNotes = ({ plan, ended, refused }: FenceReport): readonly string[] => [
  ...(ended.stoppedBy === null ? [] : [`the fence stopped the command: ${limitText(ended.stoppedBy, plan)}`]),
  ...new Set(
    refused.map(
      ({ host, port, because }) => `the fence blocked network access to ${printable(host)}:${port}: ${because}`,
    ),
  ),
  ...ended.quarantined.map(
    ({ path, because }) =>
      `the fence moved \`${printable(path)}\` out of the workspace: a command may not create it (${because})`,
  ),
]

/** The same for the journal. */
export const heldBack = ({ ended, refused }: FenceReport): readonly HeldBack[] => [
  ...(ended.stoppedBy === null ? [] : [{ by: 'limit' as const, what: ended.stoppedBy }]),
  ...refused.map(({ host, port }) => ({ by: 'network' as const, what: `${host}:${port}` })),
  ...ended.quarantined.map(({ path }) => ({ by: 'name' as const, what: path })),
]

function limitText(reached: keyof FenceLimits, { limits }: FencePlan): string {
  const most = limits[reached]
  switch (reached) {
    case 'seconds':
      return `it ran longer than ${most} seconds`
    case 'memory':
      return `it used more than ${most} bytes of memory`
    case 'processes':
      return `it had more than ${most} processes`
    case 'cpus':
      return `it used more than ${most} processors`
    case 'fileSize':
      return `it wrote a file of more than ${most} bytes`
    case 'output':
      return `it printed more than ${most} bytes`
  }
}

const printable = (text: string): string => text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, '?')
