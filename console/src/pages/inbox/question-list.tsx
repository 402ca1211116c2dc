import { agentPath, shortPath } from '../../card/agent-path.ts'
import { countdownTo } from '../../card/countdown.ts'
import { EndingBadge } from '../../card/ended.tsx'
import { inputLine } from '../../card/input-line.ts'
import { VisibleText } from '../../components/code-block.tsx'
import { Prose } from '../../components/prose.tsx'
import { withoutTicks } from '../../prose-parts.ts'
import { changeInbox, now } from '../../state.ts'
import { ageText } from '../../time-text.ts'
import { type Entry, isOpen } from './inbox-state.ts'

interface QuestionListProps {
  readonly entries: readonly Entry[]
  readonly shown: string | null
  readonly selected: readonly string[]
  readonly onShow: (id: string) => void
}

/** The questions, oldest first. Every row has the same height, and an answered one keeps its place. */
export function QuestionList({ entries, shown, selected, onShow }: QuestionListProps) {
  if (entries.length === 0) return <p class="muted small nothing-found">No question matches the filter.</p>
  return (
    <ul class="question-list">
      {entries.map(entry => (
        <QuestionRow
          key={entry.card.id}
          entry={entry}
          isShown={entry.card.id === shown}
          isSelected={selected.includes(entry.card.id)}
          onShow={onShow}
        />
      ))}
    </ul>
  )
}

/** Whether a person or a rule answered. A timeout is no answer. */
const isAnswer = ({ ending }: Entry): boolean => ending === 'approved' || ending === 'denied'

interface QuestionRowProps {
  readonly entry: Entry
  readonly isShown: boolean
  readonly isSelected: boolean
  readonly onShow: (id: string) => void
}

function QuestionRow({ entry, isShown, isSelected, onShow }: QuestionRowProps) {
  const { card } = entry
  const left = countdownTo(card.until, now.value)
  const isWaiting = isOpen(entry)
  return (
    <li class={`question-row ${isShown ? 'shown' : ''} ${isWaiting ? '' : 'over'}`}>
      <input
        type="checkbox"
        aria-label={`Select: ${withoutTicks(card.sentence)}`}
        checked={isSelected}
        disabled={!isWaiting}
        onChange={() => changeInbox({ type: 'toggled', id: card.id })}
      />
      <button type="button" {...(isShown ? { 'aria-current': 'true' as const } : {})} onClick={() => onShow(card.id)}>
        <span class="row-top">
          <span class={`danger-dot ${card.danger}`} aria-hidden="true" />
          <span class="row-sentence">{card.sentence === '' ? card.tool : <Prose text={card.sentence} />}</span>
        </span>
        <span class="row-command mono">
          <VisibleText text={inputLine(card).slice(0, 160)} />
        </span>
        <span class="row-foot tiny muted">
          <span>{card.agents.length > 0 ? agentPath(card.agents) : (card.client ?? 'unknown client')}</span>
          <span>{shortPath(card.cwd)}</span>
          <span class="row-end numbers">
            {isWaiting ? (
              <>
                <span class="visually-hidden">asked {ageText(card.at, now.value)}, </span>
                {entry.ending === 'expired' ? <EndingBadge entry={entry} /> : null}
                <span class={left.urgency}>{left.text}</span>
              </>
            ) : (
              <>
                <EndingBadge entry={entry} />
                {entry.by === null || !isAnswer(entry) ? null : <span>by {entry.by}</span>}
              </>
            )}
          </span>
        </span>
      </button>
    </li>
  )
}
