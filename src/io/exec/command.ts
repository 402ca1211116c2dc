import type { FencePlan } from '../../fence/fence.ts'
import type { FenceReport } from '../fence/fence-report.ts'
import { mostAttempts } from '../fence/start-fenced.ts'
import type { EnteredNetwork } from './call-networks.ts'
import type { TerminalSize } from './terminal.ts'

/** A command to start. */
export interface Command {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The fence that it must run in; null: it runs as it is. */
  readonly plan: FencePlan | null
  /** The environment of this process. In the fence, the plan says which of it the command gets. */
  readonly env: NodeJS.ProcessEnv
  /** Variables that the command gets in any case. */
  readonly variables: Readonly<Record<string, string>>
  /** The network of the fence, if there is one. */
  readonly network: EnteredNetwork | null
  /** Whether the command can be typed to. */
  readonly input: 'none' | 'pipe' | TerminalSize
  /** Gets all output. A terminal has no separate error output. */
  readonly onOutput: (chunk: Uint8Array, from: 'stdout' | 'stderr') => void
}

/** A command that runs. */
export interface RunningCommand {
  /** How it ended. All output has arrived then, and all its processes are gone. Rejects with a `ToolFailure` if it could not start. */
  readonly end: Promise<CommandEnd>
  /** Sends text to its input; false if it takes no more. */
  write(text: string): boolean
  /** Closes its input after what was written. A terminal has no such end: type Ctrl-D there. */
  endInput(): void
  resize(size: TerminalSize): void
  /** Kills the command and all its processes. */
  kill(): void
}

export interface CommandEnd {
  /** As a shell reports it: 127 if there is no such program, 128 + N if signal N ended it. */
  readonly exitCode: number
  /** The signal that ended it, as far as that is known. */
  readonly signal: NodeJS.Signals | null
  readonly fence: FenceReport | null
}

/** Whether a command whose sandbox failed may start at another attempt. */
export const mayStartAgain = ({ fence }: CommandEnd, attempt: number): boolean =>
  fence?.ended.end.kind === 'broken' && fence.ended.end.canRetry === true && attempt < mostAttempts
