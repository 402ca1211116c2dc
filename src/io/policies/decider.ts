import { randomBytes } from 'node:crypto'
import type { Place } from '../../core/call.ts'
import { type Faults, fail, ok, type Result } from '../../core/fault.ts'
import type { Decided } from '../../explain/decided.ts'
import { judge, unjudged } from '../../gate/judge.ts'
import { containedVerdict } from '../../gate/settled-verdict.ts'
import { takeCall } from '../../gate/take-call.ts'
import type { Policies } from '../../policy/policies.ts'
import { loadReaders } from '../../shell/code/load-readers.ts'
import { systemClock } from '../clock.ts'
import { fileFacts } from '../files/file-facts.ts'
import { ownPaths } from '../paths.ts'
import { findPlace } from '../place.ts'
import { openContainStore } from '../stores/contain-store.ts'
import { type LoadOptions, loadPolicies } from './load-policies.ts'

/** The choices for this run: the directory of the calls, and policies in addition to the files that are found. */
export interface DeciderOptions extends Omit<LoadOptions, 'place'> {
  readonly cwd: string
  /** Whether to judge as if the caller could run calls inside a fence. */
  readonly fence?: boolean
}

/** Decides without recording, for `check`, `explain` and the playground. */
export interface Decider {
  readonly place: Place
  readonly policies: Policies
  /** Never rejects: an invalid call or an invalid policy is a deny. */
  decide(raw: unknown): Promise<Decided>
}

export async function openDecider({ cwd, fence = false, ...chosen }: DeciderOptions): Promise<Result<Decider>> {
  const place = findPlace({ cwd })
  const policiesFor = cachedPolicies(chosen)
  const first = await policiesFor(place)
  if (!first.ok) return first
  const runKey = randomBytes(32)
  return ok({
    place,
    policies: first.value,
    decide: async raw => {
      const taken = takeCall(raw, place)
      if (!taken.ok) return refused(taken.faults)
      const call = taken.value
      const policies = await policiesFor(call.place)
      if (!policies.ok) return refused(policies.faults)
      const judgement = judge(call, {
        policies: policies.value,
        facts: fileFacts,
        runKey,
        tools: {},
        readers: await loadReaders(JSON.stringify(call.input)),
        leftBehind: openContainStore(ownPaths(), systemClock).recall,
        ...(fence ? { contain: { keepsDirectory: false } } : {}),
      })
      const isContained = judgement.containment?.answers === true
      const verdict = isContained ? containedVerdict(judgement.verdict) : judgement.verdict
      return { ...judgement, verdict, call, policies: policies.value }
    },
  })
}

const refused = (faults: Faults): Decided => ({
  ...unjudged(faults[0]),
  call: null,
  policies: null,
})

/** Loads the policies of each workspace once: many calls of one stream share them. */
function cachedPolicies(chosen: Omit<LoadOptions, 'place'>): (place: Place) => Promise<Result<Policies>> {
  const known = new Map<string, Promise<Result<Policies>>>()
  return place => {
    const key = place.workspace.join('\n')
    const before = known.get(key)
    if (before !== undefined) return before
    const loading = loadPolicies({ ...chosen, place }).catch(() =>
      fail('policy_unreadable', 'the policies cannot be loaded'),
    )
    known.set(key, loading)
    return loading
  }
}
