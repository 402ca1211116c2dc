import type { FenceLimits } from '../../fence/profile.ts'
import { type ControlGroup, makeControlGroup } from './control-group.ts'
import { guardNames, type QuarantinedName } from './quarantine.ts'
import { type FencedEnd, type FencedProcess, type FencedStart, startFenced } from './start-fenced.ts'
import { watchTree } from './watch-tree.ts'

/** The limit that ended a run. */
export type StoppedBy = keyof FenceLimits

/** A fenced command with its limits in force. */
export interface LimitedProcess extends FencedProcess {
  /** Counts output that the caller reads itself. Output of streams that are `pipe` counts already. */
  printed(bytes: number): void
  /** How it ended, and the limit that ended it, if one did. Never rejects. */
  readonly result: Promise<LimitedEnd>
}

export interface LimitedEnd {
  readonly end: FencedEnd
  /** The limit that ended the run; null if none did. */
  readonly stoppedBy: StoppedBy | null
  /** The limit that the run reached, even if it ended itself. */
  readonly reached: StoppedBy | null
  /** Limits that the run came close to, as far as the watchdog saw. */
  readonly near: readonly StoppedBy[]
  /** Protected names that the command created, and where they are now. */
  readonly quarantined: readonly QuarantinedName[]
}

/**
 * Starts a fenced command and ends it when it reaches a limit. Limits of a single process are set by the plan itself; this
 * enforces those that count for all processes together: by a control group if the plan says so, else by watching.
 */
export function runFenced(start: FencedStart): LimitedProcess {
  const { limits, grouped = [], guarded } = start.plan
  const group = makeControlGroup(grouped, limits)
  if (!group.ok) return notStarted(start, group.faults[0].message)
  const guard = guardNames(guarded, start.env)
  const fenced = startFenced({ ...start, group: group.value.enter })
  let stoppedBy: StoppedBy | null = null
  const stop = (by: StoppedBy) => {
    stoppedBy ??= by
    fenced.kill()
  }
  const timer = limits.seconds === null ? null : setTimeout(() => stop('seconds'), limits.seconds * 1_000)
  const watch = watchTree({ fenced, limits, grouped, group: group.value, stop })
  const printed = outputCounter(limits, stop)
  for (const stream of [fenced.child.stdout, fenced.child.stderr])
    if (limits.output !== null) stream?.on('data', (chunk: Buffer) => printed(chunk.length))
  const result = fenced.end.then(end => {
    if (timer !== null) clearTimeout(timer)
    const near = watch()
    const reached = stoppedBy ?? group.value.reached()
    void removeSoon(group.value)
    return { end, stoppedBy, reached, near, quarantined: guard.finish() }
  })
  return { ...fenced, printed, result }
}

/** Processes leave a group a moment after they have ended. */
async function removeSoon(group: ControlGroup): Promise<void> {
  for (let tries = 0; tries < 20 && !group.remove(); tries += 1) await new Promise(resolve => setTimeout(resolve, 10))
}

function outputCounter({ output }: FenceLimits, stop: (by: 'output') => void): (bytes: number) => void {
  let total = 0
  return bytes => {
    total += bytes
    if (output !== null && total > output) stop('output')
  }
}

/** INVARIANT: a limit of the plan that cannot be enforced means that the command does not start. */
function notStarted(start: FencedStart, message: string): LimitedProcess {
  const end: FencedEnd = { kind: 'broken', message }
  const nothing = startFenced({ ...start, plan: { ...start.plan, argv: ['/bin/false'] }, argv: [], network: [] })
  return {
    ...nothing,
    printed: () => {},
    end: Promise.resolve(end),
    result: Promise.resolve({ end, stoppedBy: null, reached: null, near: [], quarantined: [] }),
  }
}
