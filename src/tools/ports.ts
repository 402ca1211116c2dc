import type { ExecSessions } from './families/exec-sessions.ts'

/** Facts that some tools need to describe a call. They are true at this moment and decide nothing. */
export interface ToolPorts {
  /** The command of a skill's action (R121); null if there is no such action. */
  readonly resolveSkill?: (mention: string, action: string) => SkillCommand | null
  /** The directory of a skill's reference files; null if there is no such skill. */
  readonly skillDirectory?: (mention: string) => string | null
  /** The running programs that take input (C11). Without it, the owner of a session is unknown and all typing asks. */
  readonly sessions?: Pick<ExecSessions, 'find'>
  /** Whether the sub-agents that calls start make all their own calls through this gate, with limits on their number. */
  readonly gatesAgents?: boolean
}

export interface SkillCommand {
  readonly argv: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** A digest of the files that the action can run, so that an approval does not cover a script that changed since. */
  readonly digest?: string
}
