import { textIn } from '../../audit/recorded-fields.ts'
import type { NumberedEvent } from '../../audit/timeline.ts'
import type { CallDetail, ReasonLine } from '../../audit/timeline-row.ts'
import { isObject, own } from '../../core/json.ts'
import { shortPath } from '../../core/path.ts'
import { visible } from '../../core/wording/visible.ts'
import { recordTime } from '../terminal/clock-time.ts'
import type { Painter } from '../terminal/painter.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { endings } from './call-line.ts'
import { recordLine } from './record-line.ts'

interface Page {
  readonly paint: Painter
  readonly width: number
  readonly home: string
}

/** A call for a person who wants to know what happened: who made it, what it would do, what became of it and why. */
export function callText(detail: CallDetail, page: Page): readonly string[] {
  const { row, effects, reasons, records } = detail
  const { paint, width } = page
  const { word, as } = endings[row.state]
  return [
    `${paint.bold(visible(row.tool))} ${paint.dim(visible(whereText(detail, page)))}`,
    ...wholeCall(detail).flatMap(line => indented(visible(line), width)),
    '',
    ...(row.sentence === '' ? [] : [...wrapText(visible(row.sentence), width).map(paint.bold), '']),
    `${paint[as](word)}${visible(endText(detail))}`,
    ...(row.heldBack === null ? [] : indented(`the fence held back: ${visible(row.heldBack)}`, width)),
    '',
    paint.bold('Why'),
    ...[...new Set(reasons.map(reasonText))].flatMap(text => indented(visible(text), width)),
    '',
    paint.bold(`Effects (danger ${row.danger})`),
    ...effects.flatMap(({ tier, text }) => indented(`${tier.padEnd(13)}${visible(text)}`, width)),
    '',
    paint.bold('Records'),
    ...records.map(record => recordLine(record, paint, width)),
    paint.dim(`call ${visible(row.id)}; --json prints the records in full`),
  ]
}

function whereText({ row }: CallDetail, { home }: Page): string {
  const who = row.agents.length === 0 ? '' : `, by ${row.agents.join(' › ')}`
  const client = row.client === null ? '' : `${row.client}, `
  const place = shortPath(row.cwd, { workspace: [], home })
  return `in ${place} at ${recordTime(row.at)} UTC (${client}session ${row.session}${who})`
}

/** The whole command as it is recorded, or the input of another tool, key by key. */
function wholeCall({ row, records }: CallDetail): readonly string[] {
  const asked = records.findLast(({ event }) => isRequest(event))
  const request = asked === undefined ? undefined : own(asked.event, 'request')
  if (request === undefined || !isObject(request)) return [row.text]
  const command = own(request, 'command') ?? own(request, 'cmd')
  if (typeof command === 'string') return command.split('\n')
  return Object.entries(request).flatMap(([key, value]) =>
    value === null || derived.has(key) || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  )
}

/** Fields that follow from others. */
const derived: ReadonlySet<string> = new Set(['intent', 'risk'])

const isRequest = (event: NumberedEvent['event']): boolean =>
  ['tool_call_requested', 'tool_call_replaced'].includes(textIn(event, 'type'))

function endText({ row }: CallDetail): string {
  const after = row.answeredAfterMs === null ? '' : ` after ${seconds(row.answeredAfterMs)}`
  return [
    ...(row.answeredBy === null ? [] : [`answered by ${row.answeredBy}${after}`]),
    ...(row.state === 'asked_client' ? ['the client asked in its own prompt, so its answer is not known here'] : []),
    ...(row.ranMs === null ? [] : [`ran ${seconds(row.ranMs)}`]),
    ...(row.fence === null ? [] : [`in the fence \`${row.fence}\``]),
    ...row.flags,
  ]
    .map(text => `, ${text}`)
    .join('')
}

const seconds = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`)

const reasonText = ({ decision, text, rule }: ReasonLine): string =>
  `${decision.padEnd(6)}${text}${rule === null ? '' : ` [${rule.file}:${rule.line}]`}`

const indented = (text: string, width: number): readonly string[] =>
  wrapText(text, Math.max(width - 2, 20)).map(line => `  ${line}`)
