import { approvalKey } from '../approvals/key.ts'
import type { Call, Place, World } from '../core/call.ts'
import type { CodeReaders } from '../core/code.ts'
import { type Decision, stricter } from '../core/decision.ts'
import { sha256 } from '../core/digest.ts'
import { type Effect, isTouch } from '../core/effect.ts'
import { type Fact, type FileFacts, type RememberedFacts, rememberFacts } from '../core/facts.ts'
import { type Code, errorKind, type Fault } from '../core/fault.ts'
import { isWithin } from '../core/path.ts'
import { higherRisk, type Risk } from '../core/risk.ts'
import { higherTier, type Tier } from '../core/tier.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { isKnown } from '../core/word.ts'
import type { FenceAllowance } from '../fence/profile.ts'
import { floor } from '../guard/floor.ts'
import { effectRisk } from '../guard/risk.ts'
import { ownGround, type Policies } from '../policy/policies.ts'
import { byStrictness, evaluate, withoutAsks } from '../policy/rules/evaluate.ts'
import { type Offer, offeredReplacement } from '../policy/rules/replacement.ts'
import { makeSubject } from '../policy/rules/subject.ts'
import { worktreesOf } from '../shell/programs/version-control/worktrees.ts'
import { type DescribeOptions, describeCall } from '../tools/describe.ts'
import type { Description } from '../tools/descriptor.ts'
import { type LeftBehind, nothingLeft } from './contain/contain-memory.ts'
import { type Containment, type ContainOffer, containmentOf } from './contain/containment.ts'
import { failureLines, failureReason } from './contain/failed-before.ts'
import { markedReasons } from './contain/marked-code.ts'
import { replacedVerdict, unreplacedVerdict } from './replaced-verdict.ts'

export interface Judging {
  readonly policies: Policies
  readonly facts: FileFacts
  readonly runKey: Uint8Array
  readonly tools: DescribeOptions
  /** A faster SHA-256 than the pure one. */
  readonly hash?: (text: string) => string
  /** The readers for other languages that are loaded so far. */
  readonly readers?: CodeReaders
  /** Whether the caller can run the verdict's `replacement` instead; if not, a call that has one is denied. */
  readonly canReplace?: boolean
  /** Set if the caller can run a call inside the fence, so that the fence may answer an ask (`then: contain`). */
  readonly contain?: ContainOffer | undefined
  /** Reads the memory of contained runs, at most once for each judgement. */
  readonly leftBehind?: (() => LeftBehind) | undefined
  /** Lists what a person has opened in the fence for a call with these effects. */
  readonly opened?: ((call: Call, effects: readonly Effect[]) => readonly FenceAllowance[]) | undefined
}

/** A verdict and what led to it: the gate records it and asks about it. */
export interface Judgement {
  readonly verdict: Verdict
  readonly description: Description | null
  /** The answers of the file system. */
  readonly facts: readonly Fact[]
  /** For an ask: whether the fence answers it, and if not, why; null if the caller has no fence, or nothing asks. */
  readonly containment: Containment | null
  /** Set where a rule replaced the call: the new call, which all of the above is about, and the judgement on the original. */
  readonly replaced?: { readonly call: Call; readonly original: Judgement }
}

/** The pure half of the flow: describe, analyse, floor, evaluate. Never throws: a failure is a deny. */
export function judge(call: Call, judging: Judging): Judgement {
  try {
    const { judgement, offer } = judgeInWorktrees(call, judging)
    return offer === null ? judgement : judgeReplacement({ call, judgement, offer }, judging)
  } catch (error) {
    const message = `the gatekeeper failed: ${error instanceof Error ? error.message : 'unknown'}`
    return unjudged({ code: 'internal', message })
  }
}

/** The judgement on a call that could not be described. */
export const unjudged = (fault: Fault, facts: readonly Fact[] = []): Judgement => ({
  verdict: refusal(fault),
  description: null,
  facts,
  containment: null,
})

interface Offered {
  readonly call: Call
  readonly judgement: Judgement
  readonly offer: Offer
}

/** The replacement is judged from the start, like any call, and is not replaced again. */
function judgeReplacement({ call: made, judgement: original, offer }: Offered, judging: Judging): Judgement {
  const call: Call = { ...made, input: offer.input }
  const { judgement } = judgeInWorktrees(call, judging)
  const { decision } = judgement.verdict
  if (decision === 'deny') return original
  const replacement = { ...offer, decision }
  return judging.canReplace === true
    ? { ...judgement, verdict: replacedVerdict(judgement.verdict, replacement), replaced: { call, original } }
    : { ...original, verdict: unreplacedVerdict(original.verdict, replacement) }
}

