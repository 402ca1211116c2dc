import { visible } from '../../../core/wording/visible.ts'
import { denialText, type FenceDenial } from '../../../fence/explain/denial.ts'
import type { FenceLimits } from '../../../fence/profile.ts'
import type { FenceReport } from '../../../io/fence/fence-report.ts'

/**
 * The actions that the fence stopped, in sentences for the model: each once, without control characters. `denials` explain why the command
 * failed; without them, everything that the fence refused is listed.
 */
export const fenceNotes = (report: FenceReport, denials: readonly FenceDenial[] = []): readonly string[] => [
  ...new Set((denials.length > 0 ? denials : refusals(report)).map(denial => visible(denialText(denial)))),
  ...report.ended.quarantined.map(
    ({ path, because }) =>
      `the fence moved \`${visible(path)}\` out of the workspace: a command may not create it (${because})`,
  ),
]

function refusals({ plan, ended, refused }: FenceReport): readonly FenceDenial[] {
  const limit = stoppedAt(ended)
  return [
    ...(limit === null ? [] : [{ kind: 'limit' as const, limit, at: plan.limits[limit] ?? 0 }]),
    ...refused.map(({ host, port, because }) => ({ kind: 'network' as const, host, port, because })),
  ]
}

/**
 * The limit that made a command fail: it was killed there, or it could not start another process and gave up. Which of the two
 * happens depends on how this machine enforces the limit.
 */
export function stoppedAt({ stoppedBy, reached, end }: FenceReport['ended']): keyof FenceLimits | null {
  const hasFailed = end.kind !== 'exited' || end.code !== 0
  return stoppedBy ?? (hasFailed ? reached : null)
}
