import { visible } from '../../core/wording/visible.ts'
import type { Explanation } from '../../explain/explanation.ts'
import { headline } from '../check/verdict-text.ts'
import { painter } from '../terminal/painter.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import type { Drawing, DrawingOptions } from './drawing.ts'
import { effectRows, textLines } from './explanation-effects.ts'
import { whyLines } from './explanation-why.ts'

/** An explanation for a person: the decision, the text with its effects, the reasons and what to do. */
export function explanationText(explanation: Explanation, options: DrawingOptions): string {
  const drawing: Drawing = { ...options, paint: painter(options.colour) }
  const sections = [
    [headline(explanation.verdict, drawing.paint)],
    textLines(explanation, drawing),
    effectRows(explanation, drawing),
    whyLines(explanation, drawing),
    section('Risk', explanation.factors.length === 0 ? [] : [riskText(explanation)], drawing),
    section('What to do', explanation.advice, drawing),
  ]
  return `${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

const riskText = ({ verdict, factors }: Explanation): string => `${verdict.risk}: ${factors.join(', ')}`

function section(title: string, paragraphs: readonly string[], { paint, width }: Drawing): readonly string[] {
  if (paragraphs.length === 0) return []
  return [paint.bold(title), ...paragraphs.flatMap(text => wrapText(visible(text), width - 2).map(line => `  ${line}`))]
}