interface JudgedAsMade {
  readonly judgement: Judgement
  /** Another input that a rule offers to run instead. */
  readonly offer: Offer | null
}

/**
 * The other worktrees of a workspace's repository belong to the workspace. They are only looked for if the call is not
 * allowed without them, so that most calls do not read git's files.
 */
function judgeInWorktrees(call: Call, given: Judging): JudgedAsMade {
  const seen = rememberFacts(given.facts)
  const judging = { ...given, facts: seen }
  const judged = judgeAsMade(call, judging)
  if (judged.judgement.verdict.decision === 'allow') return judged
  const place = placeUnder(given.policies, call.place)
  if (!leavesWorkspace(judged.judgement.verdict, place)) return judged
  const worktrees = worktreesOf(place, seen)
  if (worktrees.length === 0) return judged
  const workspace = [...call.place.workspace, ...worktrees]
  return judgeAsMade({ ...call, place: { ...call.place, workspace } }, judging)
}

/** Whether the call starts outside the workspace, or touches a file outside it. */
const leavesWorkspace = ({ effects }: Verdict, { cwd, workspace }: Place): boolean =>
  !isInside(cwd, workspace) ||
  effects.some(effect =>
    isTouch(effect)
      ? effect.zone === 'home' || effect.zone === 'outside'
      : effect.kind === 'run' && isKnown(effect.cwd) && !isInside(effect.cwd, workspace),
  )

const isInside = (path: string, workspace: readonly string[]): boolean => workspace.some(root => isWithin(path, root))

/** Judges a call as it was made, before any rule replaces it. */
function judgeAsMade(made: Call, judging: Judging & { readonly facts: RememberedFacts }): JudgedAsMade {
  const { policies, facts: seen, runKey, tools, hash = sha256, readers = {} } = judging
  const place = placeUnder(policies, made.place)
  const call: Call = { tool: made.tool, input: made.input, place, id: made.id }
  const { tables } = policies
  const world: World = { place, facts: seen, readers, sensitive: policies.sensitive, tables }
  const described = describeCall(call, world, tools)
  if (!described.ok) return { judgement: unjudged(described.faults[0], seen.told()), offer: null }
  const description = described.value
  const { effects } = description
  const risk = effects.reduce(higherByPath, description.risk.riskLevel)
  const floored = floor({ effects, place, isFileTool: isFileTool(description) })
  const subject = makeSubject({
    call,
    effects,
    risk,
    escalated: description.escalated,
    complex: description.analysis?.intent.isComplex ?? false,
    mode: policies.chosenMode,
    text: description.text,
  })
  // The memory matters only to calls that start programs.
  const left = effects.some(({ kind }) => kind === 'run') ? (judging.leftBehind?.() ?? nothingLeft) : nothingLeft
  const marked = left.marks.length === 0 ? [] : markedReasons(effects, { marks: left.marks, place, facts: seen })
  const reasons = [...floored, ...withMarks(evaluate(policies, subject).reasons, marked)]
  const asked = verdictOf({
    description,
    risk,
    reasons,
    key: approvalKey({ tool: call.tool, request: description.requestText, secrets: description.secrets, runKey, hash }),
  })
  const containment =
    judging.contain === undefined || asked.decision !== 'ask'
      ? null
      : containmentOf(
          { verdict: asked, description, place, policies, offer: judging.contain },
          { failures: left.failures, opened: judging.opened?.(call, effects) ?? [] },
        )
  const verdict =
    containment?.answers === true ? asked : uncontained(withFailure(asked, containment, policies), policies)
  // Text that is typed into a program is not recorded, and so neither are the file facts that its analysis read (R119).
  const recordable = description.category === 'stdin' ? [] : [...memoryFacts(marked, containment), ...seen.told()]
  const judgement: Judgement = { verdict, description, facts: recordable, containment }
  if (policies.watches) return { judgement: { ...judgement, verdict: watched(verdict) }, offer: null }
  const offer = offeredReplacement({ policies, subject, reasons: verdict.reasons, key: description.textKey })
  return { judgement, offer }
}

/** The reasons of the policies with those of marked files, strictest first. */
const withMarks = (reasons: readonly Reason[], marked: readonly Reason[]): readonly Reason[] =>
  marked.length === 0 ? reasons : [...reasons, ...marked].sort(byStrictness)

