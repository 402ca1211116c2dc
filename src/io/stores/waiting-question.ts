import * as v from 'valibot'
import type { ApprovalRequest } from '../../approvals/approver.ts'
import { grantScopes, shapeSchema } from '../../approvals/grants/grant.ts'
import { redactedJson } from '../../audit/redaction/redacted-json.ts'
import { dangerOf, decidingEffects } from '../../core/danger.ts'
import { effectText } from '../../core/effect-text.ts'
import { limits } from '../../core/limits.ts'
import { sentence } from '../../core/wording/sentence.ts'

/** A question that waits for a person. It contains everything they need to see and no secrets. */
export type WaitingQuestion = Readonly<v.InferOutput<typeof questionSchema>>

const texts = v.pipe(v.array(v.string()), v.readonly())

const offerSchema = v.strictObject({
  shape: shapeSchema,
  upTo: v.picklist(grantScopes),
  text: v.string(),
  also: v.string(),
  answers: texts,
  workspace: texts,
  agents: texts,
  session: v.string(),
})

const questionSchema = v.strictObject({
  version: v.literal(1),
  /** Identifies the exact call that an answer applies to. */
  binding: v.string(),
  /** The question's id in the journal. */
  approval: v.string(),
  session: v.string(),
  agents: texts,
  cwd: v.string(),
  tool: v.string(),
  summary: v.string(),
  request: v.record(v.string(), v.unknown()),
  effects: v.pipe(v.array(v.strictObject({ text: v.string(), tier: v.string() })), v.readonly()),
  reasons: texts,
  risk: v.string(),
  danger: v.string(),
  /** What the call would do, in one sentence. */
  sentence: v.string(),
  /** What a yes could cost. */
  radius: texts,
  /** The grants that a person could give with the approval, narrowest first. */
  offers: v.pipe(v.array(offerSchema), v.readonly()),
  at: v.number(),
  until: v.number(),
})

export interface AskContext {
  readonly agents: readonly string[]
  readonly cwd: string
  readonly now: number
}

/** Redacted but never shortened: a person must not approve something they were not shown. */
export function waitingQuestionText(
  request: ApprovalRequest,
  binding: string,
  { agents, cwd, now }: AskContext,
): string {
  const { verdict } = request
  const question: WaitingQuestion = {
    version: 1,
    binding,
    approval: request.id,
    session: request.session,
    agents,
    cwd,
    tool: request.tool,
    summary: request.summary,
    request: request.details,
    effects: verdict.effects.map(effect => ({ text: effectText(effect), tier: effect.tier })),
    reasons: [...new Set(verdict.reasons.flatMap(({ decision, because }) => (decision === 'ask' ? [because] : [])))],
    risk: verdict.risk,
    danger: dangerOf(decidingEffects(verdict)),
    sentence: sentence(verdict),
    radius: verdict.radius ?? [],
    offers: request.offers,
    at: now,
    until: now + limits.waitingMs,
  }
  return redactedJson(question, { secrets: [], finish: text => text })
}

export function readQuestion(text: string | null): WaitingQuestion | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), questionSchema), text)
  return parsed.success ? parsed.output : null
}

/** A person's answer. */
export type StoredAnswer = Readonly<v.InferOutput<typeof answerSchema>>

const answerSchema = v.strictObject({
  version: v.literal(1),
  binding: v.string(),
  decision: v.picklist(['approved', 'denied']),
  by: v.string(),
  at: v.number(),
  until: v.number(),
})

export function readAnswer(text: string | null): StoredAnswer | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), text)
  return parsed.success ? parsed.output : null
}

/** Whether it is valid now: not expired, and not from the future, as after a clock was set back. */
export const isCurrent = ({ at, until }: { readonly at: number; readonly until: number }, now: number): boolean =>
  at <= now && now < until
