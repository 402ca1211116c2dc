import { Badge, type BadgeTone } from '../components/badge.tsx'
import type { Ending, Entry } from '../pages/inbox/inbox-state.ts'

const endings: Readonly<Record<Ending, readonly [BadgeTone, string]>> = {
  approved: ['ok', 'approved'],
  denied: ['no', 'denied'],
  expired: ['plain', 'expired'],
  cancelled: ['plain', 'cancelled'],
  gone: ['plain', 'no longer waits'],
}

/** How a question ended, in words. Expired is not denied: no person decided. */
export function endingText({ ending, by }: Entry): string {
  if (ending === 'expired') return 'No answer came in time. The call did not run; no person denied it.'
  if (ending === 'cancelled')
    return by === null ? 'The caller left before an answer came.' : `The question was withdrawn: ${by}.`
  if (ending === 'gone' || ending === null) return 'It ended while this page was not connected.'
  return `Answered by ${by ?? 'someone else'}.`
}

export function EndingBadge({ entry }: { readonly entry: Entry }) {
  const [tone, text] = endings[entry.ending ?? 'gone']
  return <Badge tone={tone}>{text}</Badge>
}

export const Ended = ({ entry }: { readonly entry: Entry }) => (
  <footer class="card-actions ended">
    <EndingBadge entry={entry} />
    <span class="muted">{endingText(entry)}</span>
  </footer>
)
