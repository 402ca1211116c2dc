import type { Ref } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { GrantScope } from '../../../src/approvals/grants/grant.ts'
import type { RespondBody } from '../../../src/server/api.ts'
import { Button } from '../components/button.tsx'
import { announce } from '../components/toast.tsx'
import { type Entry, graceMs } from '../pages/inbox/inbox-state.ts'
import { withoutTicks } from '../prose-parts.ts'
import { now } from '../state.ts'
import { answer, extend } from './answer.ts'
import { countdownTo } from './countdown.ts'
import { HoldButton } from './hold-button.tsx'

interface CardActionsProps {
  readonly entry: Entry
  readonly hasKeys: boolean
  readonly isRefusing: boolean
  readonly onRefuse: (isRefusing: boolean) => void
  readonly reasonRef?: Ref<HTMLTextAreaElement>
}

/** How long an approval of this card may be remembered; null if it counts only once. */
export const longestScope = ({ card }: Entry): GrantScope | null =>
  card.grave ? null : (card.offers.find(({ opens }) => !opens)?.upTo ?? null)

/** The answers, and the time that is left. Enter never approves. */
export function CardActions({ entry, hasKeys, isRefusing, onRefuse, reasonRef }: CardActionsProps) {
  const { card } = entry
  const left = countdownTo(card.until, now.value)
  const isBusy = entry.state === 'sending' || left.urgency === 'over'
  const upTo = longestScope(entry)
  const opensFence = card.offers.some(({ opens }) => opens)
  // The card may have come under the pointer this instant: the second half of a double click must not answer it.
  const since = useRef(Date.now())
  const send = (body: RespondBody) => (): void => {
    if (Date.now() - since.current >= graceMs) void answer(card, body)
  }
  const key = (hint: string) => (hasKeys ? { hint } : {})
  const deny = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (card.grave && hasKeys) deny.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [card.id, card.grave, hasKeys])
  useEffect(() => {
    if (left.urgency === 'soon') announce(`Less than 30 seconds left: ${withoutTicks(card.sentence)}`)
  }, [left.urgency, card.id])

  return (
    <footer class="card-actions">
      <div class={`countdown ${left.urgency}`}>
        <span class="numbers">{left.text}</span>
        {left.urgency === 'over' ? (
          <span class="muted">not denied: no person decided</span>
        ) : card.live ? (
          <button type="button" class="link-button" onClick={() => void extend(card)}>
            Extend
          </button>
        ) : null}
        {card.live && left.urgency !== 'over' ? (
          <span class="channel">{card.client ?? 'The caller'} waits for your answer</span>
        ) : null}
      </div>
      {isRefusing ? (
        <RefuseForm entry={entry} onClose={() => onRefuse(false)} {...(reasonRef === undefined ? {} : { reasonRef })} />
      ) : (
        <div class="answers">
          <div class="answer-group" ref={deny}>
            <Button kind="no" {...key('d')} disabled={isBusy} onClick={send({ approved: false })}>
              {card.keeps === null ? 'Deny' : 'Discard'}
            </Button>
            <Button kind="quiet" {...key('r')} disabled={isBusy} onClick={() => onRefuse(true)}>
              with a reason
            </Button>
          </div>
          {card.grave ? (
            <HoldButton key={card.id} disabled={isBusy} onDone={send({ approved: true, scope: 'once' })} />
          ) : (
            <div class="answer-group">
              {scopes.map(({ scope, text, hint, needs }) =>
                upTo !== null && needs.includes(upTo) ? (
                  <Button
                    key={scope}
                    kind="quiet"
                    ignoresEnter
                    {...(hint === null ? {} : key(hint))}
                    disabled={isBusy}
                    onClick={send({ approved: true, scope })}
                  >
                    {text}
                  </Button>
                ) : null,
              )}
              <Button
                kind="primary"
                ignoresEnter
                {...key('a')}
                disabled={isBusy}
                onClick={send({ approved: true, scope: 'once' })}
              >
                {card.keeps !== null ? 'Keep' : opensFence ? 'Without the fence, once' : 'Approve once'}
              </Button>
            </div>
          )}
        </div>
      )}
    </footer>
  )
}

const scopes: readonly {
  readonly scope: GrantScope
  readonly text: string
  readonly hint: string | null
  readonly needs: readonly GrantScope[]
}[] = [
  { scope: 'always', text: 'Always', hint: null, needs: ['always'] },
  { scope: 'session', text: 'This session', hint: 's', needs: ['session', 'always'] },
  { scope: 'hour', text: '1 hour', hint: 't', needs: ['hour', 'session', 'always'] },
]

interface RefuseFormProps {
  readonly entry: Entry
  readonly onClose: () => void
  readonly reasonRef?: Ref<HTMLTextAreaElement>
}

/** A denial with a reason. The agent reads the reason. */
function RefuseForm({ entry: { card, state }, onClose, reasonRef }: RefuseFormProps) {
  const [text, setText] = useState('')
  const deny = (): void => void answer(card, { approved: false, says: text.trim() })
  return (
    <form
      class="refuse"
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '') deny()
      }}
    >
      <label>
        What should the agent do instead?
        <textarea
          {...(reasonRef === undefined ? {} : { ref: reasonRef })}
          rows={2}
          maxLength={2000}
          placeholder="The agent reads this text."
          value={text}
          onInput={event => setText(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') onClose()
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') deny()
          }}
        />
      </label>
      <div class="answer-group">
        <Button kind="quiet" onClick={onClose}>
          Back
        </Button>
        <Button kind="no" type="submit" disabled={text.trim() === '' || state === 'sending'}>
          Deny and tell the agent
        </Button>
      </div>
    </form>
  )
}