function withFailure(asked: Verdict, containment: Containment | null, { fence }: Policies): Verdict {
  if (containment?.failure == null) return asked
  const { failure } = containment
  const effect = asked.reasons.find(({ decision }) => decision === 'ask')?.effect ?? null
  return {
    ...asked,
    reasons: [failureReason(failure, effect), ...asked.reasons],
    radius: failureLines(failure, fence.mode),
  }
}

/** The part of the memory that counted, as facts of the record: the same facts give the same verdict (R40). */
const memoryFacts = (marked: readonly Reason[], containment: Containment | null): readonly Fact[] => [
  ...marked.slice(0, 1).map(({ because }): Fact => ({ question: 'marked', path: '', answer: because })),
  ...(containment?.failure == null
    ? []
    : [
        {
          question: 'blocked' as const,
          path: containment.failure.workspace,
          answer: JSON.stringify(containment.failure),
        },
      ]),
]

/** The verdict if the fence does not answer: an ask, and a deny under a policy that never asks. */
export function uncontained(verdict: Verdict, { asks }: Pick<Policies, 'asks'>): Verdict {
  if (asks !== 'never' || verdict.decision !== 'ask') return verdict
  const code = 'policy_denied'
  return { ...verdict, decision: 'deny', reasons: withoutAsks(verdict.reasons), code, errorKind: errorKind(code) }
}

/** The place with what the policies add: careful mode and automation, which they never switch off, and more workspace. */
export function placeUnder(policies: Policies, place: Place): Place {
  const careful = place.careful || policies.careful
  const automation = place.automation || policies.automation
  const ground = ownGround(policies, place)
  const isSame = careful === place.careful && automation === place.automation && ground.length === 0
  return isSame ? place : { ...place, careful, automation, workspace: [...place.workspace, ...ground] }
}

const higherByPath = (risk: Risk, effect: Effect): Risk => higherRisk(risk, effectRisk(effect))

const isFileTool = ({ category }: Description): boolean => category === 'file_read' || category === 'file_write'

function verdictOf(given: {
  readonly description: Description
  readonly risk: Risk
  readonly reasons: readonly Reason[]
  readonly key: string
}): Verdict {
  const { description, reasons } = given
  const decision = reasons.reduce<Decision>((worst, reason) => stricter(worst, reason.decision), 'allow')
  const first = reasons.find(reason => reason.decision === decision)
  const code: Code | null = decision === 'deny' ? (first?.code ?? 'policy_denied') : null
  return {
    decision,
    tier: description.effects.reduce<Tier>((worst, effect) => higherTier(worst, effect.tier), 'read'),
    risk: given.risk,
    effects: description.effects,
    reasons,
    key: given.key,
    request: description.request,
    advice: description.secrets.length === 0 ? [] : [secretAdvice],
    code,
    errorKind: code === null ? null : errorKind(code),
    watched: null,
    meaning: null,
    replacement: null,
  }
}

/** Advice for a call that contains a secret (R195). */
const secretAdvice =
  'pass secrets through `env` and refer to them as `$NAME`: other users can see the text of a command'

/** Watch mode enforces only the floor and the organisation; the decision of the rest is kept in `watched`. */
function watched(verdict: Verdict): Verdict {
  const enforced = verdict.reasons.filter(reason => reason.layer === 'floor' || reason.layer === 'organisation')
  const decision = enforced.reduce<Decision>((worst, reason) => stricter(worst, reason.decision), 'allow')
  if (decision === verdict.decision) return verdict
  return {
    ...verdict,
    decision,
    watched: verdict.decision,
    code: decision === 'deny' ? verdict.code : null,
    errorKind: decision === 'deny' ? verdict.errorKind : null,
  }
}

/** The deny for a call that could not be analysed. */
export function refusal(fault: Fault): Verdict {
  const layer = fault.code === 'nul_byte' ? 'floor' : fault.code === 'audit_unavailable' ? 'journal' : 'input'
  return {
    decision: 'deny',
    tier: 'execute',
    risk: 'high',
    effects: [],
    reasons: [
      { layer, decision: 'deny', code: fault.code, because: fault.message, effect: null, rule: null, instead: null },
    ],
    key: '',
    request: {},
    advice: [],
    code: fault.code,
    errorKind: errorKind(fault.code),
    watched: null,
    meaning: null,
    replacement: null,
  }
}
