import type { GrantScope } from '../../approvals/grants/grant.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { visible } from '../../core/wording/visible.ts'
import { painter, wantsColour } from '../terminal/painter.ts'
import { keyLine, promptHelp, promptLines } from './prompt-lines.ts'
import type { PromptQuestion } from './prompt-question.ts'
import { type PromptReply, readPromptReply } from './prompt-reply.ts'
import { readLine, type Terminal } from './read-line.ts'

/** A person's answer at the prompt. */
export type PromptAnswer =
  | { readonly kind: 'allow'; readonly granted: { readonly scope: GrantScope; readonly offer: GrantOffer } | null }
  /** `says` is for the agent; empty if they gave no reason. `left`: they left with Ctrl-C or Ctrl-D. */
  | { readonly kind: 'deny'; readonly says: string; readonly left: boolean }

/** Asks a question at a terminal until there is an answer. Null if the question is over before that. */
export async function askAt(
  terminal: Terminal,
  question: PromptQuestion,
  signal: AbortSignal,
): Promise<PromptAnswer | null> {
  const { output } = terminal
  const keys = () => keyLine(question, output.columns ?? 80)
  const show = () => {
    const view = { paint: painter(wantsColour(output)), width: output.columns ?? 80 }
    output.write(`${promptLines(question, view).join('\n')}\n${keys()}\n`)
  }
  show()
  for (;;) {
    const line = await readLine(terminal, '> ', signal, show)
    if (line === null) return signal.aborted ? null : { kind: 'deny', says: '', left: true }
    const reply = readPromptReply(line)
    switch (reply?.kind) {
      case undefined:
        output.write(`type one of these:\n${keys()}\n`)
        break
      case 'help':
        output.write(promptHelp)
        break
      case 'explain':
        output.write(`${explanation(question).join('\n')}\n`)
        break
      case 'deny':
        return { kind: 'deny', says: '', left: false }
      case 'deny_with_reason':
        return {
          kind: 'deny',
          says: (await readLine(terminal, 'tell the agent why: ', signal))?.trim() ?? '',
          left: false,
        }
      case 'allow': {
        const answer = approval(question, reply)
        if (answer !== null) return answer
        output.write(`this call cannot be remembered that long; type one of these:\n${keys()}\n`)
      }
    }
  }
}

/** The approval with the grant that was shown; null if it was not offered for that long. */
function approval(
  { offers }: PromptQuestion,
  { scope, offer: index }: Extract<PromptReply, { readonly kind: 'allow' }>,
): PromptAnswer | null {
  if (scope === 'once') return { kind: 'allow', granted: null }
  const offer = offers[index]
  if (offer === undefined || (scope === 'always' && offer.upTo !== 'always')) return null
  return { kind: 'allow', granted: { scope, offer } }
}

const explanation = ({ effects, reasons }: PromptQuestion): readonly string[] => [
  'Effects',
  ...effects.map(({ tier, text }) => `  ${tier.padEnd(13)}${visible(text)}`),
  'Why it asks',
  ...[...new Set(reasons.map(({ text }) => text))].map(reason => `  ${visible(reason)}`),
]
