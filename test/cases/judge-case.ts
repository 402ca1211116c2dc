import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { shorten } from '../../src/cli/verdict-text.ts'
import type { Place } from '../../src/core/call.ts'
import { effectText } from '../../src/core/effect-text.ts'
import { faultText, type Result } from '../../src/core/fault.ts'
import { resolvePath } from '../../src/core/path.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { judge, refusal } from '../../src/judge.ts'
import { resolveBase } from '../../src/policy/base.ts'
import { compilePolicy } from '../../src/policy/compile.ts'
import type { PolicyDocument } from '../../src/policy/document.ts'
import { combinePolicies, type Policies, type PolicyFile } from '../../src/policy/policies.ts'
import { readPolicy } from '../../src/policy/read.ts'
import { loadRegex } from '../../src/policy/regex.ts'
import { selfCheck } from '../../src/policy/self-check.ts'
import { loadReaders } from '../../src/shell/code/load-readers.ts'
import { takeCall } from '../../src/take-call.ts'
import { madeUpPlace, memoryFacts } from '../../src/testing.ts'
import type { Case } from './case.ts'

/** Judges a case through the library, in a made-up place with made-up files. */
export async function judgeCase(given: Case): Promise<Verdict> {
  const place = placeOf(given)
  const call = callOf(given)
  const taken = takeCall(call, place)
  if (!taken.ok) return refusal(taken.faults[0])
  return judge(taken.value, {
    policies: await policiesOf(given),
    facts: factsOf(given, place),
    runKey: new Uint8Array(32),
    tools: {},
    readers: await loadReaders(JSON.stringify(call.input)),
  }).verdict
}

export function callOf({ call: { tool, ...input } }: Case): {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
} {
  return { tool, input }
}

function placeOf(given: Case): Place {
  return {
    ...madeUpPlace,
    cwd: resolvePath(madeUpPlace.cwd, given.cwd ?? '.'),
    workspace: given.workspace ?? madeUpPlace.workspace,
    agents: given.agents ?? [],
    careful: given.careful,
    automation: given.automation,
    runner: given.runner,
  }
}

const factsOf = (given: Case, place: Place) =>
  memoryFacts({
    files: Object.fromEntries(
      Object.entries(given.files).map(([path, file]) => [resolvePath(place.workspace[0] ?? '/', path), file]),
    ),
    ignored: given.ignored.map(path => resolvePath(place.workspace[0] ?? '/', path)),
  })

const presets = resolve(import.meta.dirname, '..', '..', 'presets')
const known = new Map<string, Promise<Policies>>()

/** The policies of a case, compiled once for all cases that share them. */
export function policiesOf(given: Case): Promise<Policies> {
  const key = JSON.stringify([
    given.preset,
    given.policy,
    given.organisation,
    given.project,
    given.untrusted_project,
    given.mode,
  ])
  const policies = known.get(key) ?? combine(given)
  known.set(key, policies)
  return policies
}

async function combine(given: Case): Promise<Policies> {
  const files: PolicyFile[] = []
  for (const [layer, source, trusted] of [
    ['organisation', given.organisation, true],
    ['user', given.policy, true],
    ['project', given.project, true],
    ['project', given.untrusted_project, false],
  ] as const) {
    if (source !== undefined)
      files.push({ layer, trusted, policy: await compile(value(readPolicy(withVersion(source), `${layer}.yaml`))) })
  }
  const base = value(await resolveBase(preset(given.preset), async name => ({ ok: true, value: preset(name) })))
  return combinePolicies({ files, base: await compile(base), mode: given.mode ?? null, digest: 'case' })
}

const withVersion = (source: string): string => (source.startsWith('version:') ? source : `version: 1\n${source}`)

const preset = (name: string): PolicyDocument =>
  value(readPolicy(readFileSync(join(presets, `${name}.yaml`), 'utf8'), `presets/${name}.yaml`))

const regex = loadRegex()

async function compile(document: PolicyDocument) {
  const policy = value(compilePolicy(document, await regex))
  value(selfCheck(policy))
  return policy
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.faults.map(faultText).join('\n'))
  return result.value
}

/** The effects as a case writes them. */
export const effectTexts = (verdict: Verdict): readonly string[] =>
  verdict.effects.map(effect => shorten(effectText(effect), madeUpPlace))
