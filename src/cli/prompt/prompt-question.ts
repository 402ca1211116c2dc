import type { ApprovalRequest } from '../../approvals/approver.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { markedSpans } from '../../approvals/marked-spans.ts'
import { unnamedSession } from '../../core/call.ts'
import { type Danger, dangerOf, decidingEffects, decidingReasons } from '../../core/danger.ts'
import type { Span } from '../../core/effect.ts'
import { shortPath } from '../../core/path.ts'
import type { RuleRef } from '../../core/verdict.ts'
import { effectWords } from '../../core/wording/effect-words.ts'
import { sentence } from '../../core/wording/sentence.ts'
import type { NamedQuestion } from '../../io/stores/approval-store.ts'

/** A question as the prompt shows it: of a call that waits in this process, or one that was stored. */
export interface PromptQuestion {
  /** Who asks, with which tool. */
  readonly asker: string
  /** The whole call: a command, or the input of another tool. */
  readonly details: Readonly<Record<string, unknown>>
  /** The parts of the command that cause the question. */
  readonly marks: readonly Span[]
  readonly sentence: string
  readonly radius: readonly string[]
  readonly danger: Danger
  readonly reasons: readonly PromptReason[]
  readonly effects: readonly { readonly tier: string; readonly text: string }[]
  /** The grants that an approval may create; none if it cannot be remembered. */
  readonly offers: readonly GrantOffer[]
}

export interface PromptReason {
  readonly layer: string
  readonly rule: RuleRef | null
  readonly text: string
}

/** The question of a gate in this process. */
export function askedQuestion(request: ApprovalRequest): PromptQuestion {
  const { verdict, details, offers, tool, agents } = request
  return {
    asker: askerText(tool, agents),
    details,
    marks: markedSpans(request),
    sentence: sentence(verdict),
    radius: verdict.radius ?? [],
    danger: dangerOf(decidingEffects(verdict)),
    reasons: decidingReasons(verdict).map(({ layer, rule, because }) => ({ layer, rule, text: because })),
    effects: verdict.effects.map(effect => ({ tier: effect.tier, text: effectWords(effect, verdict.effects) })),
    offers: shownOffers(offers),
  }
}

/** A stored question, for a person who answers in another terminal. */
export function storedQuestion(question: NamedQuestion, home: string): PromptQuestion {
  const { tool, agents, client, cwd, request, session } = question
  // A session without a name could be any session.
  const offers = shownOffers(question.offers).filter(({ upTo }) => session !== unnamedSession || upTo === 'always')
  return {
    ...question,
    asker: `${client ?? 'unknown client'} in ${shortPath(cwd, { workspace: [], home })}: ${askerText(tool, agents)}`,
    details: request,
    offers,
  }
}

/** Each way to open the fence, and the narrowest of the others. */
const shownOffers = (offers: readonly GrantOffer[]): readonly GrantOffer[] => {
  const other = offers.find(({ shape }) => shape.does !== 'fence')
  return [...offers.filter(({ shape }) => shape.does === 'fence'), ...(other === undefined ? [] : [other])]
}

const askerText = (tool: string, agents: readonly string[]): string =>
  agents.length === 0 ? tool : `${tool}, by ${[...agents].reverse().join(', started by ')}, started by main`
