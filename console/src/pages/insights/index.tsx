import '../../tuning/tuning.css'
import './insights.css'
import type { Insights } from '../../../../src/server/tuning/shapes.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { navigate, route } from '../../router.tsx'
import { pathTo } from '../../routes.ts'
import { dateText, durationText } from '../../time-text.ts'
import { LoadError } from '../../tuning/load-error.tsx'
import { useAnswer } from '../../tuning/use-answer.ts'
import { Chart } from './chart.tsx'
import type { Series } from './stacked.ts'
import { decisionSummary, promptSummary } from './summaries.ts'
import { AsksTable, FenceList, MissedTable, PassedTable, TallyTable } from './tables.tsx'

const periods = [
  ['1', 'Day'],
  ['7', 'Week'],
  ['30', 'Month'],
] as const

const decisionSeries: readonly Series[] = [
  { key: 'denied', name: 'denied', tone: 'no' },
  { key: 'watched', name: 'only watched', tone: 'plain' },
  { key: 'asked', name: 'asked', tone: 'ask' },
  { key: 'allowed', name: 'allowed', tone: 'ok' },
]
const withoutWatched = decisionSeries.filter(({ key }) => key !== 'watched')
const promptSeries: readonly Series[] = [{ key: 'asked', name: 'questions', tone: 'accent' }]

export default function InsightsPage() {
  const days = periods.find(([value]) => value === route.value.query['days'])?.[0] ?? '7'
  const { value, error, isLoading, reload } = useAnswer<Insights>('/api/insights', { days })
  return (
    <div class="page insights">
      <div class="page-tools">
        <fieldset class="segments" aria-label="Period">
          {periods.map(([period, name]) => (
            <button
              key={period}
              type="button"
              aria-pressed={period === days}
              onClick={() => navigate(`${pathTo('insights')}?days=${period}`, 'replace')}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <span class="muted small">
          {value === null
            ? ''
            : `since ${dateText(value.since)}${value.isComplete ? '' : '; the journal is long, so only its newest part was read'}`}
        </span>
      </div>
      {error === null ? null : <LoadError error={error} onRetry={reload} />}
      {value === null ? null : (
        <div class={isLoading ? 'insights-body pending' : 'insights-body'} aria-busy={isLoading}>
          {value.calls === 0 ? (
            <EmptyState icon="insights" title="No calls in this period">
              When an agent makes calls, you see here how many ran, how many asked, and which rules ask most.
            </EmptyState>
          ) : (
            <Body insights={value} />
          )}
          {value.calls === 0 && !value.missed.isKnown ? null : <MissedTable missed={value.missed} />}
        </div>
      )}
    </div>
  )
}

function Body({ insights }: { readonly insights: Insights }) {
  const { calls, asked, denied, answers, fence, overTime, slotMs } = insights
  const commands = fence.fenced + fence.unfenced
  return (
    <>
      <dl class="tiles">
        <Tile
          name="calls"
          figure={String(calls)}
          note={insights.left === 0 ? 'that reached the gate' : `${insights.left} left to the client's own checks`}
        />
        <Tile name="asked" figure={share(asked, calls)} note={`${asked} calls`} />
        <Tile name="denied" figure={share(denied, calls)} note={`${denied} calls`} />
        <Tile
          name="time to answer"
          figure={answers.medianMs === null ? '–' : durationText(answers.medianMs)}
          note={
            answers.p90Ms === null ? 'no answers here yet' : `median; 9 in 10 within ${durationText(answers.p90Ms)}`
          }
        />
        <Tile
          name="in the fence"
          figure={commands === 0 ? '–' : share(fence.fenced, commands)}
          note={commands === 0 ? 'Sallyport ran no commands itself' : `of ${commands} commands that Sallyport ran`}
        />
      </dl>
      <section class="panel" aria-label="Decisions over time">
        <h2>Decisions over time</h2>
        <Chart
          slots={overTime}
          slotMs={slotMs}
          series={insights.watched === 0 ? withoutWatched : decisionSeries}
          summary={decisionSummary(insights)}
        />
      </section>
      <section class="panel" aria-label="Questions over time">
        <h2>Questions over time</h2>
        <Chart slots={overTime} slotMs={slotMs} series={promptSeries} summary={promptSummary(insights)} />
        <p class="small">
          Of the questions that Sallyport asked itself: {answers.approved} approved, {answers.denied} denied,{' '}
          {answers.expired} expired, {answers.cancelled} withdrawn, {answers.handedOver} denied until a person approves
          them
          {answers.open === 0 ? '' : `, ${answers.open} still open`}.
        </p>
      </section>
      <div class="insights-columns">
        <TallyTable title="Rules that stop most" name="Rule" rows={insights.rules} />
        <TallyTable
          title="Programs that ask most"
          name="Program"
          rows={insights.programs.filter(row => row.asked > 0)}
        />
      </div>
      <AsksTable asks={insights.asks} />
      <PassedTable passed={insights.passed} />
      <FenceList fence={fence} />
    </>
  )
}

const share = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
}

const Tile = ({ name, figure, note }: { readonly name: string; readonly figure: string; readonly note: string }) => (
  <div class="tile">
    <dt>{name}</dt>
    <dd class="numbers figure">{figure}</dd>
    <dd class="muted tiny">{note}</dd>
  </div>
)
