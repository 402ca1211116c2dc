import type { Effect } from '../../core/effect.ts'
import type { FencePlan } from '../fence.ts'
import type { FenceLimits } from '../profile.ts'

/** All that is known about a fenced command that failed. */
export interface FailedRun {
  readonly plan: FencePlan
  /** The command's own words. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly home: string
  /** The command's effects, from the analysis. */
  readonly effects: readonly Effect[]
  readonly exitCode: number
  /** The limit that the run reached, as the kernel or the watchdog counted it; null if none. */
  readonly reached: keyof FenceLimits | null
  /** Limits that it came close to. */
  readonly near: readonly (keyof FenceLimits)[]
  /** Connections that the proxy refused. */
  readonly refused: readonly RefusedHost[]
  /** Whether the kernel counted packets inside that no route leads out for; null if it was not asked. */
  readonly triedOtherHosts: boolean | null
  /** The names of the variables outside. */
  readonly env: readonly string[]
  /** The last of what the command printed to standard error; null if it printed nothing, or if it was not captured. */
  readonly stderr: string | null
}

export interface RefusedHost {
  readonly host: string
  readonly port: number
  readonly because: string
}

/** Harmless looks at the machine from outside the fence. */
export interface OutsideView {
  look(path: string): PathLook
  /** Whether a service of this machine listens at a port. */
  listens(port: number): boolean
}

export interface PathLook {
  /** Without symbolic links, as far as the path exists. */
  readonly path: string
  readonly exists: boolean
  readonly isReadable: boolean
  /** Whether this user may write to the path, or create it. */
  readonly isWritable: boolean
  /** Bytes of a file. */
  readonly size: number
}
