import { setImmediate } from 'node:timers/promises'
import type { Link } from '../../audit/chain.ts'
import { fail, ok, type Result } from '../../core/fault.ts'

/** Gathers what callers add while the disk is busy, so that one flush serves them all, in the order in which they came. */
export interface Queue {
  /** The link of the last of these texts, once all are durable. */
  add(texts: readonly string[]): Promise<Result<Link>>
  /** Resolves when all that was added is settled; what comes later fails. */
  close(): Promise<void>
}

/** Writes what `take` gives, and calls it when it is ready to: as late as possible. */
export type Commit = (take: () => readonly string[]) => Promise<Result<readonly Link[]>>

interface Entry {
  readonly texts: readonly string[]
  readonly settle: (result: Result<Link>) => void
}

/** `join`: how long callers wait for others to join them; a turn, if not told. */
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
      // If nothing was taken, the wait is over for those who were there when it began.
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

/** Callers of the same turn travel together. */
const turn = () => setImmediate()

const maxWaiting = 10_000
const maxBatchChars = 1_000_000

/** As many as one write should hold, and at least one. */
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
