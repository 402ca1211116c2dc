import { useState } from 'preact/hooks'
import type { TimelineRow } from '../../../../src/server/api.ts'
import { CallExplanation } from '../../calls/call-explanation.tsx'
import { TrialBadges } from '../../calls/trial-section.tsx'
import { mayUndo, trialLine } from '../../calls/trial-words.ts'
import { askUndo } from '../../calls/undo-dialog.tsx'
import { agentPath } from '../../card/agent-path.ts'
import { Disclosure, QuestionCard } from '../../card/question-card.tsx'
import { Badge, StateBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Prose } from '../../components/prose.tsx'
import { shortenedIn } from '../../known-roots.ts'
import { inbox } from '../../state.ts'
import { clockText, dateText, durationText } from '../../time-text.ts'
import { type Entry, entryOf } from '../inbox/inbox-state.ts'

/** One call. If it waits for an answer, the question is inside it, with its buttons. */
export function CallPanel({ row }: { readonly row: TimelineRow }) {
  const [isOpen, setOpen] = useState(false)
  const short = shortenedIn(row.workspace)
  const entry = row.approval === null ? null : entryOf(inbox.value, row.approval)
  return (
    <section class={`panel call-panel ${row.state}`} aria-label={`${row.tool}: ${row.state}`}>
      <header>
        <StateBadge state={row.state} />
        <strong class="small">{row.tool}</strong>
        <TrialBadges row={row} />
        {row.agents.length === 0 ? null : <Badge>{agentPath(row.agents)}</Badge>}
        <time class="muted small numbers" dateTime={row.at} title={dateText(row.at)}>
          {clockText(row.at)}
        </time>
      </header>
      {entry !== null && entry.state !== 'over' ? (
        <Question entry={entry} />
      ) : (
        <>
          <p class="panel-text mono">
            <VisibleText text={row.text} />
          </p>
          {row.state === 'finished' || row.state === 'allowed' || row.sentence === '' ? null : (
            <p class="small">
              <Prose text={short(row.sentence)} />
            </p>
          )}
          <p class="panel-notes small muted">
            <Prose text={short(notesOf(row))} />
          </p>
          {mayUndo(row) ? (
            <div class="undo-line">
              <Button onClick={() => askUndo(row.id)}>Undo</Button>
              <span class="muted small">it {trialLine(row)}</span>
            </div>
          ) : trialLine(row) === '' ? null : (
            <p class="small">{trialLine(row)}</p>
          )}
          <Disclosure title="Explain" isOpen={isOpen} hint={null} onToggle={() => setOpen(!isOpen)}>
            <CallExplanation id={row.id} />
          </Disclosure>
        </>
      )}
    </section>
  )
}

function Question({ entry }: { readonly entry: Entry }) {
  const [isExplained, setExplained] = useState(false)
  const [showsDetails, setDetails] = useState(false)
  const [isRefusing, setRefusing] = useState(false)
  return (
    <QuestionCard
      entry={entry}
      hasKeys={false}
      isExplained={isExplained}
      showsDetails={showsDetails}
      isRefusing={isRefusing}
      onRefuse={setRefusing}
      onExplain={() => setExplained(!isExplained)}
      onDetails={() => setDetails(!showsDetails)}
    />
  )
}

/** The reason, the answer and the run, as far as there is something to say. */
function notesOf(row: TimelineRow): string {
  const parts = [
    row.because === '' ? null : row.because,
    row.rule === null
      ? null
      : `rule \`${row.rule.id}\`, ${row.rule.file.split('/').slice(-2).join('/')}:${row.rule.line}`,
    row.answeredBy === null
      ? null
      : `answered by ${row.answeredBy}${row.answeredAfterMs === null ? '' : ` after ${durationText(row.answeredAfterMs)}`}`,
    row.ranMs === null ? null : `ran ${durationText(row.ranMs)}`,
    row.fence === null ? null : `in fence ${row.fence}`,
    row.heldBack === null ? null : `held back: ${row.heldBack}`,
  ]
  return parts.filter(part => part !== null).join(' · ')
}
