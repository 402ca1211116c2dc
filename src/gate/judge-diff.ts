import type { Call, World } from '../core/call.ts'
import { type Decision, stricter } from '../core/decision.ts'
import type { Touch } from '../core/effect.ts'
import type { FileFacts } from '../core/facts.ts'
import { isWithin } from '../core/path.ts'
import type { Reason } from '../core/verdict.ts'
import { isKnown } from '../core/word.ts'
import type { FenceDenial } from '../fence/explain/denial.ts'
import { floor } from '../guard/floor.ts'
import { locate } from '../guard/locate.ts'
import type { Policies } from '../policy/policies.ts'
import { evaluate } from '../policy/rules/evaluate.ts'
import { makeSubject } from '../policy/rules/subject.ts'
import type { TreeChange, TrialDiff } from '../trial/change.ts'
import { fencedReason, isGitData, protectedReason } from '../trial/protected-change.ts'

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
  /** The changes that the fence alone would have stopped, for a call that was agreed to. */
  readonly denials: readonly FenceDenial[]
}

/** Judges each change as a file tool's write or delete; a protected name asks in any case. */
export function judgeDiff({ changes }: TrialDiff, judging: DiffJudging): DiffVerdict {
  const { call, policies, facts, roots, isApproved, opened } = judging
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
  const marks = shown.flatMap((change, index) =>
    isApproved
      ? markOf(change, index, fencedReason(change, roots), 'deny')
      : markOf(change, index, protectedReason(change, roots), 'ask'),
  )
  const denials = isApproved ? shown.flatMap(change => denialOf(change, roots)) : []
  const isAgreed = ({ effect }: Reason): boolean => isApproved || (effect !== null && isOpened(effects[effect], opened))
  const counted = said.filter(reason => reason.decision === 'deny' || !isAgreed(reason))
  const reasons = [...counted, ...marks].sort((a, b) => rank(b.decision) - rank(a.decision))
  const decision = reasons.reduce<Decision>((worst, reason) => stricter(worst, reason.decision), 'allow')
  return { decision, reasons, effects, denials }
}

/** Without an overlay, the fence would have kept this file as it was. */
function denialOf(change: TreeChange, roots: readonly string[]): readonly FenceDenial[] {
  const because = fencedReason(change, roots)
  return because === null ? [] : [{ kind: 'write', path: change.path, because, writable: roots }]
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

/** A protected name asks a person. */
const markOf = (change: TreeChange, index: number, why: string | null, decision: Decision): readonly Reason[] =>
  why === null
    ? []
    : [
        {
          ...{ layer: 'boundary', decision, code: null, because: `changes \`${change.path}\`: ${why}` },
          ...{ effect: index, rule: null, instead: null },
        },
      ]
