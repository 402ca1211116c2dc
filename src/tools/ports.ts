/** What some tools must ask about before they can be described. Answers are facts of this moment, not decisions. */
export interface ToolPorts {
  /** The command that a skill's action stands for (R121); null if there is no such action. */
  readonly resolveSkill?: (mention: string, action: string) => SkillCommand | null
  /** The directory that a skill's reference files lie in; null if there is no such skill. */
  readonly skillDirectory?: (mention: string) => string | null
  /** What was typed into an exec session since its last line ended, so that lines can be assembled (C11). */
  readonly typedBefore?: (session: string) => string
}

export interface SkillCommand {
  readonly argv: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}
