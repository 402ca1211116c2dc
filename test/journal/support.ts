import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { CallRequested } from '../../src/audit/event.ts'
import type { Clock, Journal } from '../../src/gate/ports.ts'
import { type JournalOptions, openJournal } from '../../src/io/journal/journal-file.ts'

export const moment = '2025-01-01T00:00:00.000Z'

/** A clock whose waits end at once. */
export function fakeClock(): Clock & { readonly waited: () => number } {
  let waited = 0
  return {
    now: () => new Date(Date.parse(moment) + waited),
    after(ms, then) {
      waited += ms
      const timer = setImmediate(then)
      return () => clearImmediate(timer)
    },
    waited: () => waited,
  }
}

export { setting } from './setting.ts'

export const requested = (call: string, request: CallRequested['request'] = {}): CallRequested => ({
  type: 'tool_call_requested',
  session: 's',
  call,
  clientCall: null,
  agents: [],
  tool: 'Bash',
  at: moment,
  key: 'ab'.repeat(32),
  request,
  cwd: '/w',
  workspace: ['/w'],
  automation: false,
  careful: false,
  effects: [],
  facts: [],
  tier: 'read',
  risk: 'low',
})

/** A directory in memory, if there is one, for tests that do not depend on the speed of a disk. */
export const quickBase = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const made: string[] = []
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
})

export function freshDirectory(base: string = tmpdir()): string {
  const dir = mkdtempSync(join(base, 'sallyport-journal-'))
  made.push(dir)
  return join(dir, 'journal')
}

export async function opened(dir: string, options: Partial<JournalOptions> = {}): Promise<Journal> {
  const result = await openJournal({ dir, clock: fakeClock(), newId: randomUUID, ...options })
  if (!result.ok) throw new Error(result.faults[0].message)
  return result.value
}
