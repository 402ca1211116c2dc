import { type Decision, isStricter, stricter } from '../../core/decision.ts'
import { isTouch, type Touch } from '../../core/effect.ts'
import type { Tier } from '../../core/tier.ts'
import type { Layer, Reason } from '../../core/verdict.ts'
import { wordText } from '../../core/word.ts'
import { effectWords } from '../../core/wording/effect-words.ts'
import { isListed } from '../../guard/sensitive.ts'
import type { Policies, PolicyFile } from '../policies.ts'
import type { CompiledPolicy, CompiledRule } from './compile.ts'
import { missReason } from './match.ts'
import { modeDecision } from './mode.ts'
import { boundaryWords, decides, policyName, ruleWords, tierWords } from './reason-words.ts'
import { candidates } from './rule-index.ts'
import type { Subject } from './subject.ts'

/** The policies' decision about a call. Pure: the same subject and policies always give the same decision. */
export interface Evaluation {
  readonly decision: Decision
  /** One reason for each effect and each file that has something to say about it, strictest first. */
  readonly reasons: readonly Reason[]
}

/** Across effects, files and layers the strictest wins; a call without effects is judged as a read. */
export function evaluate(policies: Policies, subject: Subject): Evaluation {
  const reasons: Reason[] = []
  if (subject.escalated) reasons.push(reason('mode', 'ask', null, 'the call asks for more rights than the session has'))
  if (subject.effects.length === 0) judgeEffect(policies, subject, -1, reasons)
  for (let index = 0; index < subject.effects.length; index += 1) judgeEffect(policies, subject, index, reasons)
  // R54: nothing runs in this mode, not even with an allow rule.
  if (policies.mode === 'deny')
    reasons.push(reason(denyingLayer(policies), 'deny', null, 'mode `deny` denies everything'))
  const settled = policies.asks === 'never' && !leftToFence(reasons) ? withoutAsks(reasons) : reasons
  const decision = settled.reduce<Decision>((worst, one) => stricter(worst, one.decision), 'allow')
  return { decision, reasons: settled.every(one => one.decision === decision) ? settled : settled.sort(byStrictness) }
}

/** Whether nothing is stricter than `then: contain`: one plain ask or one deny makes the fence's answer worthless. */
export const leftToFence = (reasons: readonly Reason[]): boolean =>
  reasons.some(isContain) && reasons.every(one => one.decision === 'allow' || isContain(one))

const isContain = ({ decision, contain }: Reason): boolean => decision === 'ask' && contain === true

/** Reasons under a policy that never asks: what would ask is denied. */
export const withoutAsks = (reasons: readonly Reason[]): Reason[] => reasons.map(neverAsk)

/** The layer that set `mode: deny`. The organisation's deny is enforced even where a user's mode only watches. */
const denyingLayer = ({ files }: Policies): Layer =>
  files.some(file => file.layer === 'organisation' && file.policy.document.mode === 'deny') ? 'organisation' : 'mode'

/** Sorts the strictest reason first. */
export const byStrictness = (a: Reason, b: Reason): number =>
  a.decision === b.decision ? 0 : isStricter(a.decision, b.decision) ? -1 : 1

function neverAsk(one: Reason): Reason {
  if (one.decision !== 'ask') return one
  const { contain: _answered, ...rest } = one
  return {
    ...rest,
    decision: 'deny',
    code: 'policy_denied',
    because: `${one.because}; this policy never asks, so the call is denied`,
  }
}

/** The files first. If a trusted file allows the effect, the base is not asked; otherwise it adds its reason. */
function judgeEffect(policies: Policies, subject: Subject, index: number, reasons: Reason[]): void {
  let replacesBase = false
  for (const file of policies.files) {
    const found = fileReason(file, subject.seenBy(file.layer), index)
    if (found !== null) reasons.push(found)
    if (found?.decision === 'allow' || (file.trusted && !file.policy.document.enabled)) replacesBase = true
  }
  if (replacesBase) return
  reasons.push(baseReason(policies, subject, index))
  // A base with rules about careful mode defines what that mode does (R59, R60).
  const careful = policies.base.namesCareful ? null : carefulReason(subject, index)
  if (careful !== null) reasons.push(careful)
}

/** One file's reason: an allow is final for the file; otherwise its `sensitive` list and boundary can still tighten it. */
function fileReason(file: PolicyFile, subject: Subject, index: number): Reason | null {
  const { policy, trusted } = file
  if (trusted && !policy.document.enabled) return null
  const match = firstMatch(policy, subject, index, trusted ? 'all' : 'tightening')
  const byRule = match === null ? null : ruleReason(file, match, subject, index)
  const effect = subject.effects[index]
  if (byRule?.decision === 'allow' || effect === undefined || !isTouch(effect)) return byRule
  const byBoundary = boundaryReason(
    { policy, layer: file.layer === 'organisation' ? 'organisation' : 'boundary' },
    effect,
    subject,
    index,
  )
  const isLoose = byBoundary?.decision === 'allow' && (!trusted || effect.sensitive !== null || byRule !== null)
  const byList = listReason(file, effect, subject, index)
  // A rule that contains a path answers for its own file's boundary, but not for the file's list of sensitive paths.
  const named = byList !== null && byRule !== null && isContain(byRule) ? byList : strictest(byRule, byList)
  return strictest(named, isLoose ? null : byBoundary)
}

