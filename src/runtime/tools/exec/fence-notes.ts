import type { HeldBack } from '../../../audit/event.ts'
import { denialText, type FenceDenial } from '../../../fence/explain/denial.ts'
import type { FencePlan } from '../../../fence/fence.ts'
import type { FenceLimits } from '../../../fence/profile.ts'
import type { FenceReport } from '../../../io/exec/command.ts'

/**
 * What the fence stopped, in sentences for the model: each once, without control characters. `denials` explain why the command
 * failed; without them, everything that the fence refused is listed.
 */
export const fenceNotes = (
  { plan, ended, refused }: FenceReport,
  denials: readonly FenceDenial[] = [],
): readonly string[] => [
  ...new Set(
    denials.length > 0
      ? denials.map(denial => printable(denialText(denial)))
      : [
          ...limitNotes(stoppedAt(ended), plan),
          ...refused.map(
            ({ host, port, because }) => `the fence blocked network access to ${printable(host)}:${port}: ${because}`,
          ),
        ],
  ),
  ...ended.quarantined.map(
    ({ path, because }) =>
      `the fence moved \`${printable(path)}\` out of the workspace: a command may not create it (${because})`,
  ),
]

/** The same for the journal. */
export const heldBack = ({ ended, refused }: FenceReport): readonly HeldBack[] => [
  ...(ended.reached === null ? [] : [{ by: 'limit' as const, what: ended.reached }]),
  ...refused.map(({ host, port }) => ({ by: 'network' as const, what: `${host}:${port}` })),
  ...ended.quarantined.map(({ path }) => ({ by: 'name' as const, what: path })),
]

/**
 * The limit that made a command fail: it was killed there, or it could not start another process and gave up. Which of the two
 * happens depends on how this machine enforces the limit.
 */
export function stoppedAt({ stoppedBy, reached, end }: FenceReport['ended']): keyof FenceLimits | null {
  const hasFailed = end.kind !== 'exited' || end.code !== 0
  return stoppedBy ?? (hasFailed ? reached : null)
}

const limitNotes = (limit: keyof FenceLimits | null, plan: FencePlan): readonly string[] =>
  limit === null ? [] : [`the fence stopped the command: ${limitText(limit, plan)}`]

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
