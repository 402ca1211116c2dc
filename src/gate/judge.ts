import { approvalKey } from '../approvals/key.ts'
import type { Call, Place, World } from '../core/call.ts'
import type { CodeReaders } from '../core/code.ts'
import { type Decision, stricter } from '../core/decision.ts'
import { sha256 } from '../core/digest.ts'
import type { Effect } from '../core/effect.ts'
import type { Fact } from '../core/facts.ts'
import { type FileFacts, rememberFacts } from '../core/facts.ts'
import { type Code, errorKind, type Fault } from '../core/fault.ts'
import { higherRisk, type Risk } from '../core/risk.ts'
import { higherTier, type Tier } from '../core/tier.ts'
import type { Reason, Verdict } from '../core/verdict.ts'
import { floor } from '../guard/floor.ts'
import { effectRisk } from '../guard/risk.ts'
import { ownGround, type Policies } from '../policy/policies.ts'
import { evaluate } from '../policy/rules/evaluate.ts'
import { type Offer, offeredReplacement } from '../policy/rules/replacement.ts'
import { makeSubject } from '../policy/rules/subject.ts'
import { type DescribeOptions, describeCall } from '../tools/describe.ts'
import type { Description } from '../tools/descriptor.ts'
import { replacedVerdict, unreplacedVerdict } from './replaced-verdict.ts'

export interface Judging {
  readonly policies: Policies
  readonly facts: FileFacts
  readonly runKey: Uint8Array
  readonly tools: DescribeOptions
  /** A faster SHA-256 than the pure one. */
  readonly hash?: (text: string) => string
  /** Readers for code in other languages, as far as they are loaded. */
  readonly readers?: CodeReaders
  /** Whether what runs is the verdict's `replacement`, where there is one; otherwise such a call is denied. */
  readonly canReplace?: boolean
}

/** A verdict with what it was reached from: what the gate records and asks about. */
export interface Judgement {
  readonly verdict: Verdict
  readonly description: Description | null
  /** What the file system told. */
  readonly facts: readonly Fact[]
  /** Where another call was put in its place: that one, which all of the above is about, and the one that was asked. */
  readonly replaced?: { readonly call: Call; readonly asked: Judgement }
}

/** The pure half of the flow: describe, analyse, floor, evaluate. Never throws; what breaks is a deny. */
export function judge(call: Call, judging: Judging): Judgement {
  try {
    const { judgement, offer } = judgeCall(call, judging)
    return offer === null ? judgement : judgeInstead({ call, judgement, offer }, judging)
  } catch (error) {
    const message = `the gatekeeper failed: ${error instanceof Error ? error.message : 'unknown'}`
    return { verdict: refusal({ code: 'internal', message }), description: null, facts: [] }
  }
}

interface Offered {
  readonly call: Call
  readonly judgement: Judgement
  readonly offer: Offer
}

/** What a rule puts in the call's place is a call of its own: judged from the start, and not replaced again. */
function judgeInstead({ call: asked, judgement, offer }: Offered, judging: Judging): Judgement {
  const call: Call = { ...asked, input: offer.input }
  const { judgement: judged } = judgeCall(call, judging)
  const { decision } = judged.verdict
  if (decision === 'deny') return judgement
  const replacement = { ...offer, decision }
  return judging.canReplace === true
    ? { ...judged, verdict: replacedVerdict(judged.verdict, replacement), replaced: { call, asked: judgement } }
    : { ...judgement, verdict: unreplacedVerdict(judgement.verdict, replacement) }
}

interface Judged {
  readonly judgement: Judgement
  readonly offer: Offer | null
}

function judgeCall(taken: Call, { policies, facts, runKey, tools, hash = sha256, readers = {} }: Judging): Judged {
  const place = placeUnder(policies, taken.place)
  const call: Call = { tool: taken.tool, input: taken.input, place, id: taken.id }
  const told = rememberFacts(facts)
  const { tables } = policies
  const world: World = { place, facts: told, readers, sensitive: policies.sensitive, tables }
  const described = describeCall(call, world, tools)
  if (!described.ok)
    return { judgement: { verdict: refusal(described.faults[0]), description: null, facts: told.told() }, offer: null }
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
  const reasons = [...floored, ...evaluate(policies, subject).reasons]
  const verdict = verdictOf({
    description,
    risk,
    reasons,
    key: approvalKey({ tool: call.tool, request: description.requestText, secrets: description.secrets, runKey, hash }),
  })
  // What is typed into a program is recorded nowhere, and so neither is what its reading asked the disk (R119).
  const asked = description.category === 'stdin' ? [] : told.told()
  if (policies.watches) return { judgement: { verdict: watched(verdict), description, facts: asked }, offer: null }
  const offer = offeredReplacement({ policies, subject, reasons, key: description.textKey })
  return { judgement: { verdict, description, facts: asked }, offer }
}

/** What the policies add to the place: care and automation, never less of them, and more ground of the agent's own. */
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
    replacement: null,
  }
}

/** What to do about a secret that stands in the call itself (R195). */
const secretAdvice =
  'pass secrets through `env` and name them as `$NAME`: what stands in a command can be seen by others'

/** Watching stops only the floor and the organisation; what the rest would have said is kept. */
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

/** A deny for a call that never got as far as its effects. */
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
    replacement: null,
  }
}