function listReason({ policy, layer }: PolicyFile, effect: Touch, subject: Subject, index: number): Reason | null {
  const { sensitive, file } = policy.document
  if (sensitive.length === 0 || !isListed(wordText(effect.path), sensitive, subject.call.place)) return null
  return reason(layer, 'ask', index, `${effectWords(effect, subject.effects)}, which \`${file}\` lists as sensitive`)
}

/** The reason of the preset's rules and boundary; if they have none, that of the mode for the effect's tier. */
function baseReason(policies: Policies, subject: Subject, index: number): Reason {
  const { base, mode } = policies
  const effect = subject.effects[index]
  const match = firstMatch(base, subject, index, 'all')
  const byRule =
    match === null ? null : ruleReason({ layer: 'preset', policy: base, trusted: true }, match, subject, index)
  const byBoundary =
    effect === undefined || !isTouch(effect)
      ? null
      : boundaryReason({ policy: base, layer: 'boundary' }, effect, subject, index)
  // A boundary that allows leaves the decision to the rules and the mode.
  const found =
    byRule?.decision === 'allow' || byBoundary?.decision === 'allow' ? byRule : strictest(byRule, byBoundary)
  if (found !== null) return found
  const tier: Tier = effect?.tier ?? 'read'
  const decision = modeDecision(mode, tier)
  return reason('mode', decision, index, tierWords(subject, index, `mode \`${mode}\` ${decides[decision]}`))
}

/** The strictest reason; of equally strict ones the first. */
const strictest = (...reasons: readonly (Reason | null)[]): Reason | null =>
  reasons.reduce(
    (worst, one) => (worst === null || (one !== null && isStricter(one.decision, worst.decision)) ? one : worst),
    null,
  )

/** In careful mode every effect above `read` asks, unless a trusted rule allows it or the base has rules about that mode. */
function carefulReason(subject: Subject, index: number): Reason | null {
  const tier = subject.effects[index]?.tier ?? 'read'
  if (!subject.call.place.careful || tier === 'read') return null
  return reason('mode', 'ask', index, tierWords(subject, index, 'careful mode asks first'))
}

/** The first rule that matches decides for its file. A rule that throws counts as matched. */
export function firstMatch(
  policy: CompiledPolicy,
  subject: Subject,
  index: number,
  which: 'all' | 'tightening',
): Match | null {
  const effect = subject.effects[index] ?? null
  // The index of a short file already leaves out rules about other kinds of effects.
  const isLong = policy.index.short === null
  let failed: Match | null = null
  for (const position of candidates(policy.index, subject, index)) {
    const rule = policy.rules[position]
    if (rule === undefined || (isLong && effect !== null && !rule.kinds.has(effect.kind))) continue
    if (which === 'tightening' && rule.isAllow) continue
    try {
      if (missReason(rule, index, subject) !== null) continue
      const match: Match = { rule, decision: rule.rule.then, errored: false }
      return failed === null || isStricter(match.decision, failed.decision) ? match : failed
    } catch {
      const decision = stricter(rule.rule.then, 'ask')
      if (failed === null || isStricter(decision, failed.decision)) failed = { rule, decision, errored: true }
    }
  }
  return failed
}

export interface Match {
  readonly rule: CompiledRule
  readonly decision: Decision
  readonly errored: boolean
}

/** The reason of a file's `boundary` for a path outside the workspace; null for a path inside, or without a boundary. */
function boundaryReason(
  { policy, layer }: Pick<Speaker, 'policy' | 'layer'>,
  touch: Touch,
  subject: Subject,
  index: number,
): Reason | null {
  const { boundary, file } = policy.document
  if (boundary === null || touch.where.at !== 'local' || touch.zone === 'workspace' || touch.zone === 'scratch')
    return null
  const decision = touch.zone === 'foreign' ? boundary.foreign : touch.kind === 'read' ? boundary.read : boundary.write
  return {
    ...reason(layer, decision, index, boundaryWords(touch, subject, `${policyName(file)} ${decides[decision]}`)),
    code: decision === 'deny' ? 'boundary' : null,
  }
}

function ruleReason(speaker: Speaker, match: Match, subject: Subject, index: number): Reason {
  const { layer, policy, trusted } = speaker
  const { rule } = match.rule
  const effect = subject.effects[index]
  const ref = { id: rule.id, file: rule.file ?? policy.document.file, line: rule.line }
  return {
    layer,
    decision: match.decision,
    code: match.decision === 'deny' ? 'policy_denied' : null,
    because: ruleWords({ match, trusted, subject, index }),
    effect: effect === undefined ? null : index,
    rule: ref,
    instead: trusted ? rule.instead : null,
    // A file that is not trusted can only tighten, so its trial is a plain ask. So is that of a rule that failed.
    ...(rule.trial && trusted && !match.errored ? { trial: true as const } : {}),
    // INVARIANT: a rule that failed has not said what it would contain, so it asks.
    ...(rule.contain && !match.errored ? { contain: true as const } : {}),
  }
}

interface Speaker {
  readonly layer: Layer
  readonly policy: CompiledPolicy
  readonly trusted: boolean
}

const reason = (layer: Layer, decision: Decision, effect: number | null, because: string): Reason => ({
  layer,
  decision,
  code: decision === 'deny' ? 'policy_denied' : null,
  because,
  effect: effect === -1 ? null : effect,
  rule: null,
  instead: null,
})
