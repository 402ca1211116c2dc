import { heldText } from '../../audit/fenced-runs.ts'
import type { Report, Tally } from '../../audit/report.ts'
import { visible } from '../../core/wording/visible.ts'
import { counted } from '../terminal/counted.ts'
import type { Painter } from '../terminal/painter.ts'
import { cutText, wrapText } from '../terminal/wrap-text.ts'

export interface ReportDrawing {
  readonly paint: Painter
  /** The width of the terminal: no row is longer. */
  readonly width: number
}

/** A report for a person: the totals, counts by rule and by program, and rules that would answer frequent questions. */
export function reportText(report: Report, since: string, drawing: ReportDrawing): string {
  if (report.calls === 0) return `no calls in the last ${since}\n`
  const { paint } = drawing
  const { calls, allowed, asked, denied, approved, left } = report
  const sections = [
    [
      `${counted(calls, 'call')} in the last ${since}`,
      `  ${paint.allow(`${allowed} allowed`)}, ${paint.ask(`${asked} asked`)} (${approved} approved here), ${paint.deny(`${denied} denied`)}`,
      ...(left === 0 ? [] : [`  ${left} of the allowed were left to the client's own checks`]),
    ],
    passedLines(report, drawing),
    fenceLines(report, drawing),
    table('By rule', report.rules, drawing),
    table('By program', report.programs, drawing),
    asksLines(report, drawing),
  ]
  return `${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

const maxRows = 15
const columns = ['calls', 'allowed', 'asked', 'denied', 'watched'] as const
const columnWidth = 9
const widestName = 44
const narrowestName = 12

function table(
  title: string,
  rows: readonly ({ readonly name: string } & Tally)[],
  { paint, width }: ReportDrawing,
): readonly string[] {
  if (rows.length === 0) return []
  const room = width - 2 - columns.length * columnWidth
  const nameWidth = Math.max(Math.min(room, widestName), narrowestName)
  const head = `${title.padEnd(nameWidth + 2)}${columns.map(column => column.padStart(columnWidth)).join('')}`
  const lines = rows.slice(0, maxRows).map(row => {
    const name = cutText(visible(row.name), nameWidth).padEnd(nameWidth)
    return `  ${name}${columns.map(column => String(row[column]).padStart(columnWidth)).join('')}`
  })
  const more = rows.length > maxRows ? [paint.dim(`  and ${rows.length - maxRows} more; \`--json\` has them all`)] : []
  return [paint.bold(head), ...lines, ...more]
}

/** How commands ran that Sallyport started itself, and what the fence kept them from. */
function fenceLines({ fence: { fenced, unfenced, held } }: Report, { paint, width }: ReportDrawing): readonly string[] {
  if (fenced + unfenced === 0) return []
  return [
    paint.bold(`${counted(fenced, 'command')} ran in the fence, ${unfenced} without it`),
    ...held.map(one => `${String(one.count).padStart(5)}  held back: ${cutText(visible(heldText(one)), width - 18)}`),
  ]
}

/** Calls that ran and would have been stopped. */
function passedLines({ watched, passed }: Report, drawing: ReportDrawing): readonly string[] {
  if (watched === 0) return []
  const { paint, width } = drawing
  return [
    ...wrapText(
      `${watched} ran only because the policy was watching or paused, and would have been stopped. Most frequent:`,
      width,
    ).map(paint.bold),
    ...passed.map(
      ({ count, example, by, would }) => `${exampleLine({ count, example, by: `${would}, ${by}` }, drawing)}`,
    ),
  ]
}

function asksLines({ asks }: Report, drawing: ReportDrawing): readonly string[] {
  if (asks.length === 0) return []
  const { paint } = drawing
  return [
    paint.bold('Most frequent questions, and a rule that would answer each'),
    ...asks.flatMap(({ count, example, by, when }) => [
      exampleLine({ count, example, by }, drawing),
      `       ${when === null ? paint.dim('no rule is recommended') : visible(`- { when: ${when}, then: allow }`)}`,
    ]),
  ]
}

interface Example {
  readonly count: number
  readonly example: string
  readonly by: string
}

function exampleLine({ count, example, by }: Example, { paint, width }: ReportDrawing): string {
  const why = cutText(visible(`(${by})`), Math.floor(width / 3))
  const words = cutText(visible(example), Math.max(width - why.length - 9, narrowestName))
  return `${String(count).padStart(5)}  ${words}  ${paint.dim(why)}`
}
