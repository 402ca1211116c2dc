import type { ApprovalOutcome } from '../../src/audit/event.ts'
import type { Place } from '../../src/core/call.ts'
import type { FileFacts } from '../../src/core/facts.ts'
import { createGate } from '../../src/gate/gate.ts'
import type {
  ApprovalRequest,
  Approver,
  ContainMemory,
  Fence,
  GrantStore,
  PolicyMemory,
  Resolver,
  Switches,
} from '../../src/gate/ports.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import type { Trials } from '../../src/gate/trial-port.ts'
import { loadPolicies } from '../../src/io/policies/load-policies.ts'
import { combinePolicies, type Policies, type PolicyFile } from '../../src/policy/policies.ts'
import { readPolicy } from '../../src/policy/read/read.ts'
import { compilePolicy } from '../../src/policy/rules/compile.ts'
import { loadRegex } from '../../src/policy/rules/regex.ts'
import type { Mode } from '../../src/policy/schema/document.ts'
import { fakeClock, madeUpPlace, memoryFacts, memoryJournal } from '../../src/testing.ts'
import type { DescribeOptions } from '../../src/tools/describe.ts'
import { noHome, noWorkspace } from '../no-home.ts'

/** A preset without any settings of this machine. */
export async function withPreset(preset: string, mode?: Mode): Promise<Policies> {
  const loaded = await loadPolicies({
    place: noWorkspace,
    preset,
    env: noHome,
    ...(mode === undefined ? {} : { mode }),
  })
  if (!loaded.ok) throw new Error(loaded.faults[0].message)
  return loaded.value
}

export const balanced = await withPreset('balanced')

/** `balanced` or another preset, with a user policy on top. */
export const withPolicy = (source: string, base = balanced): Promise<Policies> =>
  withFiles([{ layer: 'user', trusted: true, source }], base)

/** The same with files of several layers. */
export async function withFiles(
  given: readonly (Pick<PolicyFile, 'layer' | 'trusted'> & { readonly source: string })[],
  { base } = balanced,
): Promise<Policies> {
  const files: PolicyFile[] = []
  for (const { source, ...file } of given) {
    const document = readPolicy(`version: 1\n${source}`, `${file.layer}.yaml`)
    const policy = document.ok ? compilePolicy(document.value, await loadRegex()) : document
    if (!policy.ok) throw new Error(policy.faults[0].message)
    files.push({ ...file, policy: policy.value })
  }
  return combinePolicies({ files, base, mode: null, digest: given.map(({ source }) => source).join() })
}

/** A configuration of another system, with the base that it names. */
export async function withConfig(config: string): Promise<Policies> {
  const document = readPolicy(config, 'config.yaml')
  const policy = document.ok ? compilePolicy(document.value, await loadRegex()) : document
  if (!policy.ok) throw new Error(policy.faults[0].message)
  const { base } = await withPreset(policy.value.document.extends ?? 'balanced')
  return combinePolicies({
    files: [{ layer: 'user', trusted: true, policy: policy.value }],
    base,
    mode: null,
    digest: config,
  })
}

/** A gate with fake ports, its journal and its clock. */
export function openGate(
  options: {
    readonly approvers?: readonly Approver[]
    readonly place?: Partial<Place>
    readonly policies?: Policies
    readonly tools?: DescribeOptions
    readonly policyMemory?: PolicyMemory
    readonly facts?: FileFacts
    readonly grants?: GrantStore
    readonly fence?: Fence
    readonly contained?: ContainMemory
    readonly inTime?: <T>(work: () => T) => T | null
    readonly resolve?: Resolver
    readonly switches?: Switches
    readonly trials?: Trials
  } = {},
) {
  const clock = fakeClock()
  const journal = memoryJournal({ journal: 'test', at: clock.now().toISOString() })
  let id = 0
  const gate = createGate({
    policies: options.policies ?? balanced,
    place: { ...madeUpPlace, ...options.place },
    ports: {
      facts: options.facts ?? memoryFacts({}),
      journal,
      approvers: options.approvers ?? [],
      clock,
      newId: () => `id-${++id}`,
      runKey: new Uint8Array(32),
      resolve: options.resolve ?? (async () => ['93.184.215.14']),
      ...(options.switches === undefined ? {} : { switches: options.switches }),
      ...(options.grants === undefined ? {} : { grants: options.grants }),
      ...(options.fence === undefined ? {} : { fence: options.fence }),
      ...(options.trials === undefined ? {} : { trials: options.trials }),
      ...(options.contained === undefined ? {} : { contained: options.contained }),
      ...(options.inTime === undefined ? {} : { inTime: options.inTime }),
      ...(options.policyMemory === undefined ? {} : { policyMemory: options.policyMemory }),
    },
    ...(options.tools === undefined ? {} : { tools: options.tools }),
  })
  return { gate, journal, clock, types: () => journal.events().map(event => event.type) }
}

/** A person who gives every question the same answer, and the questions. */
export function person(decision: ApprovalOutcome = 'approved') {
  const asked: ApprovalRequest[] = []
  const approver: Approver = {
    name: 'person',
    channel: 'human',
    request: async request => {
      asked.push(request)
      return { decision, by: 'dev' }
    },
  }
  return { approver, asked }
}

/** A person who never answers. */
export const nobodyHome: Approver = { name: 'silent', channel: 'human', request: () => new Promise(() => {}) }

export const bash = (command: string): CallInput => ({ tool: 'Bash', input: { command } })
