import type { Journal } from '../audit/journal.ts'
import { type Clock, timestamp } from '../core/clock.ts'
import { canonicalJson } from '../core/json.ts'
import type { ApprovalRequest, Approver } from './approver.ts'

/** A person's reply to a careful prompt (R92). Any other text repeats the question. */
export type Reply = 'allow' | 'deny' | 'allow_all'

const replies: ReadonlyMap<string, Reply> = new Map([
  ...['a', 'y', 'yes', 'allow'].map(word => [word, 'allow'] as const),
  ...['d', 'n', 'no', 'deny'].map(word => [word, 'deny'] as const),
  ...['aaa', 'all'].map(word => [word, 'allow_all'] as const),
])

export const readReply = (text: string): Reply | null => replies.get(text.trim().toLowerCase()) ?? null

/** The question: the tool, its arguments and its risk class (R88). Control characters are escaped. */
export const carefulQuestion = ({ tool, details, verdict }: ApprovalRequest, risk: string): string =>
  [
    `tool:      ${printable(tool)}`,
    `${typeof details['command'] === 'string' ? 'command:  ' : 'arguments:'} ${argumentsText(details)}`,
    `risk:      ${printable(risk)} (this call: ${verdict.risk})`,
    'allow (a), deny (d), or allow all high-risk calls of this session (aaa)?',
  ].join('\n')

const argumentsText = (details: ApprovalRequest['details']): string =>
  printable(typeof details['command'] === 'string' ? details['command'] : canonicalJson(details))

const printable = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

export interface CarefulPrompt {
  /** Shows a text and returns what the person types; null if they have left. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | null>
  /** The risk class of a tool: `high`, `medium`, … */
  readonly riskOf: (tool: string) => string
  readonly journal: Pick<Journal, 'append'>
  readonly clock: Pick<Clock, 'now'>
  /** The name of the person at the prompt. */
  readonly by: string
}

/**
 * The approvers for careful mode: the person at the prompt, and the switch that `aaa` turns on. Pass both to a gate.
 *
 * @example
 * const approvers = carefulApprovers({ ask, riskOf: tool => riskClass(policies, tool), journal, clock, by: 'dev' })
 */
export function carefulApprovers(prompt: CarefulPrompt): readonly Approver[] {
  const switchedOn = new Set<string>()

  /** INVARIANT: the switch is recorded first; if that fails, it stays off (C33). */
  async function switchOn(session: string): Promise<void> {
    const at = timestamp(prompt.clock.now())
    const { by } = prompt
    const written = await prompt.journal.append([
      { type: 'setting_changed', at, session, setting: 'auto-approve', value: 'high-risk calls', by },
    ])
    if (written.ok) switchedOn.add(session)
  }

  const answersByItself: Approver = {
    name: 'allow all',
    channel: 'code',
    request: async ({ session, tool, escalated }) =>
      // Only a person grants escalated rights, call by call (C7).
      switchedOn.has(session) && !escalated && prompt.riskOf(tool) === 'high'
        ? { decision: 'approved', by: 'allow all', auto: true }
        : null,
  }

  const person: Approver = {
    name: 'careful prompt',
    channel: 'human',
    request: async (request, { signal }) => {
      const question = carefulQuestion(request, prompt.riskOf(request.tool))
      while (!signal.aborted) {
        const typed = await prompt.ask(question, signal)
        if (typed === null) return null
        const reply = readReply(typed)
        if (reply === 'allow_all') await switchOn(request.session)
        if (reply !== null) return { decision: reply === 'deny' ? 'denied' : 'approved', by: prompt.by }
      }
      return null
    },
  }
  return [answersByItself, person]
}
