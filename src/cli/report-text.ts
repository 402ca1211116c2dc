import type { Report, Tally } from '../audit/report.ts'
import type { Painter } from './painter.ts'
import { visible } from './visible.ts'
import { cutText } from './wrap-text.ts'

/** A report for a person: the sums, what stopped calls, which programs made them, and what to do about the questions. */
export function reportText(report: Report, since: string, paint: Painter): string {
  if (report.calls === 0) return `no calls in the last ${since}\n`
  const { calls, allowed, asked, denied, watched, approved } = report
  const sections = [
    [
      `${calls} calls in the last ${since}`,
      `  ${paint.allow(`${allowed} allowed`)}, ${paint.ask(`${asked} asked`)} (${approved} of them approved here), ${paint.deny(`${denied} denied`)}`,
      ...(watched === 0
        ? []
        : [`  ${watched} ran that would have been stopped: the policy only watched, or was paused`]),
    ],
    table('By rule', report.rules, paint),
    table('By program', report.programs, paint),
    asksLines(report, paint),
  ]
  return `${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

const maxRows = 15
const nameWidth = 44

function table(title: string, rows: readonly ({ readonly name: string } & Tally)[], paint: Painter): readonly string[] {
  if (rows.length === 0) return []
  const head = `${title.padEnd(nameWidth + 2)}${columns.map(column => column.padStart(9)).join('')}`
  const lines = rows.slice(0, maxRows).map(row => {
    const name = cutText(visible(row.name), nameWidth).padEnd(nameWidth)
    return `  ${name}${columns.map(column => String(row[column]).padStart(9)).join('')}`
  })
  const more = rows.length > maxRows ? [paint.dim(`  and ${rows.length - maxRows} more; \`--json\` has them all`)] : []
  return [paint.bold(head), ...lines, ...more]
}

const columns = ['calls', 'allowed', 'asked', 'denied', 'watched'] as const

function asksLines({ asks }: Report, paint: Painter): readonly string[] {
  if (asks.length === 0) return []
  return [
    paint.bold('Most frequent questions, and the rule that would settle them'),
    ...asks.flatMap(({ count, example, by, when }) => [
      `${String(count).padStart(5)}  ${cutText(visible(example), 90)}  ${paint.dim(visible(`(${by})`))}`,
      `       ${when === null ? paint.dim('no rule would be wise') : visible(`- { when: ${when}, then: allow }`)}`,
    ]),
  ]
}
