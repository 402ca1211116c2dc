/** Every parser, queue, file and wait has a named limit. Reaching a limit denies the call; it never skips a check. */
export const limits = {
  /** Characters of one call's input, all strings together. */
  inputChars: 4_000_000,
  /** How deep a call's input may nest. */
  inputDepth: 64,
  /** Values in one call's input. */
  inputValues: 100_000,
  /** Characters of a tool name. */
  toolName: 256,
  /** Characters of a path in a tool's input: no file system accepts more. */
  pathChars: 4_096,
  /** Bytes of one line of `check --jsonl`. */
  lineBytes: 16_000_000,
  /** Characters of shell code to parse, without heredoc data. */
  shellCode: 65_536,
  /** Characters of a whole command. */
  shellText: 2_000_000,
  /** Openers such as `$(`, `{` and `<<` in one command, and the costly `$[` among them. */
  shellOpeners: 512,
  shellOldArithmetic: 16,
  /** How deep commands may nest. */
  shellDepth: 32,
  /** Commands to interpret; those in loops and functions count each time, long ones count several times. */
  shellSteps: 10_000,
  /** Shell variables whose values are tracked; the values of further ones count as unknown. */
  shellVariables: 256,
  /** Characters of printed or written text to scan, each text counted once. */
  toldText: 4_000_000,
  /** Bytes of the caches of all workspaces in the fence together. */
  fenceCacheBytes: 5 * 2 ** 30,
  /** Files that a trial may change, and bytes that it may write. */
  trialChanges: 200_000,
  trialBytes: 4 * 2 ** 30,
  /** Bytes of the store of undo points, and how long a point is kept, unless the policy says otherwise. */
  undoBytes: 2 ** 30,
  undoMs: 7 * 24 * 3_600_000,
  /** Mounts of a fence: each one makes the start of a command slower. */
  fenceMounts: 250,
  /** How long a hook may judge one call: less than its whole time, so that it can still record the deny and answer. */
  judgeMs: 15_000,
  /** Effects of one call. */
  effects: 2_000,
  /** Bytes of a policy file, its nesting, and its rules. */
  policyBytes: 2_000_000,
  policyDepth: 24,
  /** Bytes of a compiled policy, and of the file of trusted policies. */
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
  /** Names to look up for one call, and milliseconds to wait for an answer. */
  resolvedHosts: 32,
  resolveMs: 2_000,
  /** Characters of a recorded string (R139). */
  recordedChars: 500,
  /** Approvals that may be pending at once (R148). */
  pendingApprovals: 100,
  /** Questions kept for an answer through another channel, their size and lifetime; how long such an answer is valid. */
  waitingQuestions: 50,
  waitingBytes: 262_144,
  waitingMs: 3_600_000,
  answerMs: 600_000,
  /** How long a question waits in the inbox unless a person extends it (R71). */
  questionMs: 120_000,
  /** Grants to keep, the bytes of their file, and how long a grant is valid: for a session, and `always`. */
  grants: 500,
  grantBytes: 1_000_000,
  hourGrantMs: 3_600_000,
  sessionGrantMs: 12 * 3_600_000,
  alwaysGrantMs: 90 * 24 * 3_600_000,
  /** How long a pause may last. */
  pauseMs: 3_600_000,
  /** How long a tool may run: by default, and at most. */
  runMs: 3_600_000,
  longestRunMs: 604_800_000,
  /** Calls of one step of an agent that run at once, if its creator does not say. */
  parallelCalls: 8,
  /** How long a command may run if the call does not say, and bytes of its output that a result shows by default. */
  commandMs: 120_000,
  shownBytes: 32_768,
  /** Bytes of output that are kept until they are read, for each program. */
  heldBytes: 262_144,
  /** Programs that may take input at once; how long one may run, and how long without a call that reads or types. */
  execSessions: 64,
  sessionMs: 24 * 3_600_000,
  sessionIdleMs: 3_600_000,
  /** How long a call may wait for output: by default when it starts a program, when it types, and at most. */
  firstYieldMs: 10_000,
  yieldMs: 1_000,
  longestYieldMs: 300_000,
  /** Limits of the memory of contained runs: bytes of the file, paths, failures; and files that are looked at after a run. */
  containedBytes: 4_000_000,
  containedMarks: 4_000,
  containedFailures: 500,
  containedLook: 100_000,
  /** Contained runs that have not ended; and how long a run may go on in a client that does not say when it ends. */
  containedRuns: 200,
  containedRecentMs: 600_000,
  /** Bytes of the text of a call that a client runs in the fence: Linux limits the length of one word of a command. */
  containedText: 100_000,
  /** How long a client may take to start a contained call. */
  ticketSeconds: 120,
  /** Sessions whose fence is remembered. */
  fenceSessions: 1_000,
  /** Contained calls whose results have not arrived, and bytes of what is kept about one. */
  handedCalls: 200,
  handedBytes: 2_000_000,
  /** Limits of the copies for an undo behind a hook: files, bytes, and the time in which git must list them. */
  copiedFiles: 5_000,
  copiedBytes: 64 * 2 ** 20,
  copiedListMs: 1_000,
  /** How long a copy waits for the result of its call. */
  copiedWaitMs: 600_000,
  /** How long the check that the fence works may take. */
  probeMs: 10_000,
  /** Input typed into a program: lines that one call may complete, and characters of earlier lines that are kept. */
  typedLines: 1_000,
  typedBefore: 4_096,
  /** Bytes of a line that no terminal cuts. */
  terminalLine: 1_000,
  /** Characters of a tool's output that the model gets, and entries of a list in it. */
  outputChars: 100_000,
  outputEntries: 2_000,
  /** Bytes of a file that a tool reads or changes as text, and of an image. */
  fileBytes: 16_000_000,
  imageBytes: 8_000_000,
  /** Bytes of a web page, how long it may take, and how many redirects it may have. */
  pageBytes: 4_000_000,
  pageMs: 30_000,
  pageRedirects: 5,
  /** Remembered approvals of one run. */
  rememberedKeys: 10_000,
  /** Characters of a sub-agent's prompt (R155). */
  agentPrompt: 32_000,
} as const
