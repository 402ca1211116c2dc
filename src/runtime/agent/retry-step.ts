import type { Clock } from '../../core/clock.ts'
import { type Conversation, ModelFailure, type ModelStep, type StepOptions } from './model.ts'

export interface Retrying extends StepOptions {
  readonly clock: Clock
  /** Called before each wait; text of the failed try must be dropped. */
  readonly onRetry: (retry: Retry) => void
}

export interface Retry {
  readonly reason: string
  readonly waitMs: number
  /** 1 for the first repetition. */
  readonly attempt: number
}

/** How often a failed step is repeated, and the longest wait between two tries. */
export const maxRetries = 3
const firstWaitMs = 1_000
const longestWaitMs = 60_000

/** Calls the model, and again if the provider is busy or the connection drops: a few times, with growing waits. */
export async function retryStep(conversation: Conversation, options: Retrying): Promise<ModelStep> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await conversation.step(options)
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (options.signal.aborted || !failure.retryable || attempt > maxRetries) throw failure
      const waitMs = waitBefore(attempt, failure)
      options.onRetry({ reason: failure.message, waitMs, attempt })
      await sleep(waitMs, options)
      if (options.signal.aborted) throw failure
    }
  }
}

const waitBefore = (attempt: number, { retryAfterMs }: ModelFailure): number =>
  Math.min(longestWaitMs, Math.max(retryAfterMs ?? 0, firstWaitMs * 2 ** (attempt - 1)))

const asFailure = (thrown: unknown): ModelFailure =>
  thrown instanceof ModelFailure
    ? thrown
    : new ModelFailure(thrown instanceof Error ? thrown.message : 'the model failed', {
        kind: 'unknown',
        retryable: false,
      })

/** Ends early if the run ends. */
const sleep = (ms: number, { clock, signal }: Pick<Retrying, 'clock' | 'signal'>): Promise<void> =>
  new Promise(resolve => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    signal.addEventListener('abort', end, { once: true })
  })
