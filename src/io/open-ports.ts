import { randomBytes, randomUUID } from 'node:crypto'
import { ok, type Result } from '../core/fault.ts'
import type { Approver, Ports } from '../ports.ts'
import { systemClock } from './clock.ts'
import { fileFacts } from './file-facts.ts'
import { openJournal } from './journal-file.ts'
import { nodeHash } from './journal-hash.ts'
import { ownPaths } from './paths.ts'
import { policyMemory } from './policy-memory.ts'

export interface OpenPortsOptions {
  /** Whoever may answer asks; none means that every ask is denied. */
  readonly approvers?: readonly Approver[]
  /** The journal's directory, if not the user's own. */
  readonly journal?: string
}

/**
 * The real world for a gate: this machine's files, clock and journal.
 *
 * @example
 * const ports = await openPorts({ approvers: [ruleApprover({ rules })] })
 * if (ports.ok) createGate({ policies, place, ports: ports.value })
 */
export async function openPorts(options: OpenPortsOptions = {}): Promise<Result<Ports>> {
  const journal = await openJournal({
    dir: options.journal ?? ownPaths().journal,
    clock: systemClock,
    newId: randomUUID,
  })
  if (!journal.ok) return journal
  return ok({
    facts: fileFacts,
    journal: journal.value,
    approvers: options.approvers ?? [],
    clock: systemClock,
    newId: randomUUID,
    runKey: randomBytes(32),
    hash: nodeHash,
    policyMemory: policyMemory(ownPaths().policies),
  })
}
