import { resumeCommandOf } from '../../adapters/resume-command.ts'
import { shortPath } from '../../core/path.ts'
import { visible } from '../../core/wording/visible.ts'
import type { NamedQuestion } from '../../io/stores/approval-store.ts'
import type { Painter } from '../terminal/painter.ts'
import { cutText } from '../terminal/wrap-text.ts'

/** A pending approval on one line: its id, its age, the call and what it would do. */
export function questionRow({ id, at, summary, sentence }: NamedQuestion, now: number, width: number): string {
  const head = `${id}  ${ageText(now - at).padStart(7)}  `
  return `${head}${cutText(visible(`${summary}: ${sentence}`), Math.max(width - head.length, 20))}`
}

/** The whole question for the person who answers, with nothing shortened. Control characters are made visible. */
export function questionText(question: NamedQuestion, paint: Painter): string {
  const { tool, cwd, session, agents, request, effects, reasons, danger, sentence, radius } = question
  const who = agents.length === 0 ? 'the main agent' : agents.join(' › ')
  const tierWidth = 13
  return [
    `${paint.bold(visible(tool))}  ${paint.dim(visible(`in ${cwd}, by ${who} of session ${session}`))}`,
    '',
    paint.bold(visible(sentence)),
    ...radius.map(visible),
    '',
    ...Object.entries(request).flatMap(([key, value]) => (isShown(key, value) ? fieldLines(key, value) : [])),
    '',
    paint.bold(`Effects (danger ${visible(danger)})`),
    ...effects.map(({ text, tier }) => `  ${paint.dim(visible(tier).padEnd(tierWidth))}${visible(text)}`),
    '',
    paint.bold('Why approval is needed'),
    ...reasons.map(({ text }) => `  ${visible(text)}`),
    '',
    '',
  ].join('\n')
}

/** Leaves out empty fields and fields that are derived from others: they would distract from the rest. */
const isShown = (key: string, value: unknown): boolean =>
  key !== 'intent' && key !== 'risk' && value !== null && !(Array.isArray(value) && value.length === 0)

function fieldLines(key: string, value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const [first = '', ...rest] = text.split('\n').map(visible)
  return rest.length === 0 ? [`  ${visible(key)}: ${first}`] : [`  ${visible(key)}:`, ...[first, ...rest].map(indent)]
}

const indent = (line: string): string => `    ${line}`

/** The person's next step: the client was told no, so it must be told to try again. The command has a line of its own to copy. */
export function tryAgain({ client, session }: NamedQuestion): string {
  const command = resumeCommandOf(client, session)
  return command === null ? 'tell the agent to try again' : `tell the agent to try again:\n  ${command}`
}

/** A row of the list to pick from: client, directory, age and sentence. */
export function pickRow(
  { client, cwd, at, sentence }: NamedQuestion,
  { now, home }: { readonly now: number; readonly home: string },
): string {
  const place = shortPath(cwd, { workspace: [], home })
  const short = place.length <= placeWidth ? place : `…${place.slice(1 - placeWidth)}`
  return visible(
    `${(client ?? 'unknown').padEnd(11)}  ${short.padEnd(placeWidth)}  ${ageText(now - at).padStart(6)}  ${sentence}`,
  )
}

const placeWidth = 20

function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 1 ? 'now' : `${minutes} min`
}
