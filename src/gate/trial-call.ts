import type { Call } from '../core/call.ts'
import type { Effect } from '../core/effect.ts'
import { isTouch } from '../core/effect.ts'
import { own } from '../core/json.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import type { FenceProfile } from '../fence/profile.ts'
import type { JudgedCall, SettledVerdict } from './judged-call.ts'
import type { Ports } from './ports.ts'

/**
 * Why a call runs in an overlay. `trial`: what it changes answers the question about it. `contain`: the fence answered, and the
 * policies judge what it changes. `undo`: it may run, and deletes files, so the old ones are kept.
 */
export type TrialMode = 'trial' | 'contain' | 'undo'

/**
 * Whether a trial can answer the question about a call: everything that asks is a change in the workspace, which the diff shows.
 * A call that reaches a host has done so before anyone sees the diff.
 */
export function isAnsweredByTrial({ judgement, call, checking }: JudgedCall): boolean {
  const { verdict, description } = judgement
  if (verdict.decision !== 'ask' || checking.then !== 'run' || (description?.escalated ?? true)) return false
  if (verdict.effects.some(({ kind }) => kind === 'connect' || kind === 'spawn') || outlivesCall(call)) return false
  const asking = verdict.reasons.filter(({ decision }) => decision === 'ask')
  return asking.every(reason => (checking.trial || reason.trial === true) && isShownByDiff(reason, verdict))
}

function isShownByDiff({ effect, trial }: Reason, { effects }: Verdict): boolean {
  const about = effect === null ? undefined : effects[effect]
  if (about === undefined || about.where.at !== 'local') return false
  return isLocalChange(about) || (about.kind === 'run' && trial === true)
}

/** A change of files in the workspace. */
const isLocalChange = (effect: Effect): boolean =>
  isTouch(effect)
    ? effect.kind !== 'read' && effect.zone === 'workspace'
    : effect.kind === 'change' && effect.system === 'git' && treeChanges.has(effect.action)

const treeChanges = new Set(['discard', 'delete-untracked'])

/** Whether an allowed call deletes or discards files of the workspace. */
export const wantsUndo = (effects: readonly Effect[]): boolean =>
  effects.some(
    effect =>
      effect.where.at === 'local' && isLocalChange(effect) && (effect.kind === 'delete' || effect.kind === 'change'),
  )

/** Whether the command may run on after the call has ended, so that its changes are not complete then. */
export const outlivesCall = ({ tool, input }: Call): boolean =>
  /^exec_?command$/i.test(tool) || ['tty', 'run_in_background', 'is_background'].some(key => own(input, key) === true)

/** Whether a settled call runs in an overlay, and why. A call that starts no command never does. */
export async function trialMode(
  { verdict, trial, planned }: SettledVerdict,
  { call, checking, judgement, policies }: JudgedCall,
  ports: Pick<Ports, 'trials' | 'fence'>,
): Promise<TrialMode | null> {
  const wish = judgement.description?.fence ?? null
  if (verdict.decision !== 'allow' || wish === null) return null
  if (planned !== undefined) return planned.plan.overlay === undefined ? null : 'contain'
  if (trial === true || checking.trial) return 'trial'
  // A person who approves a run without the fence, and a policy without one, have no overlay either.
  const isFenced = wish !== 'none' && (policies.fence.mode === 'auto' || policies.fence.mode === 'enforce')
  if (!isFenced || outlivesCall(call) || !wantsUndo(verdict.effects)) return null
  return (await canTry(ports)) ? 'undo' : null
}

/** Whether this machine can run a call in an overlay. */
export const canTry = async ({ trials, fence }: Pick<Ports, 'trials' | 'fence'>): Promise<boolean> =>
  trials !== undefined && fence?.name === 'bubblewrap' && (await trials.probe().catch(() => null))?.ok === true

/** The fence of a trial. It has no network unless the policy lists hosts: what is sent cannot be taken back. */
export const trialProfile = (profile: FenceProfile, mode: TrialMode): FenceProfile => ({
  ...profile,
  overlay: true,
  ...(mode === 'trial'
    ? { registries: false, network: profile.network === null || profile.network === 'full' ? [] : profile.network }
    : {}),
})
