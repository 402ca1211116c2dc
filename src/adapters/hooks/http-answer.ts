import type { HookAnswer } from './client.ts'

/** The answer to a request from a client's HTTP hook. */
export interface HttpAnswer {
  readonly status: number
  readonly body: string
}

/**
 * Turns an answer of `answerHook` into one for Claude Code's HTTP hooks, which post the same JSON that a command hook gets on
 * stdin. INVARIANT: the status is 200 and the body is complete JSON. The client treats another status as consent unless the
 * hook's settings say `onFailure: block`, and it treats an empty body as consent even then.
 */
export const httpAnswer = (answer: HookAnswer): HttpAnswer => ({
  status: 200,
  body:
    answer.exit === 2
      ? `${JSON.stringify({ decision: 'block', reason: answer.stderr.trim() })}\n`
      : answer.stdout === ''
        ? '{}\n'
        : answer.stdout,
})
