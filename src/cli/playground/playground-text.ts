import type { Effect } from '../../core/effect.ts'
import { effectText } from '../../core/effect-text.ts'
import type { Reason } from '../../core/verdict.ts'
import { shorten } from '../../core/wording/shorten.ts'
import { visible } from '../../core/wording/visible.ts'
import { type TreeRow, treeBranch } from '../../explain/effect-tree.ts'
import type { EffectExplanation, Explanation } from '../../explain/explanation.ts'
import { headline } from '../check/verdict-text.ts'
import type { Drawing } from '../explain/drawing.ts'
import { type Painter, painter } from '../terminal/painter.ts'

import { cutText } from '../terminal/wrap-text.ts'

/** Printed when the playground starts. */
export const welcome = (
  paint: Painter,
): string => `${paint.bold('Sallyport playground')}  ${paint.dim('nothing here is run or recorded')}

Type a shell command or a tool call to see whether it would run:

  npm test
  git push --force origin main
  Read {"file_path": "~/.ssh/id_ed25519"}

${paint.dim(':explain shows why, :help lists the commands, :quit leaves')}

`

export const playgroundHelp = `  COMMAND           a shell command, as an agent would run it
  TOOL {…}          a call of another tool, with its input as JSON
  {"tool":…}        a whole call as JSON, with "input", "cwd" and so on

  :explain          explain the last decision step by step
  :preset NAME      use another base: cautious, balanced or autonomous
  :policy FILE      add a policy of your own; without FILE, remove it
  :mode MODE        use another mode; without MODE, the policy's own
  :cwd DIR          make calls in another directory
  :help             show this text
  :quit             leave (also Ctrl-D)
`

/** A verdict in a few lines: the decision, and each effect with its reason. */
export function playgroundText(explanation: Explanation, options: Omit<Drawing, 'paint'>): string {
  const drawing: Drawing = { ...options, paint: painter(options.colour) }
  const { paint } = drawing
  const shown = explanation.tree.slice(0, maxRows)
  const left = explanation.tree.length - shown.length
  const lines = [
    headline(explanation.verdict, paint),
    ...effectLines(shown, explanation, drawing),
    ...(left > 0 ? [paint.dim(`         and ${left} more; :explain shows them`)] : []),
    ...(explanation.tree.length === 0 ? wholeLines(explanation, drawing) : []),
    ...insteadLines(explanation, drawing),
  ]
  return `${lines.map(line => `  ${line}`).join('\n')}\n\n`
}

const maxRows = 12

/** Each effect and its reason, in two columns as wide as they need to be. */
function effectLines(
  rows: readonly TreeRow[],
  { verdict, byEffect }: Explanation,
  { paint, place, width }: Drawing,
): readonly string[] {
  const known = new Map(byEffect.map(one => [one.effect, one]))
  const texts = rows.map(row => visible(treeBranch(row) + shorten(textOf(verdict.effects[row.index]), place)))
  const room = Math.min(Math.max(...texts.map(text => text.length)), Math.floor((width - 12) * 0.55))
  return rows.map((row, i) => {
    const explained = known.get(row.index)
    const decision = explained?.decision ?? verdict.decision
    const why = cutText(visible(shorten(whyText(explained), place)), width - room - 13)
    return `${paint[decision](decision.padEnd(5))}  ${cutText(texts[i] ?? '', room).padEnd(room)}  ${paint.dim(why)}`.trimEnd()
  })
}

const textOf = (effect: Effect | undefined): string => (effect === undefined ? '' : effectText(effect))

/** The reason in a few words. */
function whyText(explained: EffectExplanation | undefined): string {
  const [first] = explained?.reasons.filter(reason => reason.decision === explained.decision) ?? []
  if (explained === undefined || first === undefined) return ''
  if (first.layer === 'mode') return 'no rule matches, so the mode decides'
  // The first column already shows the effect.
  if (first.rule === null) return first.because.replace(/: `[^`]*`$/, '')
  const spoken = explained.files.find(file => file.spoke?.rule.id === first.rule?.id)?.spoke
  return spoken?.rule.because ?? first.rule.id
}

/** For a call without effects, or one that was denied before it was analysed. */
const wholeLines = ({ verdict }: Explanation, { place, width }: Drawing): readonly string[] =>
  verdict.decision === 'allow'
    ? []
    : verdict.reasons.slice(0, 3).map(reason => cutText(visible(shorten(reason.because, place)), width - 4))

const insteadLines = ({ verdict }: Explanation, { width }: Drawing): readonly string[] =>
  [...new Set(verdict.reasons.filter(isDecisive(verdict.decision)).flatMap(reason => reason.instead ?? []))].map(text =>
    cutText(`instead: ${visible(text)}`, width - 4),
  )

const isDecisive = (decision: Reason['decision']) => (reason: Reason) =>
  decision !== 'allow' && reason.decision === decision
