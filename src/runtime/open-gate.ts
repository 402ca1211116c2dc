import type { Place } from '../core/call.ts'
import { type Fault, type Faults, faultText, type Result } from '../core/fault.ts'
import { createGate, type Gate } from '../gate/gate.ts'
import type { Approver, Ports } from '../gate/ports.ts'
import { machineFence } from '../io/fence/machine-fence.ts'
import { openPorts } from '../io/open-ports.ts'
import { machineTrials } from '../io/overlay/trials.ts'
import { findPlace } from '../io/place.ts'
import { loadPolicies } from '../io/policies/load-policies.ts'
import type { Policies } from '../policy/policies.ts'
import type { Mode } from '../policy/schema/document.ts'
import type { DescribeOptions } from '../tools/describe.ts'
import { type Approve, functionApprover } from './function-approver.ts'

export interface OpenGateOptions {
  /** The directory of the calls. Its git repository is the workspace, unless you name another. */
  readonly cwd: string
  readonly workspace?: readonly string[]
  /** Answers asks: a function, or approvers such as `terminalApprover()`. Without it, every ask is denied. */
  readonly approve?: Approve | Approver | readonly Approver[]
  /** Whether no person watches. A function for `approve` then counts as code, and approvers for people are not asked. */
  readonly automation?: boolean
  /** A preset in place of the one that the policy files extend. */
  readonly preset?: string
  /** A policy file for this session. It is trusted. */
  readonly policy?: string
  readonly mode?: Mode
  readonly session?: string
  /** Your own tools, from `registerTools` or `addTools`, and the ports that tools need. */
  readonly tools?: DescribeOptions
  /** The journal's directory; by default the user's own. */
  readonly journal?: string
  readonly env?: NodeJS.ProcessEnv
  /** Called when a line of a policy's audit file cannot be written. */
  readonly onAuditFault?: (fault: Fault) => void
}

/** A gate on this machine, with what it was made of. */
export interface OpenedGate extends Gate {
  readonly place: Place
  readonly policies: Policies
  readonly ports: Ports
  /** Closes the journal. Call it when no call is open any more. */
  close(): Promise<void>
}

/** Thrown if a gate cannot be opened: a policy is invalid, or the journal is broken. */
export class GateError extends Error {
  readonly faults: Faults
  constructor(faults: Faults) {
    super(faults.map(faultText).join('\n'))
    this.name = 'GateError'
    this.faults = faults
  }
}

/**
 * Opens a gate for the calls of an agent: finds the workspace, loads the policies, opens the journal and the machine's sandbox.
 * Throws a `GateError` if one of these fails, so that no program goes on without a gate by mistake.
 *
 * @example
 * const gate = await openGate({ cwd: process.cwd(), approve: async ({ summary }) => (summary === 'Bash: git push' ? 'allow' : 'deny') })
 * const verdict = await gate.check({ tool: 'Bash', input: { command: 'npm test' } })
 */
export async function openGate(options: OpenGateOptions): Promise<OpenedGate> {
  const {
    cwd,
    workspace,
    session,
    automation = false,
    preset,
    policy,
    mode,
    env,
    journal,
    onAuditFault,
    tools,
  } = options
  const place = findPlace({
    cwd,
    client: 'sallyport',
    runner: 'sallyport',
    automation,
    ...given({ workspace, session, env }),
  })
  const policies = orThrow(await loadPolicies({ place, ...given({ preset, policy, mode, env }) }))
  const opened = orThrow(await openPorts({ approvers: approversOf(options), ...given({ journal, env, onAuditFault }) }))
  const ports: Ports = {
    ...opened,
    fence: machineFence({ workspace: place.workspace, ...given({ env }) }),
    trials: machineTrials(given({ env })),
  }
  const gate = createGate({ policies, ports, place, ...given({ tools }) })
  return { ...gate, place, policies, ports, close: () => ports.journal.close() }
}

function approversOf({ approve, automation = false }: OpenGateOptions): readonly Approver[] {
  if (approve === undefined) return []
  if (typeof approve === 'function') return [functionApprover(approve, automation ? 'code' : 'human')]
  return 'request' in approve ? [approve] : approve
}

function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new GateError(result.faults)
}

/** The options that are set. */
const given = <T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never
