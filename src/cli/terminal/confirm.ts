import { createInterface } from 'node:readline/promises'

export const hasTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true

/** Asks a person at a real terminal. Anything but a plain yes is a no, and so is the end of the input. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-D and Ctrl-C leave the cursor behind the question.
  const closed = new Promise<string>(resolve => terminal.once('close', () => resolve('\n')))
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
    if (answer === '\n') process.stdout.write(answer)
    return /^(y|yes)$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
