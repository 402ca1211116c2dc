import { type Fault, ok, type Result } from '../core/fault.ts'
import type { Approver, Journal, Ports } from '../gate/ports.ts'
import { systemClock } from './clock.ts'
import { fileFacts } from './files/file-facts.ts'
import { stopInTime } from './hook/stop-in-time.ts'
import { openJournal } from './journal/journal-file.ts'
import { ownerText, thisOwner } from './journal/lock-owner.ts'
import { followToolPolicy } from './journal/tool-policy-log.ts'
import { lookUpHost } from './look-up-host.ts'
import { nodeHash } from './node-hash.ts'
import { ownPaths } from './paths.ts'
import { randomId } from './random.ts'
import { openContainStore } from './stores/contain-store.ts'
import { openGrants } from './stores/grant-store.ts'
import { policyMemory } from './stores/policy-memory.ts'
import { readRunKey } from './stores/run-key.ts'
import { openSwitches } from './stores/switches.ts'

export interface OpenPortsOptions {
  /** The approvers that may answer asks; with none, every ask is denied. */
  readonly approvers?: readonly Approver[]
  /** The journal's directory; by default the user's own. */
  readonly journal?: string
  readonly env?: NodeJS.ProcessEnv
  /** Called when a line of a policy's audit file cannot be written. The call is still in the journal, and the verdict does not change. */
  readonly onAuditFault?: (fault: Fault) => void
}

/**
 * Connects a gate to this machine: its files, clock and journal.
 *
 * @example
 * const ports = await openPorts({ approvers: [ruleApprover({ rules })] })
 * if (ports.ok) createGate({ policies, place, ports: ports.value })
 */
export async function openPorts(options: OpenPortsOptions = {}): Promise<Result<Ports>> {
  const journal = await openOwnJournal(options)
  return journal.ok ? ok(portsOver(journal.value, options)) : journal
}

/** The same for a single call. Succeeds even if the journal is missing or broken; then every append fails, so that only reads run. */
export async function openPortsAnyway(options: OpenPortsOptions = {}): Promise<Ports> {
  const journal = await openOwnJournal(options, true)
  return { ...portsOver(journal.ok ? journal.value : unavailable(journal.faults[0]), options), inTime: stopInTime }
}

export interface SharedPorts {
  /** The ports for a call with this environment. */
  for(env: NodeJS.ProcessEnv): Ports
  readonly journal: Journal
}

/** The ports for many calls, each with an environment of its own, over one journal: appends that come together share a flush. */
export function openSharedPorts(own: NodeJS.ProcessEnv): SharedPorts {
  const journal = reopened(() => openOwnJournal({ env: own }))
  return {
    journal,
    for: env => ({
      ...portsOver(journal, { env }),
      grants: { ...openGrants(ownPaths(env), systemClock), keepsSessions: true },
    }),
  }
}

/** A journal that is opened again after it failed, because a person may have repaired it. */
function reopened(open: () => Promise<Result<Journal>>): Journal {
  let opening: Promise<Result<Journal>> | null = null
  return {
    append: async events => {
      opening ??= open()
      const used = opening
      const journal = await used
      const written = journal.ok ? await journal.value.append(events) : journal
      if (!written.ok && opening === used) {
        opening = null
        if (journal.ok) void journal.value.close()
      }
      return written
    },
    close: async () => {
      const journal = await opening
      if (journal?.ok === true) await journal.value.close()
    },
  }
}

const openOwnJournal = ({ journal, env }: OpenPortsOptions, once = false): Promise<Result<Journal>> => {
  const own = ownPaths(env)
  const place = journal === undefined ? { dir: own.journal, anchor: own.journalAnchor } : { dir: journal }
  return openJournal({ ...place, clock: systemClock, newId: randomId, once })
}

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
  process: () => ownerText(thisOwner(randomId())),
  runKey: readRunKey(ownPaths(env).runKey),
  hash: nodeHash,
  resolve: lookUpHost,
  survey: async (measures, place) => (await import('./blast-radius/survey.ts')).survey(measures, place, env),
  policyMemory: policyMemory(ownPaths(env).policies),
  env: callEnvironment(env),
  grants: openGrants(ownPaths(env), systemClock),
  switches: openSwitches(ownPaths(env)),
  contained: openContainStore(ownPaths(env), systemClock),
  follow: followToolPolicy(env, onAuditFault),
})

/** The environment that a call would see, without the variables that every shell changes by itself. */
const callEnvironment = (env: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => isStable(entry)))

const isStable = ([name, value]: [string, string | undefined]): boolean =>
  value !== undefined && !changedByShells.has(name)

const changedByShells = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD'])
