import type { Human, HumanQuestion } from '../../runtime/tools/interaction/human.ts'
import { painter, wantsColour } from '../terminal/painter.ts'
import { inTurn } from './in-turn.ts'
import { howToAnswer, questionLines, readAnswer } from './question-lines.ts'
import { ownTerminal, readLine, type Terminal } from './read-line.ts'

/**
 * The person at a terminal, for the questions of agents (`ask_human`). Questions and approvals wait for each other.
 *
 * @example
 * createAgent({ workspace, model, approve: terminalApprover(), human: terminalHuman() })
 */
export const terminalHuman = (terminal: Terminal = ownTerminal()): Human => ({
  ask: (question, signal) => inTurn(terminal, async () => (signal.aborted ? null : askAt(terminal, question, signal))),
})

async function askAt(terminal: Terminal, question: HumanQuestion, signal: AbortSignal): Promise<string | null> {
  const { output } = terminal
  const view = { paint: painter(wantsColour(output)), width: output.columns ?? 80 }
  output.write(`${questionLines(question, view).join('\n')}\n`)
  for (;;) {
    const line = await readLine(terminal, '> ', signal)
    if (line === null) {
      if (signal.aborted) output.write('the agent does not wait for this answer any more\n')
      return null
    }
    const answer = readAnswer(line, question)
    if (answer !== null) return answer
    output.write(`${howToAnswer(question)}\n`)
  }
}
