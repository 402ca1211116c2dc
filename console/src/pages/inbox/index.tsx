import './inbox.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { answer } from '../../card/answer.ts'
import { longestScope } from '../../card/card-actions.tsx'
import { QuestionCard } from '../../card/question-card.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Icon } from '../../components/icons.tsx'
import { toast } from '../../components/toast.tsx'
import { navigate, route } from '../../router.tsx'
import { pathTo } from '../../routes.ts'
import { changeInbox, inbox, overview } from '../../state.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { batchOf, type Entry, isOpen, isTooSoon, shownEntry, waitingEntries } from './inbox-state.ts'
import { type CardAction, keyResult } from './keys.ts'
import { matchesText } from './matches-text.ts'
import { QuestionList } from './question-list.tsx'
import { isTextField } from './text-field.ts'

type OpenDialog = 'help' | 'batch' | null

export default function InboxPage() {
  const [filter, setFilter] = useState('')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [isExplained, setExplained] = useState(false)
  const [showsDetails, setDetails] = useState(false)
  const [refusing, setRefusing] = useState<string | null>(null)
  const filterField = useRef<HTMLInputElement>(null)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const cardColumn = useRef<HTMLDivElement>(null)

  const state = inbox.value
  const entry = shownEntry(state)
  const listed = state.entries.filter(one => matchesText(one.card, filter))
  const batch = batchOf(state)

  // A link or a notification names a card.
  const linked = route.value.id
  useEffect(() => {
    if (linked !== null) changeInbox({ type: 'showed', id: linked, at: Date.now() })
  }, [linked, state.isRead])
  useEffect(() => {
    cardColumn.current?.scrollTo({ top: 0 })
    setRefusing(null)
  }, [state.shown])
  useEffect(() => {
    if (refusing !== null) reasonField.current?.focus()
  }, [refusing])

  const show = (id: string): void => {
    changeInbox({ type: 'showed', id, at: Date.now() })
    navigate(pathTo('inbox', id), 'replace')
  }

  const act = (action: CardAction): void => {
    const among = new Set(listed.map(({ card }) => card.id))
    if (action === 'next') return changeInbox({ type: 'moved', by: 1, among, at: Date.now() })
    if (action === 'previous') return changeInbox({ type: 'moved', by: -1, among, at: Date.now() })
    if (action === 'filter') return filterField.current?.focus()
    if (action === 'help') return setDialog('help')
    if (entry === null) return
    if (action === 'explain') return setExplained(!isExplained)
    if (action === 'diff') return setDetails(!showsDetails)
    if (action === 'select') return changeInbox({ type: 'toggled', id: entry.card.id })
    if (action === 'deny_with_reason') return setRefusing(entry.card.id)
    void answer(entry.card, answers[action])
  }

  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || dialog !== null || document.querySelector('dialog[open]') !== null) return
    const result = keyResult(
      {
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        repeat: event.repeat,
        inText: isTextField(event.target),
      },
      contextOf(entry),
    )
    if (result === null) return
    event.preventDefault()
    if ('does' in result) act(result.does)
    else toast(result.refused)
  }
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => latest.current(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  // The traces have served their purpose when the person leaves the page.
  useEffect(() => () => changeInbox({ type: 'cleared', at: Date.now() }), [])

  if (!state.isRead) return null
  const answered = state.entries.filter(one => !isOpen(one)).length
  if (state.entries.length === 0) return <NothingWaits />
  return (
    <div class={`inbox two-columns ${entry === null ? '' : 'has-card'}`}>
      <div class="inbox-list">
        <div class="inbox-tools">
          <FilterBar
            fields={[{ name: 'q', label: 'Filter questions' }]}
            values={{ q: filter }}
            onChange={(_, value) => setFilter(value)}
            textRef={filterField}
          />
          <button
            type="button"
            class="icon-button"
            aria-label="Keys"
            title="Keys (?)"
            onClick={() => setDialog('help')}
          >
            <kbd class="key-hint">?</kbd>
          </button>
        </div>
        <QuestionList entries={listed} shown={state.shown} selected={state.selected} onShow={show} />
        <div class="inbox-foot">
          {batch.length > 0 ? (
            <Button kind="primary" onClick={() => setDialog('batch')}>
              Answer {batch.length} selected
            </Button>
          ) : null}
          {answered > 0 ? (
            <Button kind="quiet" onClick={() => changeInbox({ type: 'cleared', at: Date.now() })}>
              Clear {answered} ended
            </Button>
          ) : null}
        </div>
      </div>
      <div class="inbox-card" ref={cardColumn}>
        {entry === null ? (
          <NothingWaits />
        ) : (
          <>
            <Pager />
            <QuestionCard
              key={entry.card.id}
              entry={entry}
              hasKeys
              isExplained={isExplained}
              showsDetails={showsDetails}
              isRefusing={refusing === entry.card.id}
              reasonRef={reasonField}
              onRefuse={is => setRefusing(is ? entry.card.id : null)}
              onExplain={() => setExplained(!isExplained)}
              onDetails={() => setDetails(!showsDetails)}
            />
          </>
        )}
      </div>
      {dialog === 'help' ? <HelpDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'batch' ? <BatchDialog entries={batch} onClose={() => setDialog(null)} /> : null}
    </div>
  )
}

const answers = {
  approve_once: { approved: true, scope: 'once' },
  approve_session: { approved: true, scope: 'session' },
  approve_hour: { approved: true, scope: 'hour' },
  deny: { approved: false },
} as const

const contextOf = (entry: Entry | null) =>
  entry === null
    ? null
    : {
        isWaiting: entry.state === 'waiting' && entry.card.until > Date.now(),
        isGrave: entry.card.grave,
        isTooSoon: isTooSoon(inbox.value, Date.now()),
        upTo: longestScope(entry),
      }

/** On a phone: one question at a time, with its place in the list. */
function Pager() {
  const open = waitingEntries(inbox.value)
  const place = open.findIndex(({ card }) => card.id === inbox.value.shown)
  if (open.length < 2) return null
  const among = new Set(open.map(({ card }) => card.id))
  const move = (by: 1 | -1) => () => changeInbox({ type: 'moved', by, among, at: Date.now() })
  return (
    <div class="pager">
      <button
        type="button"
        class="icon-button"
        aria-label="Previous question"
        disabled={place === 0}
        onClick={move(-1)}
      >
        <Icon name="back" />
      </button>
      <span class="small muted numbers">{place < 0 ? 'answered' : `${place + 1} of ${open.length}`}, oldest first</span>
      <button
        type="button"
        class="icon-button"
        aria-label="Next question"
        disabled={place === open.length - 1}
        onClick={move(1)}
      >
        <Icon name="arrow" />
      </button>
    </div>
  )
}

function NothingWaits() {
  const day = overview.value?.day
  return (
    <EmptyState title="No questions are waiting">
      {day === undefined ? null : (
        <p class="numbers">
          Last 24 hours: {day.calls.toLocaleString('en')} {day.calls === 1 ? 'call' : 'calls'},{' '}
          {day.asked.toLocaleString('en')} asked, {day.denied.toLocaleString('en')} denied.
        </p>
      )}
    </EmptyState>
  )
}
