import { createInterface } from 'node:readline/promises'
import type { ParsedOptions } from './options.ts'
import { failed } from './outcome.ts'

export const hasTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true

/** Asks a person at a terminal. Only `y` or `yes` counts as a yes; the end of the input is a no. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-D and Ctrl-C leave the cursor after the question, so this prints the line break.
  const closed = new Promise<string>(resolve => terminal.once('close', () => resolve('\n')))
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
    if (answer === '\n') process.stdout.write(answer)
    return /^(y|yes)$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

interface Request {
  readonly question: string
  /** The action as a verb phrase: `trust a policy`. */
  readonly action: string
  /** Printed when the answer is no. */
  readonly declined: string
}

/** Whether a person agrees, by `--yes` or at a terminal. If not, it prints why nothing happens. */
export async function isConfirmed(options: ParsedOptions, { question, action, declined }: Request): Promise<boolean> {
  if (options.flag('yes')) return true
  if (!hasTerminal()) {
    failed(`only a person at a terminal can ${action}; run it there, or use --yes in your own script`)
    return false
  }
  const isYes = await confirm(question)
  if (!isYes) failed(declined)
  return isYes
}
