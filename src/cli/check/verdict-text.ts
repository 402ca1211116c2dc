import type { Reason, Verdict } from '../../core/verdict.ts'
import { type Painter, painter } from '../terminal/painter.ts'
import { type KnownRoots, shorten } from '../terminal/shorten.ts'
import { visible } from '../terminal/visible.ts'

export interface TextOptions {
  readonly colour: boolean
  readonly place: KnownRoots
}

/** A verdict for a person: the answer, why, and what to do instead. */
export function verdictText(verdict: Verdict, options: TextOptions): string {
  const paint = painter(options.colour)
  const decisive = verdict.reasons.filter(reason => reason.decision === verdict.decision)
  const shown = verdict.decision === 'allow' ? [] : decisive.slice(0, maxReasons)
  const lines = [
    headline(verdict, paint),
    ...shown.flatMap(reason => reasonLines(reason, options.place, paint)),
    ...(decisive.length > shown.length && shown.length > 0
      ? [paint.dim(`  and ${decisive.length - shown.length} more; see \`sallyport explain\``)]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const maxReasons = 5

/** The answer on one line. */
export function headline(verdict: Verdict, paint: Painter): string {
  const watching = verdict.watched === null ? '' : `; would ${verdict.watched}, but this policy only watches`
  const answer = paint[verdict.decision](verdict.decision.toUpperCase().padEnd(5))
  return `${answer}  ${paint.dim(`tier ${verdict.tier}, risk ${verdict.risk}${watching}${replacementText(verdict)}`)}`
}

/** Behind a client that can be handed another input, that one runs. */
const replacementText = ({ replacement }: Verdict): string =>
  replacement === null
    ? ''
    : `; a hook ${replacement.decision === 'allow' ? 'runs' : 'asks to run'} \`${visible(replacement.instead)}\` in its place`

function reasonLines(reason: Reason, ground: KnownRoots, paint: Painter): readonly string[] {
  const place = reason.rule === null ? '' : `  ${shorten(reason.rule.file, ground)}:${reason.rule.line}`
  return [
    `  ${visible(shorten(reason.because, ground))}${paint.dim(visible(place))}`,
    ...(reason.instead === null ? [] : [`  instead: ${visible(reason.instead)}`]),
  ]
}
