import { useEffect, useState } from 'preact/hooks'
import { callOf } from '../../../src/audit/timeline.ts'
import { isObject, ownString } from '../../../src/core/json.ts'
import { shortPath } from '../../../src/core/path.ts'
import type { CallAnswer, TimelineRow } from '../../../src/server/api.ts'
import { get, type RequestError } from '../api.ts'
import { agentPath } from '../card/agent-path.ts'
import { Disclosure, Section } from '../card/question-card.tsx'
import { Badge, DangerBadge } from '../components/badge.tsx'
import { CodeBlock, VisibleText } from '../components/code-block.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { EffectList, ReasonList } from '../components/explained-lists.tsx'
import { Prose } from '../components/prose.tsx'
import { shortenedIn } from '../known-roots.ts'
import { Link } from '../router.tsx'
import { pathTo } from '../routes.ts'
import { overview } from '../state.ts'
import { listen } from '../stream.ts'
import { dateText, durationText } from '../time-text.ts'
import { TrialSection } from './trial-section.tsx'

interface CallExplanationProps {
  readonly id: string
  /** Whether the page undoes this call with the key `u`. */
  readonly hasKey?: boolean
}

/** One call with everything that is known about it. It follows the journal while it is open. */
export function CallExplanation({ id, hasKey = false }: CallExplanationProps) {
  const [detail, setDetail] = useState<CallAnswer | null>(null)
  const [error, setError] = useState<RequestError | null>(null)
  useEffect(() => {
    let isClosed = false
    const read = async (): Promise<void> => {
      const answer = await get<CallAnswer>(`/api/calls/${encodeURIComponent(id)}`)
      if (isClosed) return
      setError(answer.ok ? null : answer)
      if (answer.ok) setDetail(answer.value)
    }
    void read()
    const stop = listen('record', ({ event }) => {
      if (callOf(event) === id) void read()
    })
    return () => {
      isClosed = true
      stop()
    }
  }, [id])
  if (error !== null)
    return (
      <EmptyState icon="warning" title="The call cannot be shown">
        {error.error}
      </EmptyState>
    )
  return detail === null || detail.row.id !== id ? null : <Explanation detail={detail} hasKey={hasKey} />
}

function Explanation({ detail, hasKey }: { readonly detail: CallAnswer; readonly hasKey: boolean }) {
  const [showsRecords, setShowsRecords] = useState(false)
  const { row, effects, reasons, records } = detail
  const short = shortenedIn(row.workspace)
  return (
    <div class="explanation">
      <CodeBlock text={wholeText(detail)} label="Command" />
      <Section title="What it does">
        <p>
          <Prose text={row.sentence === '' ? row.tool : short(row.sentence)} />
        </p>
        <div class="badges">
          <DangerBadge danger={row.danger} />
          {row.flags.map(flag => (
            <Badge key={flag}>{flag}</Badge>
          ))}
        </div>
        <EffectList effects={effects.map(effect => ({ ...effect, text: short(effect.text) }))} />
      </Section>
      <Section title="Why it was decided so">
        {reasons.length === 0 ? (
          <p class="muted">
            <Prose text={row.because === '' ? 'No reason was recorded.' : short(row.because)} />
          </p>
        ) : null}
        <ReasonList reasons={reasons.map(reason => ({ ...reason, text: short(reason.text) }))} />
      </Section>
      <TrialSection call={detail} hasKey={hasKey} />
      <Facts row={row} />
      <Disclosure
        title={`${records.length} ${records.length === 1 ? 'record' : 'records'} in the journal`}
        isOpen={showsRecords}
        hint={null}
        onToggle={() => setShowsRecords(!showsRecords)}
      >
        {records.map(({ sequence, event }) => (
          <div key={sequence} class="record">
            <span class="muted tiny numbers">#{sequence}</span>
            <CodeBlock text={JSON.stringify(event, null, 2)} />
          </div>
        ))}
      </Disclosure>
    </div>
  )
}

/** The command as it was requested. The row's text is shortened to one line. */
function wholeText({ row, records }: CallAnswer): string {
  const request = records.findLast(({ event }) => 'request' in event)?.event['request']
  if (request === undefined || !isObject(request)) return row.text
  const command = ownString(request, 'command')
  if (command !== undefined) return command
  return row.text.endsWith('…') ? JSON.stringify(request, null, 2) : row.text
}

function Facts({ row }: { readonly row: TimelineRow }) {
  const facts: readonly (readonly [string, preact.ComponentChildren])[] = [
    ['Asked at', dateText(row.at)],
    ['Agent', agentPath(row.agents)],
    ['Client', row.client ?? 'unknown'],
    [
      'Session',
      <Link key="session" to={pathTo('session', row.session)}>
        {row.session}
      </Link>,
    ],
    [
      'Directory',
      <VisibleText key="cwd" text={shortPath(row.cwd, { workspace: [], home: overview.value?.home ?? '' })} />,
    ],
    ...(row.answeredBy === null ? [] : [['Answered by', answerText(row)] as const]),
    ...(row.ranMs === null ? [] : [['Ran', durationText(row.ranMs)] as const]),
    ['Fence', row.fence ?? 'none'],
    ...(row.heldBack === null
      ? []
      : [['Held back', <VisibleText key="held" text={shortenedIn(row.workspace)(row.heldBack)} />] as const]),
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const answerText = ({ answeredBy, answeredAfterMs }: TimelineRow): string =>
  `${answeredBy}${answeredAfterMs === null ? '' : ` after ${durationText(answeredAfterMs)}`}`
