import { ok, type Result } from '../core/fault.ts'
import type { Approver, Ports } from '../ports.ts'
import { systemClock } from './clock.ts'
import { fileFacts } from './file-facts.ts'
import { openJournal } from './journal-file.ts'
import { nodeHash } from './journal-hash.ts'
import { ownPaths } from './paths.ts'
import { policyMemory } from './policy-memory.ts'
import { randomId } from './random.ts'
import { readRunKey } from './run-key.ts'

export interface OpenPortsOptions {
  /** Whoever may answer asks; none means that every ask is denied. */
  readonly approvers?: readonly Approver[]
  /** The journal's directory, if not the user's own. */
  readonly journal?: string
  readonly env?: NodeJS.ProcessEnv
}

/**
 * The real world for a gate: this machine's files, clock and journal.
 *
 * @example
 * const ports = await openPorts({ approvers: [ruleApprover({ rules })] })
 * if (ports.ok) createGate({ policies, place, ports: ports.value })
 */
export async function openPorts(options: OpenPortsOptions = {}): Promise<Result<Ports>> {
  const paths = ownPaths(options.env)
  const journal = await openJournal({
    dir: options.journal ?? paths.journal,
    clock: systemClock,
    newId: randomId,
  })
  if (!journal.ok) return journal
  return ok({
    facts: fileFacts,
    journal: journal.value,
    approvers: options.approvers ?? [],
    clock: systemClock,
    newId: randomId,
    runKey: readRunKey(paths.runKey),
    hash: nodeHash,
    policyMemory: policyMemory(ownPaths().policies),
  })
}
