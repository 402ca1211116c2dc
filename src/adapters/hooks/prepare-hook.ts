import { memoryJournal } from '../../audit/memory-journal.ts'
import { nowhere, type Place } from '../../core/call.ts'
import { timestamp } from '../../core/clock.ts'
import { noFacts } from '../../core/facts.ts'
import { createGate } from '../../gate/gate.ts'
import type { CallInput } from '../../gate/take-call.ts'
import { systemClock } from '../../io/clock.ts'
import { loadPreset } from '../../io/policies/load-policies.ts'

/**
 * Judges everyday calls of a project that is nowhere, so that what no call changes is there when a real one comes: the preset that
 * most people use, and what the tables say of the programs that most calls name.
 *
 * INVARIANT: nothing of the machine is looked at but this installation.
 */
export async function prepareHook(calls: readonly CallInput[]): Promise<void> {
  const policies = await loadPreset()
  if (!policies.ok) throw new Error(policies.faults[0].message)
  const journal = memoryJournal({ journal: 'nowhere', at: timestamp(systemClock.now()) })
  const ports = { facts: noFacts, journal, approvers: [], clock: systemClock, newId, runKey }
  const gate = createGate({ policies: policies.value, place: inSomeProject, ports })
  for (const call of calls) await gate.check(call)
}

/** Where everyday calls are allowed, as they mostly are: what only questions need is not made. */
const inSomeProject: Place = { ...nowhere, cwd: '/project', workspace: ['/project'], home: '/home' }

const newId = (): string => 'nobody'
const runKey = new Uint8Array(32)
