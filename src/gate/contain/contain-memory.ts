import type { Result } from '../../core/fault.ts'
import type { FencePlan } from '../../fence/fence.ts'
import type { AllowanceKind } from '../../fence/profile.ts'

/** Traces of earlier contained runs that matter to later calls. */
export interface LeftBehind {
  /** Absolute paths of files that they wrote and no person has accepted; a directory stands for everything below it. */
  readonly marks: readonly string[]
  /** Runs that the fence kept from their work. */
  readonly failures: readonly FenceFailure[]
}

export const nothingLeft: LeftBehind = { marks: [], failures: [] }

/** A program that did not get what it needed in the fence. */
export interface FenceFailure {
  readonly workspace: string
  readonly program: string
  /** The first plain word after the program; null if there is none. */
  readonly verb: string | null
  readonly blocked: readonly Blocked[]
}

/** One thing that the fence kept from a run: what would open it, if a person may, and a sentence. */
export interface Blocked {
  readonly opens: AllowanceKind | null
  readonly what: string
  readonly text: string
}

/** Remembers contained runs across processes. `recall` never throws: a memory that cannot be read marks everything. */
export interface ContainMemory {
  recall(): LeftBehind
  /** Marks everything that the plan lets the run write, until the run ends and it is known what it wrote. */
  begin(plan: FencePlan): Promise<Result<ContainedRun>>
  failed(failure: FenceFailure): Promise<Result<void>>
  /** Marks more paths, because an allowed call copies marked files there. */
  mark(paths: readonly string[]): Promise<Result<void>>
}

export interface ContainedRun {
  readonly id: string
  /** Replaces the marks of `begin` by the paths that the run wrote; if they are not given, by those that changed since. */
  end(wrote?: readonly string[]): Promise<Result<void>>
}
