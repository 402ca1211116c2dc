import { type Fault, ok, type Result } from '../core/fault.ts'
import type { Approver, Journal, Ports } from '../gate/ports.ts'
import { systemClock } from './clock.ts'
import { fileFacts } from './files/file-facts.ts'
import { openJournal } from './journal/journal-file.ts'
import { followToolPolicy } from './journal/tool-policy-log.ts'
import { nodeHash } from './node-hash.ts'
import { ownPaths } from './paths.ts'
import { randomId } from './random.ts'
import { openGrants } from './stores/grant-store.ts'
import { policyMemory } from './stores/policy-memory.ts'
import { readRunKey } from './stores/run-key.ts'

export interface OpenPortsOptions {
  /** Whoever may answer asks; none means that every ask is denied. */
  readonly approvers?: readonly Approver[]
  /** The journal's directory, if not the user's own. */
  readonly journal?: string
  readonly env?: NodeJS.ProcessEnv
  /** Told when a line of a policy's audit file cannot be written; the journal has the call, and the verdict stands. */
  readonly onAuditFault?: (fault: Fault) => void
}

/**
 * The real world for a gate: this machine's files, clock and journal.
 *
 * @example
 * const ports = await openPorts({ approvers: [ruleApprover({ rules })] })
 * if (ports.ok) createGate({ policies, place, ports: ports.value })
 */
export async function openPorts(options: OpenPortsOptions = {}): Promise<Result<Ports>> {
  const journal = await openOwnJournal(options)
  return journal.ok ? ok(portsOver(journal.value, options)) : journal
}

/** The same for one call, where there may be no journal, or a broken one: then the append fails, so that reads run and nothing else does. */
export async function openPortsAnyway(options: OpenPortsOptions = {}): Promise<Ports> {
  const journal = await openOwnJournal(options, true)
  return portsOver(journal.ok ? journal.value : unavailable(journal.faults[0]), options)
}

const openOwnJournal = ({ journal, env }: OpenPortsOptions, once = false): Promise<Result<Journal>> =>
  openJournal({ dir: journal ?? ownPaths(env).journal, clock: systemClock, newId: randomId, once })

const unavailable = (fault: Fault): Journal => ({
  append: async () => ({ ok: false, faults: [fault] }),
  close: async () => undefined,
})

const portsOver = (
  journal: Journal,
  { approvers = [], env = process.env, onAuditFault = () => {} }: OpenPortsOptions,
): Ports => ({
  facts: fileFacts,
  journal,
  approvers,
  clock: systemClock,
  newId: randomId,
  runKey: readRunKey(ownPaths(env).runKey),
  hash: nodeHash,
  policyMemory: policyMemory(ownPaths(env).policies),
  env: callEnvironment(env),
  grants: openGrants(ownPaths(env), systemClock),
  follow: followToolPolicy(env, onAuditFault),
})

/** What a call would find in its environment; what a shell counts and remembers on its way there says nothing. */
const callEnvironment = (env: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => isLasting(entry)))

const isLasting = ([name, value]: [string, string | undefined]): boolean => value !== undefined && !fleeting.has(name)

const fleeting = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD'])
