import { setImmediate } from 'node:timers/promises'
import type { Link } from '../../audit/chain.ts'
import { fail, ok, type Result } from '../../core/fault.ts'

/** Collects appends while the disk is busy, so that one flush serves all of them, in order. */
export interface Queue {
  /** Resolves to the link of the last of these texts once all are durable. */
  add(texts: readonly string[]): Promise<Result<Link>>
  /** Resolves when all earlier appends are settled; later appends fail. */
  close(): Promise<void>
}

/** Writes the texts that `take` returns. Calls `take` as late as possible, when it is ready to write. */
export type Commit = (take: () => readonly string[]) => Promise<Result<readonly Link[]>>

interface Entry {
  readonly texts: readonly string[]
  readonly settle: (result: Result<Link>) => void
}

/** `join` is how long callers wait for others to join them; by default one turn of the event loop. */
export function openQueue(commit: Commit, join: () => Promise<unknown> = turn): Queue {
  const waiting: Entry[] = []
  let running: Promise<void> | null = null
  let closed = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await join()
      const first = waiting.length
      let batch: readonly Entry[] = []
      const result = await attempt(() => {
        batch = takeBatch(waiting)
        return batch.flatMap(entry => entry.texts)
      })
      // If nothing was taken, the attempt failed for every caller that was waiting when it began.
      settleAll(batch.length > 0 ? batch : waiting.splice(0, first), result)
    }
    running = null
  }

  async function attempt(take: () => readonly string[]): Promise<Result<readonly Link[]>> {
    try {
      return await commit(take)
    } catch (error) {
      return fail('audit_unavailable', `the journal failed: ${error instanceof Error ? error.message : error}`)
    }
  }

  return {
    add(texts) {
      if (closed) return Promise.resolve(fail('audit_unavailable', 'the journal is closed'))
      if (waiting.length >= maxWaiting)
        return Promise.resolve(fail('audit_unavailable', `more than ${maxWaiting} appends are waiting`))
      return new Promise(settle => {
        waiting.push({ texts, settle })
        running ??= run()
      })
    },
    async close() {
      closed = true
      await running
    },
  }
}

/** Callers in the same turn of the event loop share a batch. */
const turn = () => setImmediate()

const maxWaiting = 10_000
const maxBatchChars = 1_000_000

/** Takes as many entries as fit into one write, and at least one. */
function takeBatch(waiting: Entry[]): readonly Entry[] {
  let chars = 0
  let count = 0
  for (const { texts } of waiting) {
    if (count > 0 && chars > maxBatchChars) break
    for (const text of texts) chars += text.length
    count += 1
  }
  return waiting.splice(0, count)
}

function settleAll(batch: readonly Entry[], result: Result<readonly Link[]>): void {
  let done = 0
  for (const { texts, settle } of batch) {
    done += texts.length
    if (!result.ok) settle(result)
    else {
      const link = result.value[texts.length === 0 ? result.value.length - 1 : done - 1]
      settle(link === undefined ? fail('internal', 'a record has no link') : ok(link))
    }
  }
}
