import { dangerOf, decidingEffects } from '../../core/danger.ts'
import type { Reason, Verdict } from '../../core/verdict.ts'
import { type KnownRoots, shorten } from '../../core/wording/shorten.ts'
import { visible } from '../../core/wording/visible.ts'
import { type Painter, painter } from '../terminal/painter.ts'

export interface TextOptions {
  readonly colour: boolean
  readonly place: KnownRoots
}

/** A verdict for a person: the decision, the reasons and what to do instead. */
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

/** The decision on one line. */
export function headline(verdict: Verdict, paint: Painter): string {
  const watching = verdict.watched === null ? '' : `; would ${verdict.watched}, but this policy only watches`
  const answer = paint[verdict.decision](verdict.decision.toUpperCase().padEnd(5))
  const danger = verdict.decision === 'allow' ? [] : [`danger ${dangerOf(decidingEffects(verdict))}`]
  const measures = [`tier ${verdict.tier}`, ...danger].join(', ')
  return `${answer}  ${paint.dim(`${measures}${watching}${containedText(verdict)}${replacementText(verdict)}`)}`
}

const containedText = ({ contained }: Verdict): string =>
  contained === true ? '; contained: runs inside the fence without a question' : ''

/** The command that runs instead, if the client lets a hook change the input. */
const replacementText = ({ replacement }: Verdict): string =>
  replacement === null
    ? ''
    : `; a hook ${replacement.decision === 'allow' ? 'runs' : 'asks before running'} \`${visible(replacement.instead)}\` instead`

function reasonLines(reason: Reason, roots: KnownRoots, paint: Painter): readonly string[] {
  const place = reason.rule === null ? '' : `  ${shorten(reason.rule.file, roots)}:${reason.rule.line}`
  return [
    `  ${visible(shorten(reason.because, roots))}${paint.dim(visible(place))}`,
    ...(reason.instead === null ? [] : [`  instead: ${visible(reason.instead)}`]),
  ]
}
