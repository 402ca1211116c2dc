import type { Result } from '../../core/fault.ts'
import type { Verdict } from '../../core/verdict.ts'
import { uncontained } from '../judge.ts'
import type { JudgedCall, SettledVerdict } from '../judged-call.ts'
import type { GrantStore, Ports } from '../ports.ts'
import { byFence, containedVerdict, stopped } from '../settled-verdict.ts'
import { canTry, outlivesCall } from '../trial-call.ts'
import { type ContainedPlan, containedPlan } from './contained-plan.ts'
import type { ContainOffer } from './containment.ts'

/** The ports that planning needs. */
export interface FencePorts extends Pick<Ports, 'fence' | 'clock' | 'contained' | 'trials'> {
  readonly grants?: Pick<GrantStore, 'read'>
}

/** A caller that can run a call inside the fence. */
export interface ContainCaller extends ContainOffer {
  /** Whether it can run a plan that changes files only in an overlay, and commit what the policies allow. */
  readonly overlays: boolean
  /** Takes the plan before the verdict is recorded; a fault leaves the ask to a person. A caller of `run` gets it with the call. */
  readonly hand?: (handed: HandedPlan) => Promise<Result<void>>
}

/** A contained call, for a caller that runs it elsewhere. */
export interface HandedPlan {
  readonly planned: ContainedPlan
  /** Its shell text and the input key of it; null if it has none. */
  readonly text: string | null
  readonly textKey: string | null
  readonly summary: string
  /** The id under which the journal records the call. */
  readonly record: string
  readonly verdict: Verdict
}

/**
 * The fence's answer to an ask, with the plan that it gives; null if the fence does not answer. A fence that does not work, or
 * a caller that cannot take the plan, leaves the ask to a person.
 */
export async function containCall(judged: JudgedCall, ports: FencePorts): Promise<SettledVerdict | null> {
  const { call, judgement, policies, opening, log, checking } = judged
  const { verdict, description, containment } = judgement
  // INVARIANT: what a contained run leaves behind must be remembered.
  if (containment?.answers !== true || checking.contain === null || ports.contained === undefined) return null
  const planned = await containedPlan({
    ...{ call, verdict, description, settings: policies.fence, fence: ports.fence, clock: ports.clock },
    grants: ports.grants?.read() ?? [],
    overlay: checking.contain.overlays && !outlivesCall(call) && (await canTry(ports)),
  })
  if (!planned.ok) return null
  const { text = null, textKey = null, summary = call.tool } = description ?? {}
  const handed = { planned: planned.value, text, textKey, summary, record: log.id, verdict }
  if ((await checking.contain.hand?.(handed))?.ok === false) return null
  const { digest } = planned.value
  return {
    verdict: containedVerdict(verdict, digest),
    unrecorded: [...opening, log.decided(byFence(digest), judgement)],
    planned: planned.value,
  }
}

/**
 * A call for which a person has just opened the fence: it runs inside, with what was opened. If no fence holds it now, it does
 * not run: the person did not agree to a run without one.
 */
export async function containOpened(
  judged: JudgedCall,
  settled: SettledVerdict,
  ports: FencePorts,
): Promise<SettledVerdict> {
  if (settled.verdict.decision !== 'allow') return settled
  const containment = { answers: true, why: null, failure: null }
  const contained = await containCall(
    { ...judged, opening: [], judgement: { ...judged.judgement, containment } },
    ports,
  )
  const fault = { code: 'sandbox_denied' as const, message: 'the fence could not be opened for this call' }
  return contained === null
    ? { verdict: stopped(settled.verdict, 'sandbox', fault), unrecorded: settled.unrecorded }
    : { ...contained, unrecorded: [...settled.unrecorded, ...contained.unrecorded] }
}

/** The same call where no fence answers: an ask, or a deny under a policy that never asks. */
export function withoutFence(judged: JudgedCall): JudgedCall {
  const verdict = uncontained(judged.judgement.verdict, judged.policies)
  return { ...judged, judgement: { ...judged.judgement, verdict } }
}
