import { memoryJournal } from '../../audit/memory-journal.ts'
import { nowhere, type Place } from '../../core/call.ts'
import { timestamp } from '../../core/clock.ts'
import { noFacts } from '../../core/facts.ts'
import { createGate } from '../../gate/gate.ts'
import type { CallInput } from '../../gate/take-call.ts'
import { systemClock } from '../../io/clock.ts'
import { loadPreset } from '../../io/policies/load-policies.ts'

/**
 * Judges typical calls in a project that does not exist, so that everything the calls share is ready for the first real one:
 * the default preset, and the compiled tables of common programs.
 *
 * INVARIANT: reads nothing on this machine except this installation.
 */
export async function prepareHook(calls: readonly CallInput[]): Promise<void> {
  const policies = await loadPreset()
  if (!policies.ok) throw new Error(policies.faults[0].message)
  const journal = memoryJournal({ journal: 'nowhere', at: timestamp(systemClock.now()) })
  const ports = { facts: noFacts, journal, approvers: [], clock: systemClock, newId, runKey }
  const gate = createGate({ policies: policies.value, place: imaginaryProject, ports })
  for (const call of calls) await gate.check(call)
}

/** A place where typical calls are allowed, so that code which only asks need is not loaded. */
const imaginaryProject: Place = { ...nowhere, cwd: '/project', workspace: ['/project'], home: '/home' }

const newId = (): string => 'prepare'
const runKey = new Uint8Array(32)
