import type { ExecSessions } from './families/exec-sessions.ts'

/** What some tools must ask about before they can be described. Answers are facts of this moment, not decisions. */
export interface ToolPorts {
  /** The command that a skill's action stands for (R121); null if there is no such action. */
  readonly resolveSkill?: (mention: string, action: string) => SkillCommand | null
  /** The directory that a skill's reference files lie in; null if there is no such skill. */
  readonly skillDirectory?: (mention: string) => string | null
  /** The programs that runs have started and that take input (C11). Without it, nobody knows whose a session is, and all typing asks. */
  readonly sessions?: Pick<ExecSessions, 'find'>
}

export interface SkillCommand {
  readonly argv: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}
