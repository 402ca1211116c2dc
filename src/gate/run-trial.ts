import type { Decision } from '../core/decision.ts'
import type { Code, Result } from '../core/fault.ts'
import type { Reason } from '../core/verdict.ts'
import type { FenceDenial } from '../fence/explain/denial.ts'
import type { FencePlan } from '../fence/fence.ts'
import type { TrialDiff } from '../trial/change.ts'
import { diffRows, diffSummary } from '../trial/diff-words.ts'
import type { DiffJudging, DiffVerdict } from './judge-diff.ts'
import type { TrialMode } from './trial-call.ts'
import type { OpenTrial } from './trial-port.ts'

/** A run in an overlay that has ended, for the person or program that decides about its changes. */
export interface ReviewedTrial {
  readonly diff: TrialDiff
  readonly verdict: DiffVerdict
  readonly trial: OpenTrial
  /** Whether a commit can be undone later. */
  readonly canUndo: boolean
}

/** Decides about the changes of a trial. Rejecting means that they are discarded. */
export type ReviewTrial = (reviewed: ReviewedTrial) => Promise<TrialAnswer>

export interface TrialAnswer {
  readonly keeps: boolean
  /** Who or what decided. */
  readonly because: string
}

/** How a trial ended. */
export interface TrialOutcome {
  readonly id: string
  readonly summary: string
  /** The first changes, with `+`, `-` or `~` in front of the path. */
  readonly changes: readonly string[]
  /** How many changed paths `changes` leaves out. */
  readonly more: number
  readonly mode: TrialMode
  readonly decision: Decision
  readonly committed: boolean
  readonly canUndo: boolean
  readonly because: string
  /** Discarded changes that the fence stops without an overlay as well. */
  readonly denials: readonly FenceDenial[]
}

/** What a call needs to run in an overlay. */
export interface PlannedTrial {
  readonly mode: TrialMode
  readonly open: (plan: FencePlan) => Promise<Result<OpenTrial>>
  readonly judge: (diff: TrialDiff, ground: Pick<DiffJudging, 'roots' | 'opened'>) => DiffVerdict
  readonly review: ReviewTrial
}

type Ended<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: Code; readonly reason: string }

export interface EndedTrial<T> {
  readonly ended: Ended<T>
  /** Null if the command did not run to its end. */
  readonly outcome: TrialOutcome | null
  /** The paths that were committed. */
  readonly wrote: readonly string[]
  /** Why its changes were not kept; empty if they were, or if there were none. */
  readonly discarded: readonly Reason[]
}

/**
 * Runs a command in an overlay, and commits or discards what it changed. INVARIANT: the real directories change only in a commit,
 * and whatever fails on the way discards.
 */
export async function runTrial<T>(
  plan: FencePlan,
  { mode, open, judge, review }: PlannedTrial,
  run: (plan: FencePlan) => Promise<Ended<T>>,
): Promise<EndedTrial<T>> {
  const opened = await open(plan)
  const none = { outcome: null, wrote: [], discarded: [] }
  if (!opened.ok)
    return { ended: { ok: false, code: opened.faults[0].code, reason: opened.faults[0].message }, ...none }
  const trial = opened.value
  try {
    const ended = await run(trial.plan)
    if (!ended.ok) return { ended, ...none }
    const diff = await trial.diff()
    if (!diff.ok) return { ended: failed(diff.faults[0].code, diff.faults[0].message), ...none }
    const { changes } = diff.value
    const verdict = judge(diff.value, { roots: trial.roots, opened: plan.opened ?? [] })
    const answer = await review({ diff: diff.value, verdict, trial, canUndo: trial.canUndo(diff.value) })
    const rows = diffRows(changes, trial.roots)
    const discarded: TrialOutcome = {
      id: trial.id,
      mode,
      summary: diffSummary(diff.value),
      changes: rows.slice(0, mostRecorded).map(({ sign, path }) => `${sign} ${path}`),
      more: Math.max(rows.length - mostRecorded, 0),
      decision: verdict.decision,
      committed: false,
      canUndo: false,
      because: answer.because,
      denials: answer.keeps ? [] : verdict.denials,
    }
    if (!answer.keeps) return { ended, outcome: discarded, wrote: [], discarded: decisiveReasons(verdict) }
    if (changes.length === 0) return { ended, outcome: { ...discarded, committed: true }, wrote: [], discarded: [] }
    const wrote = changes.map(({ path }) => path)
    const committed = await trial.commit(diff.value)
    if (!committed.ok) {
      const [{ code, message }] = committed.faults
      return { ended: failed(code, message), outcome: { ...discarded, because: message }, wrote, discarded: [] }
    }
    return { ended, outcome: { ...discarded, committed: true, canUndo: committed.value.canUndo }, wrote, discarded: [] }
  } catch (error) {
    return { ended: failed('tool_failed', error instanceof Error ? error.message : 'the trial failed'), ...none }
  } finally {
    discardQuietly(trial)
  }
}

export const mostRecorded = 50

/** The first reasons of those that decided about the changes. */
const decisiveReasons = ({ decision, reasons }: DiffVerdict): readonly Reason[] =>
  reasons.filter(reason => reason.decision === decision).slice(0, 3)

const failed = (code: Code, reason: string): Ended<never> => ({
  ok: false,
  code,
  reason: `${reason}; what the command changed was discarded`,
})

/** After a commit there is nothing left to discard. */
function discardQuietly(trial: OpenTrial): void {
  try {
    trial.discard()
  } catch {
    // The next command removes it.
  }
}
