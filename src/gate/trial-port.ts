import type { Result } from '../core/fault.ts'
import type { FencePlan } from '../fence/fence.ts'
import type { OverlayMethod } from '../fence/overlay.ts'
import type { TrialDiff } from '../trial/change.ts'
import type { UndoCeiling } from '../trial/undo-ceiling.ts'

/** Runs in an overlay: what they change is looked at before it is kept. */
export interface Trials {
  /** How overlays are mounted here; a fault says why they are not. */
  probe(): Promise<Result<OverlayMethod>>
  /** Makes the overlays of a plan. A fault means that nothing may run. */
  open(plan: FencePlan, request: TrialRequest): Promise<Result<OpenTrial>>
  /** Whether the files at these paths would fit the undo store, with everything in them. */
  fits(paths: readonly string[], ceiling: UndoCeiling): boolean
}

export interface TrialRequest {
  /** The command, for people. */
  readonly title: string
  /** The call's id in the journal. */
  readonly call?: string
  readonly ceiling: UndoCeiling
}

/** The overlays of one run. It ends with `commit` or `discard`. */
export interface OpenTrial {
  readonly id: string
  readonly roots: readonly string[]
  /** The plan to start the command with. */
  readonly plan: FencePlan
  /** What the command changed. Call it when all its processes have ended. */
  diff(): Promise<Result<TrialDiff>>
  /** Whether the commit of this diff would leave an undo point. */
  canUndo(diff: TrialDiff): boolean
  /** Where the changed file is until the commit. */
  newText(path: string): string
  /** Makes the changes in the real directories: all of them, or none. */
  commit(diff: TrialDiff): Promise<Result<Committed>>
  discard(): void
}

export interface Committed {
  readonly id: string
  /** Whether `sallyport undo` can take it back. */
  readonly canUndo: boolean
}
