import type { Clock } from '../core/clock.ts'

/** How often to check whether the client is still connected (R149). */
const everyMs = 1_000

/**
 * Cancels a question when the client disconnects: pass the signal to `gate.check`, and call `stop` afterwards.
 *
 * @example
 * const client = clientLeft({ clock, isGone: () => response.closed })
 * try { return await gate.check(call, { signal: client.signal }) } finally { client.stop() }
 */
export function clientLeft({ clock, isGone }: { readonly clock: Clock; readonly isGone: () => boolean }): {
  readonly signal: AbortSignal
  stop(): void
} {
  const left = new AbortController()
  let cancel = () => {}
  const look = (): void => {
    cancel = () => {}
    if (isGone()) left.abort()
    else cancel = clock.after(everyMs, look)
  }
  look()
  return { signal: left.signal, stop: () => cancel() }
}
