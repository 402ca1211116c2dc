import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allowIn } from '../../src/adapters/hooks/client.ts'
import { hookClients } from '../../src/adapters/hooks/clients.ts'
import { ruleApprover } from '../../src/approvals/rule-approver.ts'
import type { AllowMeaning } from '../../src/core/allow-meaning.ts'
import type { Place } from '../../src/core/call.ts'
import { effectText } from '../../src/core/effect-text.ts'
import type { FileFacts } from '../../src/core/facts.ts'
import { faultText, ok, type Result } from '../../src/core/fault.ts'
import { resolvePath } from '../../src/core/path.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { shorten } from '../../src/core/wording/shorten.ts'
import type { CheckOptions } from '../../src/gate/gate.ts'
import { refusal } from '../../src/gate/judge.ts'
import type { ApprovalRequest, Approver, ContainMemory, FenceFailure, Switches } from '../../src/gate/ports.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import { resolveBase } from '../../src/policy/base.ts'
import { combinePolicies, type Policies, type PolicyFile } from '../../src/policy/policies.ts'
import { readPolicy } from '../../src/policy/read/read.ts'
import { selfCheck } from '../../src/policy/read/self-check.ts'
import { type CompiledPolicy, compilePolicy, type RegexEngine } from '../../src/policy/rules/compile.ts'
import { loadRegex } from '../../src/policy/rules/regex.ts'
import type { PolicyDocument } from '../../src/policy/schema/document.ts'
import { madeUpPlace, memoryFacts } from '../../src/testing.ts'
import { madeUpMemory } from '../contain/contain-fixture.ts'
import { madeUpFence } from '../requirements/made-up-fence.ts'
import { openGate } from '../requirements/open-gate.ts'
import type { Case, CaseApprover } from './case.ts'

/** A verdict, with the questions and records that the gate produced. */
export interface Judged {
  readonly verdict: Verdict
  /** Every question that a person was shown. */
  readonly asked: readonly ApprovalRequest[]
  /** The journal, line by line. */
  readonly recorded: readonly string[]
}

/** Checks a case with a new gate, in a made-up place with made-up files. */
export async function judgeCase(given: Case): Promise<Judged> {
  const policies = await policiesOf(given)
  // A policy that does not load denies everything; a case must expect that by its code.
  if (!policies.ok && policies.faults[0].code === given.want.code)
    return { verdict: refusal(policies.faults[0]), asked: [], recorded: [] }
  const asked: ApprovalRequest[] = []
  let facts = factsOf(given)
  const { gate, journal, clock } = openGate({
    policies: value(policies),
    place: placeOf(given),
    facts: followed(() => facts),
    approvers: (given.approvers ?? []).map(one => approverOf(one, asked)),
    ...(given.gates_agents === undefined ? {} : { tools: { gatesAgents: true } }),
    ...(given.fence === undefined ? {} : { fence: madeUpFence().fence }),
    contained: memoryOf(given),
    ...(given.switched === undefined ? {} : { switches: switchesOf(given.switched) }),
  })
  const asks = given.approvers === undefined ? 'client' : 'gate'
  const options: CheckOptions = {
    ...{ asks, canReplace: given.replaces ?? false, allows: allowsOf(given) },
    ...(given.fence === undefined ? {} : { contain: { keepsDirectory: false, overlays: false } }),
  }
  const { timeoutMs } = value(policies).approvals
  // A person who has not answered by then never does, so the clock moves to the timeout.
  gate.events.on(event => event.type === 'approval_requested' && setImmediate(() => clock.advance(timeoutMs)))
  for (const { files, ...before } of given.earlier) {
    facts = factsOf({ ...given, files: files ?? given.files })
    await gate.check(callOf(before), options)
  }
  facts = factsOf(given)
  return { verdict: await gate.check(callOf(given), options), asked, recorded: journal.lines() }
}

/** The memory of contained runs that a case starts with. */
function memoryOf({ marks, failed }: Case): ContainMemory {
  const { memory } = madeUpMemory({ marks: (marks ?? []).map(path => resolvePath(madeUpPlace.cwd, path)) })
  const failures = failed === undefined ? [] : [failureOf(failed)]
  return { ...memory, recall: () => ({ ...memory.recall(), failures }) }
}

const failureOf = ({ program, verb, path }: NonNullable<Case['failed']>): FenceFailure => ({
  workspace: madeUpPlace.workspace[0] ?? '',
  program,
  verb,
  blocked: [{ opens: 'path', what: path, text: `the fence blocked writing to ${path}` }],
})

const switchesOf = (switched: NonNullable<Case['switched']>): Switches => ({
  read: session => ({
    stop: switched === 'stopped' ? { session, at: 0, by: 'dev' } : null,
    mode: { session, at: 0, by: 'dev', mode: switched === 'stopped' ? 'default' : switched },
  }),
  watch: () => () => {},
})

/** What an allow means to the client of the case; without a client, the caller runs the call itself. */
function allowsOf({ client }: Pick<Case, 'client'>): AllowMeaning | null {
  if (client === undefined) return 'approve'
  return allowIn({ approvesIn: hookClients[client.name]?.approvesIn ?? null }, client.mode)
}

