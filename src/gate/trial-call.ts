import type { Call } from '../core/call.ts'
import type { Effect } from '../core/effect.ts'
import { isTouch } from '../core/effect.ts'
import { own } from '../core/json.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { isKnown } from '../core/word.ts'
import type { FenceProfile } from '../fence/profile.ts'
import type { Policies } from '../policy/policies.ts'
import { notUndoable } from '../trial/undo-ceiling.ts'
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

/** The effects of an allowed call that delete or discard files of the workspace. */
const losses = (effects: readonly Effect[]): readonly Effect[] =>
  effects.filter(
    effect =>
      effect.where.at === 'local' && isLocalChange(effect) && (effect.kind === 'delete' || effect.kind === 'change'),
  )

/** Whether the files that a call deletes would fit the undo store. What git discards is only known afterwards. */
export const fitsStore = (
  effects: readonly Effect[],
  { undo }: Pick<Policies, 'undo'>,
  { trials }: Pick<Ports, 'trials'>,
): boolean => {
  const paths = losses(effects).flatMap(effect => (isTouch(effect) && isKnown(effect.path) ? effect.path : []))
  return paths.length === 0 || trials === undefined || trials.fits(paths, undo)
}

/** Whether the command may run on after the call has ended, so that its changes are not complete then. */
export const outlivesCall = ({ tool, input }: Call): boolean =>
  /^exec_?command$/i.test(tool) || ['tty', 'run_in_background', 'is_background'].some(key => own(input, key) === true)

/** How a call runs with regard to overlays, and what a person is told before it starts. */
export interface TrialChoice {
  readonly mode: TrialMode | null
  readonly notes: readonly string[]
}

/** Whether a settled call runs in an overlay, and why. A call that starts no command never does. */
export async function trialChoice(
  { verdict, trial, planned }: SettledVerdict,
  judged: JudgedCall,
  ports: Pick<Ports, 'trials' | 'fence'>,
): Promise<TrialChoice> {
  const wish = judged.judgement.description?.fence ?? null
  const as = (mode: TrialMode | null): TrialChoice => ({ mode, notes: [] })
  if (verdict.decision !== 'allow' || wish === null) return as(null)
  if (planned !== undefined) return as(planned.plan.overlay === undefined ? null : 'contain')
  if (trial === true || judged.checking.trial) return as('trial')
  if (!(await wouldKeep(verdict, judged, ports))) return as(null)
  return fitsStore(verdict.effects, judged.policies, ports) ? as('undo') : { mode: null, notes: [notUndoable] }
}

/**
 * Whether a call that may run loses files that an overlay would keep. A person who approves a run without the fence, and a policy
 * without one, have no overlay either.
 */
export async function wouldKeep(
  { effects }: Pick<Verdict, 'effects'>,
  { call, judgement, policies, checking }: JudgedCall,
  ports: Pick<Ports, 'trials' | 'fence'>,
): Promise<boolean> {
  const wish = judgement.description?.fence ?? null
  const isFenced =
    wish !== null && wish !== 'none' && (policies.fence.mode === 'auto' || policies.fence.mode === 'enforce')
  if (checking.then !== 'run' || !isFenced || outlivesCall(call) || losses(effects).length === 0) return false
  return canTry(ports)
}

/** Whether this machine can run a call in an overlay. */
export const canTry = async ({ trials, fence }: Pick<Ports, 'trials' | 'fence'>): Promise<boolean> =>
  trials !== undefined && fence?.name === 'bubblewrap' && (await trials.probe().catch(() => null))?.ok === true

/** The fence of a trial. It has no network unless the policy lists hosts: what is sent cannot be taken back. */
export const trialProfile = (profile: FenceProfile, mode: TrialMode): FenceProfile => ({
  ...profile,
  overlay: true,
  // Nobody looks at these changes, so the fence keeps what it keeps without an overlay.
  ...(mode === 'undo' ? { keepsProtected: true } : {}),
  ...(mode === 'trial'
    ? { registries: false, network: profile.network === null || profile.network === 'full' ? [] : profile.network }
    : {}),
})
