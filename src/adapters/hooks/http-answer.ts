import type { HookAnswer } from './client.ts'

/** How a request of a client's HTTP hook is answered. */
export interface HttpAnswer {
  readonly status: number
  readonly body: string
}

/**
 * An answer of `answerHook` for Claude Code's HTTP hooks, which post what a command gets on stdin. INVARIANT: it is 200 and
 * complete JSON, for the client takes another status for consent unless the hook's settings say `onFailure: block`, and an
 * empty body for consent whatever they say.
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