/** The call as the gate takes it, with the case's cwd, agents and session. */
function callOf(given: Pick<Case, 'call' | 'cwd' | 'agents'> & { readonly session?: string | undefined }): CallInput {
  const { tool, ...input } = given.call
  return {
    tool,
    input,
    ...(given.cwd === undefined ? {} : { cwd: resolvePath(madeUpPlace.cwd, given.cwd) }),
    ...(given.agents === undefined ? {} : { agents: given.agents }),
    ...(given.session === undefined ? {} : { session: given.session }),
  }
}

const placeOf = (given: Case): Place => ({
  ...madeUpPlace,
  workspace: given.workspace ?? madeUpPlace.workspace,
  careful: given.careful,
  automation: given.automation,
  runner: given.runner,
})

function factsOf(given: Pick<Case, 'workspace' | 'files' | 'ignored'>): FileFacts {
  const root = (given.workspace ?? madeUpPlace.workspace)[0] ?? '/'
  return memoryFacts({
    files: Object.fromEntries(Object.entries(given.files).map(([path, file]) => [resolvePath(root, path), file])),
    ignored: given.ignored.map(path => resolvePath(root, path)),
  })
}

/** Files that may change between two calls. */
const followed = (now: () => FileFacts): FileFacts => ({
  realPath: path => now().realPath(path),
  kind: path => now().kind(path),
  text: path => now().text(path),
  names: path => now().names(path),
  links: path => now().links(path),
  ignored: path => now().ignored(path),
})

function approverOf(given: CaseApprover, asked: ApprovalRequest[]): Approver {
  if ('rules' in given)
    return ruleApprover({
      rules: given.rules.map(({ id, tool, says, throws, decision }) => ({
        id,
        tool,
        decision,
        condition: ({ summary }) => {
          if (throws) throw new Error('broken')
          return summary.includes(says ?? '')
        },
      })),
      ...(given.default === undefined ? {} : { default: given.default }),
    })
  return {
    name: 'person',
    channel: 'human',
    request: async request => {
      asked.push(request)
      if (given.person === 'broken') throw new Error('the channel is gone')
      return given.person === 'silent' ? new Promise(() => {}) : { decision: given.person, by: 'dev' }
    },
  }
}

const presets = resolve(import.meta.dirname, '..', '..', 'presets')
const known = new Map<string, Promise<Result<Policies>>>()

/** The policies of a case, compiled once for all cases that share them. */
function policiesOf(given: Case): Promise<Result<Policies>> {
  const key = JSON.stringify([
    given.preset,
    given.policy,
    given.config,
    given.untrusted_config,
    given.organisation,
    given.project,
    given.untrusted_project,
    given.mode,
    given.broken_regex,
  ])
  const policies = known.get(key) ?? combine(given)
  known.set(key, policies)
  return policies
}

async function combine(given: Case): Promise<Result<Policies>> {
  const files: PolicyFile[] = []
  for (const [layer, source, trusted] of [
    ['organisation', given.organisation, true],
    ['user', given.policy, true],
    ['project', given.project, true],
    ['project', given.untrusted_project, false],
  ] as const) {
    if (source === undefined) continue
    const document = readPolicy(withVersion(source), `${layer}.yaml`)
    const policy = document.ok
      ? await compile(document.value, given.broken_regex ? brokenRegex : await regex)
      : document
    if (!policy.ok) return policy
    files.push({ layer, trusted, policy: policy.value })
  }
  const config = given.config === undefined ? null : readConfig(given.config)
  for (const [layer, document, trusted] of [
    ['user', config, true],
    ['project', given.untrusted_config === undefined ? null : readConfig(given.untrusted_config), false],
  ] as const) {
    if (document !== null) files.push({ layer, trusted, policy: value(await compile(document, await regex)) })
  }
  const base = await resolveBase(preset(config?.extends ?? given.preset), async name => ok(preset(name)))
  const compiled = value(await compile(value(base), await regex))
  return ok(combinePolicies({ files, base: compiled, mode: given.mode ?? null, digest: 'case' }))
}

const blocks = resolve(import.meta.dirname, '..', 'dialects', 'blocks')

/** The text of a configuration: the case's own text, or a file that it names. */
export const configText = (config: string): string =>
  config.includes('\n') ? config : readFileSync(join(blocks, config), 'utf8')

const readConfig = (config: string): PolicyDocument =>
  value(readPolicy(configText(config), config.includes('\n') ? 'config.yaml' : config))

const withVersion = (source: string): string => (source.startsWith('version:') ? source : `version: 1\n${source}`)

const preset = (name: string): PolicyDocument =>
  value(readPolicy(readFileSync(join(presets, `${name}.yaml`), 'utf8'), `presets/${name}.yaml`))

const regex = loadRegex()

const brokenRegex: RegexEngine = () =>
  ok(() => {
    throw new Error('the engine failed')
  })

async function compile(document: PolicyDocument, engine: RegexEngine): Promise<Result<CompiledPolicy>> {
  const policy = compilePolicy(document, engine)
  if (!policy.ok) return policy
  const checked = selfCheck(policy.value)
  return checked.ok ? policy : checked
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.faults.map(faultText).join('\n'))
  return result.value
}

/** The effects as a case writes them. */
export const effectTexts = (verdict: Verdict): readonly string[] =>
  verdict.effects.map(effect => shorten(effectText(effect), madeUpPlace))
