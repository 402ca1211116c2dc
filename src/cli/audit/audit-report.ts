import { type Report, reportOn } from '../../audit/report.ts'
import type { JsonObject } from '../../core/json.ts'
import { readRecords } from '../../io/journal/journal-read.ts'
import { ownPaths } from '../../io/paths.ts'
import { suggestedRule } from '../../policy/suggested-rule.ts'
import { parseAge } from '../terminal/age.ts'
import { parseOptions } from '../terminal/options.ts'
import { failed, misused, shown, shownJson } from '../terminal/outcome.ts'
import { painter, wantsColour } from '../terminal/painter.ts'
import { auditOptions, journalDirectory, readQuietly } from './audit-options.ts'
import { type ReportDrawing, reportText } from './report-text.ts'

export const summary = 'sum up what the gate did'

export const help = `usage: sallyport audit report [--since 7d] [--dir DIR] [--json]

How many calls were allowed, asked about and denied, and how many a policy that only watches would
have stopped, with the most frequent of those; by rule and by program; and the ten most frequent questions, each with the rule that
would settle it, where one would be wise. Whether it is a good one is for you to say.

  --since AGE   how far back: \`90m\`, \`24h\`, \`7d\` (the default)
`

const spec = { ...auditOptions, since: { type: 'string' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length > 0) return misused('`audit report` takes no operands')
  const since = options.value.text('since') ?? '7d'
  const age = parseAge(since)
  if (age === null) return misused(`--since is an age such as \`24h\` or \`7d\`, not \`${since}\``)
  const directory = journalDirectory(options.value)
  if (!directory.ok) return failed(directory.faults[0].message)
  const from = new Date(Date.now() - age).toISOString()
  const report = readQuietly<Report>(directory.value, () =>
    reportOn(eventsSince(directory.value, from), (call, effect) => suggestedRule(call, effect, ownPaths().home)),
  )
  if (!report.ok) return failed(report.faults[0].message)
  if (options.value.flag('json')) return shownJson({ since: from, ...report.value })
  return shown(reportText(report.value, since, drawing()))
}

const drawing = (): ReportDrawing => ({
  paint: painter(wantsColour(process.stdout)),
  width: process.stdout.columns ?? 100,
})

/** Records that are damaged are for `audit verify` to name. */
function* eventsSince(directory: string, from: string): Generator<JsonObject> {
  for (const read of readRecords(directory)) {
    const at = read.ok ? read.value.event['at'] : undefined
    if (read.ok && typeof at === 'string' && at >= from) yield read.value.event
  }
}
