import type { ComponentChildren, Ref } from 'preact'
import type { GrantScope } from '../../../src/approvals/grants/grant.ts'
import { tierRank } from '../../../src/core/tier.ts'
import type { Card } from '../../../src/server/api.ts'
import { Badge, DangerBadge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { ChangedPaths } from '../components/changed-paths.tsx'
import { CodeBlock, VisibleText } from '../components/code-block.tsx'
import { EffectList, ReasonList } from '../components/explained-lists.tsx'
import { Prose } from '../components/prose.tsx'
import { RuleName } from '../components/rule-name.tsx'
import { shortenedIn } from '../known-roots.ts'
import type { Entry } from '../pages/inbox/inbox-state.ts'
import { withoutTicks } from '../prose-parts.ts'
import { dateText } from '../time-text.ts'
import { agentPath } from './agent-path.ts'
import { answer } from './answer.ts'
import { CardActions } from './card-actions.tsx'
import { DiffView } from './diff-view.tsx'
import { editsOf } from './edit-of.ts'
import { Ended } from './ended.tsx'

interface QuestionCardProps {
  readonly entry: Entry
  /** Whether the reasons and the recorded input are open. */
  readonly isExplained: boolean
  readonly showsDetails: boolean
  /** Whether the page answers to keys, so that the buttons name them. */
  readonly hasKeys: boolean
  readonly reasonRef?: Ref<HTMLTextAreaElement>
  readonly isRefusing: boolean
  readonly onRefuse: (isRefusing: boolean) => void
  readonly onExplain: () => void
  readonly onDetails: () => void
}

/** A question with everything that a person needs to answer it, in this order: who, what, effects, cost, why, and what a yes means. */
export function QuestionCard(props: QuestionCardProps) {
  const { entry, isExplained, showsDetails, onExplain, onDetails } = props
  const { card } = entry
  const edits = editsOf(card.details)
  return (
    <article class={card.grave ? 'question grave' : 'question'} aria-label={`Question: ${withoutTicks(card.sentence)}`}>
      <div class="question-body">
        <Origin card={card} />
        <header>
          <h2>
            {card.keeps === null ? (
              <Prose text={card.sentence === '' ? `Runs ${card.tool}` : card.sentence} />
            ) : (
              `Keep what it did? It ${card.keeps}.`
            )}
          </h2>
          <div class="badges">
            <DangerBadge danger={card.danger} />
            <Badge>{card.tool}</Badge>
            {card.keeps === null ? null : <Badge>trial</Badge>}
            {card.proven ? null : <Badge tone="ask">unproven: no installed hook sent it</Badge>}
          </div>
        </header>
        {card.command !== null ? (
          <CodeBlock text={card.command} marks={card.marks} label="Command" />
        ) : edits.length === 0 ? (
          <CodeBlock text={JSON.stringify(card.details, null, 2)} label="Input" />
        ) : null}
        <Effects card={card} />
        <Kept card={card} />
        <Radius card={card} />
        {edits.length > 0 ? edits.map((edit, index) => <DiffView key={`${index}`} edit={edit} />) : null}
        <Reasons card={card} />
        <Openings entry={entry} />
        {entry.state !== 'over' && entry.ending === 'expired' ? (
          <p class="ask-text small">The question expired for its caller. No person denied the call.</p>
        ) : null}
        <YesMeans card={card} />
        <Earlier card={card} />
        <div class="disclosures">
          <Disclosure
            isOpen={isExplained}
            onToggle={onExplain}
            title="All effects and reasons"
            hint={props.hasKeys ? 'e' : null}
          >
            <Explained card={card} />
          </Disclosure>
          <Disclosure
            isOpen={showsDetails}
            onToggle={onDetails}
            title="The whole input"
            hint={props.hasKeys ? 'v' : null}
          >
            <CodeBlock text={JSON.stringify(card.details, null, 2)} />
          </Disclosure>
        </div>
      </div>
      {entry.state === 'over' ? (
        <Ended entry={entry} />
      ) : (
        <CardActions
          entry={entry}
          hasKeys={props.hasKeys}
          isRefusing={props.isRefusing}
          onRefuse={props.onRefuse}
          {...(props.reasonRef === undefined ? {} : { reasonRef: props.reasonRef })}
        />
      )}
    </article>
  )
}

/** Who asks, and from where. */
const Origin = ({ card }: { readonly card: Card }) => (
  <ul class="origin" aria-label="Origin">
    <li class="agents">
      <VisibleText text={agentPath(card.agents)} />
    </li>
    <li>{card.client ?? 'unknown client'}</li>
    <li>{card.machine}</li>
    <li class="mono">
      <VisibleText text={shortenedIn([])(card.cwd === '' ? card.workspace : card.cwd)} />
    </li>
    {card.branch === null ? null : (
      <li class="mono">
        <VisibleText text={card.branch} />
      </li>
    )}
  </ul>
)

/** The strictest effects first; the others are behind "All effects". */
function Effects({ card }: { readonly card: Card }) {
  const effects = [...card.effects].sort((a, b) => tierRank(b.tier) - tierRank(a.tier))
  if (effects.length === 0) return null
  return <EffectList effects={effects} most={4} />
}

/** The changes that a yes keeps. */
function Kept({ card }: { readonly card: Card }) {
  const changes = changesOf(card)
  return changes.length === 0 ? null : (
    <Section title="What it changed">
      <ChangedPaths changes={changes} more={0} />
    </Section>
  )
}

const changesOf = ({ keeps, radius }: Card): readonly string[] =>
  keeps === null ? [] : radius.filter(line => /^[-+~] /.test(line))

function Radius({ card }: { readonly card: Card }) {
  const { danger } = card
  const changes = new Set(changesOf(card))
  const radius = card.radius.filter(line => !changes.has(line))
  if (radius.length === 0) return null
  return (
    <Section title="What a yes could cost">
      <ul class={danger === 'high' ? 'radius high' : 'radius'}>
        {radius.map(line => (
          <li key={line}>
            <Prose text={line} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Why it was asked this time. */
function Reasons({ card: { reasons } }: { readonly card: Card }) {
  const asking = reasons.filter(({ decision }) => decision === 'ask').slice(0, 2)
  if (asking.length === 0) return null
  return (
    <Section title="Why it asks">
      <ul class="reasons">
        {asking.map(({ text, rule }, index) => (
          <li key={`${index}`}>
            <span>
              <Prose text={text} />
            </span>
            {rule === null ? null : (
              <span class="muted small">
                <RuleName rule={rule} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The first choices after a failure in the fence: the same fence, opened by exactly one thing. */
function Openings({ entry }: { readonly entry: Entry }) {
  const { card } = entry
  const openings = card.offers.filter(({ opens }) => opens)
  if (openings.length === 0) return null
  const isBusy = entry.state !== 'waiting'
  const choose = (offer: number, scope: GrantScope) => () => void answer(card, { approved: true, scope, offer })
  return (
    <Section title="Open the fence by exactly this">
      <ul class="openings">
        {openings.map(({ index, text, also, upTo }) => (
          <li key={`${index}`}>
            <span>
              <Prose text={text} />
              {also === '' ? null : (
                <span class="muted small block">
                  <Prose text={also} />
                </span>
              )}
            </span>
            <span class="answer-group">
              <Button ignoresEnter disabled={isBusy} onClick={choose(index, 'session')}>
                This session
              </Button>
              {upTo === 'always' ? (
                <Button ignoresEnter disabled={isBusy} onClick={choose(index, 'always')}>
                  Always
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Which calls an approval counts for, and what a remembered one would let through. */
function YesMeans({ card: { binds, offers, grave, live } }: { readonly card: Card }) {
  const narrowest = offers.find(({ opens }) => !opens)
  return (
    <Section title="What a yes means">
      <ul class="reasons">
        {binds === '' ? null : (
          <li>
            <span>
              <Prose text={binds} />
            </span>
          </li>
        )}
        {offers.length === 0 || narrowest === offers[0] ? null : (
          <li>Without an opening, a yes runs it without the fence, where it may do more than it showed inside.</li>
        )}
        {live ? null : (
          <li class="ask-text">The caller no longer waits. An approval counts for the next identical call.</li>
        )}
        {narrowest === undefined || grave ? null : (
          <li>
            <span>
              Remembered, it covers <Prose text={narrowest.text} />
            </span>
            {narrowest.also === '' ? null : (
              <span class="muted small">
                <Prose text={narrowest.also} />
              </span>
            )}
          </li>
        )}
      </ul>
    </Section>
  )
}

function Earlier({ card: { earlier } }: { readonly card: Card }) {
  if (earlier.length === 0) return null
  return (
    <Section title="Earlier answers to this request">
      <ul class="earlier">
        {earlier.slice(0, 3).map(({ at, decision, by }) => (
          <li key={at} class="small">
            {decision} by {by}, <span class="muted">{dateText(at)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Explained = ({ card }: { readonly card: Card }) => (
  <div class="explained">
    <EffectList effects={card.effects} />
    <ReasonList reasons={card.reasons} />
  </div>
)

export const Section = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="card-section">
    <h3>{title}</h3>
    {children}
  </section>
)

interface DisclosureProps {
  readonly title: string
  readonly isOpen: boolean
  readonly hint: string | null
  readonly onToggle: () => void
  readonly children: ComponentChildren
}

export const Disclosure = ({ title, isOpen, hint, onToggle, children }: DisclosureProps) => (
  <div class={isOpen ? 'disclosure open' : 'disclosure'}>
    <button type="button" aria-expanded={isOpen} onClick={onToggle}>
      {title}
      {hint === null ? null : <kbd class="key-hint">{hint}</kbd>}
    </button>
    {isOpen ? children : null}
  </div>
)
