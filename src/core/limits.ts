/** Every parser, queue, file and wait has a named maximum. Reaching it is a deny, never a shortcut. */
export const limits = {
  /** Characters of one call's input, all strings together. */
  inputChars: 4_000_000,
  /** How deep a call's input may nest. */
  inputDepth: 64,
  /** Values in one call's input. */
  inputValues: 100_000,
  /** Characters of a tool name. */
  toolName: 256,
  /** Characters of a path that a tool names: no file system takes more. */
  pathChars: 4_096,
  /** Bytes of one line of `check --jsonl`. */
  lineBytes: 16_000_000,
  /** Characters of shell code that is parsed, heredoc data not counted. */
  shellCode: 65_536,
  /** Characters of a command in all. */
  shellText: 2_000_000,
  /** Openers such as `$(`, `{` and `<<` in one command, and the costly `$[` among them. */
  shellOpeners: 512,
  shellOldArithmetic: 16,
  /** How many commands stand inside one another. */
  shellDepth: 32,
  /** Commands that are followed, those of loops and functions each time anew; long ones count for several. */
  shellSteps: 10_000,
  /** Variables of a shell whose values are kept; the values of others count as unknown. */
  shellVariables: 256,
  /** Characters of text that a command prints or writes, each text once, and that are looked through. */
  toldText: 4_000_000,
  /** Effects of one call. */
  effects: 2_000,
  /** Bytes of a policy file, its nesting, and its rules. */
  policyBytes: 2_000_000,
  policyDepth: 24,
  /** Bytes of a policy as it is compiled, and of all that a person has trusted. */
  compiledBytes: 64_000_000,
  trustBytes: 64_000_000,
  policyRules: 20_000,
  /** Bytes of another program's settings. */
  settingsBytes: 16_000_000,
  /** Files that `extends` may chain. */
  policyExtends: 8,
  /** Characters of a user's regular expression. */
  regexChars: 1_000,
  /** Bytes of one journal record, and of a segment before it is closed. */
  recordBytes: 262_144,
  segmentBytes: 64_000_000,
  /** Milliseconds to wait for the journal's lock. */
  lockWait: 500,
  /** Characters of a recorded string (R139). */
  recordedChars: 500,
  /** Approvals that may be pending at once (R148). */
  pendingApprovals: 100,
  /** Questions that are kept for a person to answer elsewhere, and how long; how long such an answer holds. */
  waitingQuestions: 50,
  waitingBytes: 262_144,
  waitingMs: 3_600_000,
  answerMs: 600_000,
  /** Grants that are kept, the bytes of their file, and how long one holds: with its session, and without. */
  grants: 500,
  grantBytes: 1_000_000,
  sessionGrantMs: 12 * 3_600_000,
  alwaysGrantMs: 90 * 24 * 3_600_000,
  /** How long a pause may last. */
  pauseMs: 3_600_000,
  /** How long a tool may run: where nobody says otherwise, and in any case. */
  runMs: 3_600_000,
  longestRunMs: 604_800_000,
  /** How long the fence may take to say whether it works. */
  probeMs: 10_000,
  /** What is typed into a program: lines that one call may end, and characters of earlier lines that are kept. */
  typedLines: 1_000,
  typedBefore: 4_096,
  /** Bytes of a line that every terminal passes on whole. */
  terminalLine: 1_000,
  /** Remembered approvals of one run. */
  rememberedKeys: 10_000,
  /** Characters of a sub-agent's prompt (R155). */
  agentPrompt: 32_000,
} as const
