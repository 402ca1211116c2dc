import type { Hono } from 'hono'
import {
  callsIn,
  collectRecorded,
  missedCalls,
  type RecordedCalls,
  transcriptsSince,
} from '../../adapters/transcripts/missed-calls.ts'
import { countAnswers } from '../../audit/history/answer-times.ts'
import { addToAll } from '../../audit/history/history.ts'
import { countOverTime, type Period } from '../../audit/history/over-time.ts'
import { redactJson } from '../../audit/redaction/redacted-json.ts'
import { openReport } from '../../audit/report.ts'
import { requestLine } from '../../audit/request-line.ts'
import { bytesOf } from '../../io/files/read-transcript.ts'
import { scanJournal } from '../../io/journal/scan-journal.ts'
import { ownPaths } from '../../io/paths.ts'
import { suggestedRule } from '../../policy/suggested-rule.ts'
import { faultReply } from './answers.ts'
import type { TuningContext } from './context.ts'
import { onceFor } from './projects.ts'
import type { Insights, MissedCalls } from './shapes.ts'

/** How the gate did over a period: counts, questions and answers, and calls that it did not see. */
export function addInsights(app: Hono, { clock }: TuningContext): void {
  app.get('/api/insights', async c => {
    const days = Number(c.req.query('days') ?? 7)
    const slotMs = slots.get(days)
    if (slotMs === undefined) return faultReply(c, { code: 'validation', message: '`days` must be 1, 7 or 30' })
    const period = periodOf(clock.now().getTime(), days, slotMs)
    const { journal } = ownPaths()
    const read = () => readInsights(journal, days, period)
    return c.json(await onceFor(journal)(`insights ${days}`, read, period.from))
  })
}

const hour = 3_600_000

/** The periods, and the slots that each is shown in. */
const slots: ReadonlyMap<number, number> = new Map([
  [1, hour],
  [7, 6 * hour],
  [30, 24 * hour],
])

/** Slots start at whole hours of UTC, so that they do not move while a person looks at them. The last one contains `now`. */
export function periodOf(now: number, days: number, slotMs: number): Period {
  const count = (days * 24 * hour) / slotMs
  const end = (Math.floor(now / slotMs) + 1) * slotMs
  return { from: end - count * slotMs, slotMs, slots: count }
}

async function readInsights(journal: string, days: number, period: Period): Promise<Insights> {
  const since = new Date(period.from).toISOString()
  const { home } = ownPaths()
  const report = openReport((call, effect) => suggestedRule(call, effect, home))
  const overTime = countOverTime(period)
  const answers = countAnswers()
  const recorded = collectRecorded()
  const scanned = await scanJournal(journal, since, event => addToAll([report, overTime, answers, recorded], event))
  const { programs, ...totals } = report.total()
  return {
    ...totals,
    programs: programs.toSorted((a, b) => b.asked - a.asked || b.calls - a.calls),
    days,
    since,
    isComplete: scanned.isComplete,
    slotMs: period.slotMs,
    overTime: overTime.total(),
    answers: answers.total(),
    missed: missedSince(period.from, { ...recorded.total(), began: scanned.oldest ?? '' }),
  }
}

const unknownMissed = (why: string): MissedCalls => ({
  isKnown: false,
  why,
  transcripts: 0,
  calls: 0,
  missed: 0,
  rows: [],
})

/** Compares the clients' transcripts with the journal, if there are few enough to read them in a moment. */
function missedSince(from: number, recorded: RecordedCalls): MissedCalls {
  try {
    const files = transcriptsSince(from)
    if (files.length === 0) return unknownMissed('no client wrote a transcript in this period')
    if (recorded.began === '') return unknownMissed('the journal has no records to compare with')
    if (bytesOf(files) > mostBytes)
      return unknownMissed('the transcripts are too large to read here; run `sallyport audit coverage`')
    const start = [new Date(from).toISOString(), recorded.began].sort().at(-1) ?? ''
    const made = callsIn(files, start)
    const missed = missedCalls(made, recorded)
    return {
      isKnown: true,
      why: null,
      transcripts: files.length,
      calls: made.length,
      missed: missed.length,
      rows: missed
        .slice(-mostMissed)
        .reverse()
        .map(({ at, tool, input, session }) => ({ at, tool, text: requestLine(redactJson(input).value), session })),
    }
  } catch {
    return unknownMissed('the transcripts cannot be read')
  }
}

const mostMissed = 20
const mostBytes = 20_000_000
