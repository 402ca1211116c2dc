import type { Call, World } from '../core/call.ts'
import { type Decision, stricter } from '../core/decision.ts'
import type { Touch } from '../core/effect.ts'
import type { FileFacts } from '../core/facts.ts'
import { isWithin } from '../core/path.ts'
import type { Reason } from '../core/verdict.ts'
import { isKnown } from '../core/word.ts'
import { floor } from '../guard/floor.ts'
import { locate } from '../guard/locate.ts'
import type { Policies } from '../policy/policies.ts'
import { evaluate } from '../policy/rules/evaluate.ts'
import { makeSubject } from '../policy/rules/subject.ts'
import type { TreeChange, TrialDiff } from '../trial/change.ts'
import { isGitData, protectedReason } from '../trial/protected-change.ts'

export interface DiffJudging {
  readonly call: Call
  readonly policies: Policies
  readonly facts: FileFacts
  readonly roots: readonly string[]
  /** Paths outside the workspace that a policy or a person lets the command write to. */
  readonly opened: readonly string[]
  /** Whether the call itself was allowed or approved already, so that only what nobody agreed to can stop its changes. */
  readonly isApproved: boolean
}

/** What the policies say about the changes of a trial. */
export interface DiffVerdict {
  readonly decision: Decision
  /** Strictest first. */
  readonly reasons: readonly Reason[]
  /** The changes as effects, as if a file tool had made them. */
  readonly effects: readonly Touch[]
}

/** Judges each change as a file tool's write or delete; a protected name asks in any case. */
export function judgeDiff({ changes }: TrialDiff, judging: DiffJudging): DiffVerdict {
  const { call, policies, facts, isApproved, opened } = judging
  const world: World = { place: call.place, facts, sensitive: policies.sensitive, tables: policies.tables }
  const shown = changes.filter(({ within }) => within !== true)
  const effects = shown.map(change => effectOf(change, world))
  const subject = makeSubject({
    call,
    effects,
    risk: 'low',
    escalated: false,
    complex: false,
    mode: policies.chosenMode,
    text: null,
  })
  const said = [
    ...floor({ effects, place: call.place, isFileTool: true }),
    ...(effects.length === 0 ? [] : evaluate(policies, subject).reasons),
  ]
  const marks = shown.flatMap((change, index) => markOf(change, index, judging))
  const isAgreed = ({ effect }: Reason): boolean => isApproved || (effect !== null && isOpened(effects[effect], opened))
  const counted = said.filter(reason => reason.decision === 'deny' || !isAgreed(reason))
  const reasons = [...counted, ...marks].sort((a, b) => rank(b.decision) - rank(a.decision))
  const decision = reasons.reduce<Decision>((worst, reason) => stricter(worst, reason.decision), 'allow')
  return { decision, reasons, effects }
}

/** Whether a change is of a path that was opened. A sensitive one is never opened with it. */
const isOpened = (effect: Touch | undefined, opened: readonly string[]): boolean =>
  effect !== undefined &&
  effect.sensitive === null &&
  effect.zone !== 'workspace' &&
  opened.some(path => isKnown(effect.path) && isWithin(effect.path, path))

const rank = (decision: Decision): number => ['allow', 'ask', 'deny'].indexOf(decision)

function effectOf({ path, was, now }: TreeChange, world: World): Touch {
  const isDeleted = now === null || (was?.kind === 'directory' && now.kind !== 'directory')
  const touch = locate(
    {
      kind: isDeleted ? 'delete' : 'write',
      path,
      cwd: world.place.cwd,
      how: 'trial',
      recursive: isDeleted && was?.kind === 'directory',
    },
    world,
  )
  // Git's own objects and refs: a commit writes them, and git starts no program because of them.
  return isGitData(path) && touch.zone === 'workspace' ? { ...touch, sensitive: null, tier: 'write' } : touch
}

/** A protected name asks a person. Where the fence alone runs an agreed call, it keeps such a file as it is, as without an overlay. */
function markOf(change: TreeChange, index: number, { roots, isApproved }: DiffJudging): readonly Reason[] {
  const why = protectedReason(change, roots)
  if (why === null) return []
  const because = `changes \`${change.path}\`: ${why}`
  const decision = isApproved ? 'deny' : 'ask'
  return [{ layer: 'boundary', decision, code: null, because, effect: index, rule: null, instead: null }]
}
