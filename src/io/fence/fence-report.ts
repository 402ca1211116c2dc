import type { HeldBack } from '../../audit/event.ts'
import type { FencePlan } from '../../fence/fence.ts'
import type { RefusedConnection } from './network/proxy.ts'
import type { LimitedEnd } from './run-fenced.ts'

/** The fence's record of one command. */
export interface FenceReport {
  readonly plan: FencePlan
  readonly ended: LimitedEnd
  /** The connections that the proxy refused. */
  readonly refused: readonly RefusedConnection[]
}

/** The actions that the fence stopped, for the journal: the limit that was reached, refused hosts, and protected names. */
export const heldBack = ({ ended, refused }: Omit<FenceReport, 'plan'>): readonly HeldBack[] => [
  ...(ended.reached === null ? [] : [{ by: 'limit' as const, what: ended.reached }]),
  ...refused.map(({ host, port }) => ({ by: 'network' as const, what: `${host}:${port}` })),
  ...ended.quarantined.map(({ path }) => ({ by: 'name' as const, what: path })),
]
