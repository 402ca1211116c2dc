import * as v from 'valibot'
import type { ApprovalRequest } from '../../approvals/approver.ts'
import { askingEffects, asksOf, isGrave } from '../../approvals/asked-call.ts'
import { grantScopes, shapeSchema } from '../../approvals/grants/grant.ts'
import { markedSpans } from '../../approvals/marked-spans.ts'
import { redactedJson } from '../../audit/redaction/redacted-json.ts'
import { dangerOf, dangers, decidingEffects } from '../../core/danger.ts'
import { limits } from '../../core/limits.ts'
import { tiers } from '../../core/tier.ts'
import { reasonLayers, type Verdict } from '../../core/verdict.ts'
import { effectWords } from '../../core/wording/effect-words.ts'
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

const spanSchema = v.strictObject({ start: v.number(), end: v.number() })
const ruleSchema = v.strictObject({ id: v.string(), file: v.string(), line: v.number() })
const reasonSchema = v.strictObject({
  layer: v.picklist(reasonLayers),
  text: v.string(),
  rule: v.nullable(ruleSchema),
})

const questionSchema = v.strictObject({
  version: v.literal(2),
  /** Identifies the exact call that an answer applies to. */
  binding: v.string(),
  /** The question's id in the journal. */
  approval: v.string(),
  /** The approval key of the call, which earlier answers to the same request have too. */
  key: v.string(),
  session: v.string(),
  /** The name of the client; null if it is not known. */
  client: v.nullable(v.string()),
  /** Whether an installed hook made the call. */
  proven: v.boolean(),
  agents: texts,
  cwd: v.string(),
  workspace: texts,
  tool: v.string(),
  summary: v.string(),
  request: v.record(v.string(), v.unknown()),
  /** The parts of the command that cause the question. */
  marks: v.pipe(v.array(spanSchema), v.readonly()),
  effects: v.pipe(v.array(v.strictObject({ text: v.string(), tier: v.picklist(tiers) })), v.readonly()),
  reasons: v.pipe(v.array(reasonSchema), v.readonly()),
  risk: v.string(),
  danger: v.picklist(dangers),
  /** Whether an effect that asks is destructive, sensitive or opaque. */
  grave: v.boolean(),
  /** The call's effects in one sentence. */
  sentence: v.string(),
  /** The possible cost of a yes. */
  radius: texts,
  /** The grants that a person could give with the approval, narrowest first. */
  offers: v.pipe(v.array(offerSchema), v.readonly()),
  at: v.number(),
  until: v.number(),
})

export interface AskContext {
  readonly client: string | null
  readonly proven: boolean
  readonly agents: readonly string[]
  readonly cwd: string
  readonly workspace: readonly string[]
  readonly now: number
}

/** Redacted but never shortened: a person must not approve something they were not shown. */
export function waitingQuestionText(
  request: ApprovalRequest,
  binding: string,
  { client, proven, agents, cwd, workspace, now }: AskContext,
): string {
  const { verdict } = request
  const question: WaitingQuestion = {
    version: 2,
    binding,
    approval: request.id,
    key: request.key,
    session: request.session,
    client,
    proven,
    agents,
    cwd,
    workspace: [...workspace],
    tool: request.tool,
    summary: request.summary,
    request: request.details,
    effects: verdict.effects.map(effect => ({ text: effectWords(effect, verdict.effects), tier: effect.tier })),
    marks: markedSpans(request),
    reasons: askingLines(verdict),
    risk: verdict.risk,
    danger: dangerOf(decidingEffects(verdict)),
    grave: (askingEffects(verdict)?.map(({ effect }) => effect) ?? verdict.effects).some(isGrave),
    sentence: sentence(verdict),
    radius: verdict.radius ?? [],
    offers: request.offers,
    at: now,
    until: now + limits.waitingMs,
  }
  return redactedJson(question, { secrets: [], finish: text => text })
}

/** The reasons to ask, each text once. */
function askingLines(verdict: Verdict): WaitingQuestion['reasons'] {
  const lines = asksOf(verdict).map(({ layer, because, rule }) => ({ layer, text: because, rule }))
  return [...new Map(lines.map(line => [line.text, line])).values()]
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
  /** The person's message to the agent with a denial. */
  says: v.exactOptional(v.string()),
  /** The person opened the fence for the call: it runs inside, or not at all. */
  inFence: v.exactOptional(v.literal(true)),
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
