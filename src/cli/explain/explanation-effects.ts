import type { Decision } from '../../core/decision.ts'
import type { Span } from '../../core/effect.ts'
import { effectText } from '../../core/effect-text.ts'
import { shorten } from '../../core/wording/shorten.ts'
import { visible } from '../../core/wording/visible.ts'
import { type TreeRow, treeBranch } from '../../explain/effect-tree.ts'
import type { Explanation } from '../../explain/explanation.ts'
import { cutText } from '../terminal/wrap-text.ts'
import type { Drawing } from './drawing.ts'
import { type SpanMark, spanLines } from './span-lines.ts'

/** The call's text, with marks below it that number the effects. */
export function textLines({ text, verdict, tree, summary }: Explanation, { paint, width }: Drawing): readonly string[] {
  if (text === null || text === '')
    return summary === '' ? [] : [`  ${paint.bold(cutText(visible(summary), width - 4))}`]
  const bySpan = new Map<string, { span: Span; effects: number[] }>()
  for (const [position, { index }] of tree.entries()) {
    const span = verdict.effects[index]?.span ?? null
    if (span === null || span.end > text.length) continue
    const key = `${span.start} ${span.end}`
    const mark = bySpan.get(key) ?? { span, effects: [] }
    mark.effects.push(position + 1)
    bySpan.set(key, mark)
  }
  const marks: readonly SpanMark[] = [...bySpan.values()]
  return spanLines(text, marks, width - 4).map(line =>
    line.kind === 'text' ? `  ${paint.bold(line.text)}` : `  ${paint.dim(line.text)}`,
  )
}

const maxRows = 40

/** The effects as a tree, one per line: number, effect, tier and decision. */
export function effectRows(explanation: Explanation, drawing: Drawing): readonly string[] {
  const { tree } = explanation
  const shown = drawing.all ? tree : tree.slice(0, maxRows)
  const byIndex = new Map(explanation.byEffect.map(one => [one.effect, one]))
  const rows = shown.map((row, position) =>
    effectRow(
      {
        row,
        number: position + 1,
        explanation,
        decision: byIndex.get(row.index)?.decision ?? explanation.verdict.decision,
      },
      drawing,
    ),
  )
  const left = tree.length - shown.length
  return left > 0 ? [...rows, drawing.paint.dim(`     and ${left} more; \`--all\` shows them`)] : rows
}

interface RowOf {
  readonly row: TreeRow
  readonly number: number
  readonly explanation: Explanation
  readonly decision: Decision
}

function effectRow({ row, number, explanation, decision }: RowOf, { paint, place, width }: Drawing): string {
  const effect = explanation.verdict.effects[row.index]
  if (effect === undefined) return ''
  const via = row.via === '' ? '' : `${row.via} › `
  const room = width - 30
  const words = cutText(visible(`${treeBranch(row)}${via}${shorten(effectText(effect), place)}`), room).padEnd(room)
  return `${paint.dim(String(number).padStart(4))}  ${words} ${paint.dim(effect.tier.padEnd(12))} ${paint[decision](decision.toUpperCase())}`
}
