import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { TimelineRow } from '../../../../src/server/api.ts'
import type { LiveCalls } from '../../calls/live-calls.ts'
import { TrialBadges } from '../../calls/trial-section.tsx'
import { trialLine } from '../../calls/trial-words.ts'
import { isNearEnd, windowOf } from '../../calls/window.ts'
import { agentPath } from '../../card/agent-path.ts'
import { StateBadge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Icon } from '../../components/icons.tsx'
import { shortenedIn } from '../../known-roots.ts'
import { withoutTicks } from '../../prose-parts.ts'
import { clockText, dateText, durationText } from '../../time-text.ts'

interface CallRowsProps {
  readonly calls: LiveCalls
  readonly opened: string | null
  readonly onOpen: (id: string) => void
}

/** The calls, newest first. Only the visible rows are in the page; new calls wait behind a button while a person reads. */
export function CallRows({ calls, opened, onOpen }: CallRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState({ top: 0, height: 800, rowHeight: 48 })
  const [isReading, setReading] = useState(false)
  const { rows, fresh, hasMore } = calls.list.value
  const shown = windowOf({ count: rows.length, ...scroll })

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = (): void => {
      const rowHeight = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height')) || 48
      setScroll({ top: element.scrollTop, height: element.clientHeight, rowHeight })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])

  useEffect(() => {
    if (hasMore && isNearEnd(shown, rows.length)) calls.loadOlder()
  }, [shown.end, rows.length, hasMore])

  // At the top, with no call open and no pointer over the list, it follows by itself.
  const follows = scroll.top === 0 && opened === null && !isReading
  useEffect(() => {
    if (follows && fresh.length > 0) calls.showFresh()
  }, [follows, fresh])

  // The row of the open call stays in view when it was opened with a key.
  const place = opened === null ? -1 : rows.findIndex(({ id }) => id === opened)
  useEffect(() => {
    const element = box.current
    if (element === null || place < 0) return
    const top = place * scroll.rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + scroll.rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + scroll.rowHeight - element.clientHeight
  }, [opened])

  const showFresh = (): void => {
    calls.showFresh()
    if (box.current !== null) box.current.scrollTop = 0
  }

  return (
    <div class="call-rows">
      {fresh.length > 0 && !follows ? (
        <button type="button" class="fresh-pill" onClick={showFresh}>
          <Icon name="up" size={14} />
          {fresh.length.toLocaleString('en')} new {fresh.length === 1 ? 'call' : 'calls'}
        </button>
      ) : null}
      <div
        ref={box}
        class="call-scroll"
        onPointerEnter={event => setReading(event.pointerType === 'mouse')}
        onPointerLeave={() => setReading(false)}
      >
        <ol class="call-window" style={{ height: `${rows.length * scroll.rowHeight}px` }}>
          {rows.slice(shown.start, shown.end).map((row, index) => (
            <li
              key={row.id}
              class={`call-row ${row.state} ${row.id === opened ? 'opened' : ''}`}
              style={{ transform: `translateY(${(shown.start + index) * scroll.rowHeight}px)` }}
            >
              <CallRow row={row} isOpen={row.id === opened} onOpen={onOpen} />
            </li>
          ))}
        </ol>
        {calls.loading.value === 'older' ? <p class="muted small loading">Loading older calls</p> : null}
      </div>
    </div>
  )
}

interface CallRowProps {
  readonly row: TimelineRow
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

const CallRow = ({ row, isOpen, onOpen }: CallRowProps) => (
  <button type="button" {...(isOpen ? { 'aria-current': 'true' as const } : {})} onClick={() => onOpen(row.id)}>
    <time class="muted numbers" dateTime={row.at} title={dateText(row.at)}>
      {clockText(row.at)}
    </time>
    <span class="state">
      <StateBadge state={row.state} />
    </span>
    <span class="tool">{row.tool}</span>
    <span class="what">
      <TrialBadges row={row} />
      <span class="mono">
        <VisibleText text={row.text} />
      </span>
      <span class="muted">{aboutText(row)}</span>
    </span>
    <span class="notes muted">{notesOf(row)}</span>
  </button>
)

/** The call's changes, or its possible effects if it has not run. */
const aboutText = (row: TimelineRow): string =>
  row.state === 'finished' || row.state === 'allowed'
    ? trialLine(row)
    : withoutTicks(shortenedIn(row.workspace)(row.sentence))

/** The agent, the rule, who answered and after how long, and how long it ran: as far as there is something to say. */
function notesOf(row: TimelineRow): string {
  const parts = [
    row.agents.length === 0 ? null : agentPath(row.agents),
    row.heldBack === null ? null : 'held back',
    row.rule?.id ?? null,
    row.answeredBy === null
      ? null
      : `${row.answeredBy}${row.answeredAfterMs === null ? '' : ` in ${durationText(row.answeredAfterMs)}`}`,
    row.ranMs === null ? null : durationText(row.ranMs),
  ]
  return parts.filter(part => part !== null).join(' · ')
}
