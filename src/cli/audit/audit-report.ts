import { type Report, reportOn } from '../../audit/report.ts'
import type { JsonObject } from '../../core/json.ts'
import { readRecords } from '../../io/journal/journal-read.ts'
import { ownPaths } from '../../io/paths.ts'
import { suggestedRule } from '../../policy/suggested-rule.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, printJson, usageError } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { auditOptions, journalDirectory, parseSince, sinceOption, tryRead } from './audit-options.ts'
import { type ReportDrawing, reportText } from './report-text.ts'

export const auditReportCommand = defineCommand({
  help: `usage: sallyport audit report [--since 7d] [--dir DIR] [--json]

Counts the calls that were allowed, asked about and denied, by rule and by program, and those that
ran only because the policy was watching or paused. Lists the ten most frequent questions, each
with a rule that would answer it where that is safe to suggest. Check such a rule before you use it.

  --since AGE   how far back: \`90m\`, \`24h\`, \`7d\` (the default)
  --dir DIR     a journal other than your own
  --json        print the report as JSON
`,
  options: { ...auditOptions, ...sinceOption },
  operands: { most: 0, otherwise: '`audit report` takes no operands' },
  run(options) {
    const since = parseSince(options)
    if (!since.ok) return usageError(since.faults[0].message)
    const directory = journalDirectory(options)
    if (!directory.ok) return failed(directory.faults[0].message)
    const from = new Date(Date.now() - since.value.ms).toISOString()
    const report = tryRead<Report>(directory.value, () =>
      reportOn(eventsSince(directory.value, from), (call, effect) => suggestedRule(call, effect, ownPaths().home)),
    )
    if (!report.ok) return failed(report.faults[0].message)
    if (options.flag('json')) return printJson({ since: from, ...report.value })
    return print(reportText(report.value, since.value.text, drawing()))
  },
})

const drawing = (): ReportDrawing => ({
  paint: stdoutPainter(),
  width: process.stdout.columns ?? 100,
})

/** Skips damaged records: `audit verify` reports those. */
function* eventsSince(directory: string, from: string): Generator<JsonObject> {
  for (const read of readRecords(directory)) {
    const at = read.ok ? read.value.event['at'] : undefined
    if (read.ok && typeof at === 'string' && at >= from) yield read.value.event
  }
}
