/** What a key does on a card. */
export type CardAction =
  | 'approve_once'
  | 'approve_session'
  | 'approve_hour'
  | 'deny'
  | 'deny_with_reason'
  | 'explain'
  | 'diff'
  | 'select'
  | 'next'
  | 'previous'
  | 'filter'
  | 'help'

/** The keys of the inbox, in the order in which the help shows them. Enter is not among them: it never approves. */
export const inboxKeys: readonly { readonly key: string; readonly does: CardAction; readonly text: string }[] = [
  { key: 'a', does: 'approve_once', text: 'approve once' },
  { key: 's', does: 'approve_session', text: 'approve for this session' },
  { key: 't', does: 'approve_hour', text: 'approve for one hour' },
  { key: 'd', does: 'deny', text: 'deny' },
  { key: 'r', does: 'deny_with_reason', text: 'deny and tell the agent why' },
  { key: 'e', does: 'explain', text: 'explain: effects, reasons, rule' },
  { key: 'v', does: 'diff', text: 'show or hide the whole input' },
  { key: 'x', does: 'select', text: 'select for a batch' },
  { key: 'j', does: 'next', text: 'next question' },
  { key: 'k', does: 'previous', text: 'previous question' },
  { key: '/', does: 'filter', text: 'filter' },
  { key: '?', does: 'help', text: 'these keys' },
]

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Whether the key is held down and repeats. */
  readonly repeat: boolean
  /** Whether a text field has the focus. */
  readonly inText: boolean
}

export interface CardContext {
  /** Whether the card waits for an answer. */
  readonly isWaiting: boolean
  readonly isGrave: boolean
  /** Whether the card came into view so recently that the key may be meant for the one before. */
  readonly isTooSoon: boolean
  /** The longest that an approval may be remembered; null if it counts only once. */
  readonly upTo: 'hour' | 'session' | 'always' | null
}

export type KeyResult =
  | { readonly does: CardAction }
  /** The key is known, but does nothing here, and the person is told why. */
  | { readonly refused: string }
  | null

/** What a key press does on the shown card. */
export function keyResult(press: KeyPress, card: CardContext | null): KeyResult {
  if (press.inText || press.ctrlKey || press.metaKey || press.altKey) return null
  const action = inboxKeys.find(({ key }) => key === press.key)?.does
  if (action === undefined) return null
  if (moves.has(action)) return { does: action }
  if (card === null || press.repeat) return null
  if (views.has(action)) return { does: action }
  if (!card.isWaiting) return { refused: 'this question has ended; `j` shows the next one' }
  if (action === 'select') return { does: action }
  if (card.isTooSoon) return { refused: 'this card just came into view; press again' }
  if (action === 'deny' || action === 'deny_with_reason') return { does: action }
  if (card.isGrave) return { refused: 'this one has no one-key approval; hold the button' }
  if (action === 'approve_session' && (card.upTo === null || card.upTo === 'hour'))
    return { refused: 'this approval cannot be remembered for the session' }
  if (action === 'approve_hour' && card.upTo === null) return { refused: 'this approval cannot be remembered' }
  return { does: action }
}

const moves: ReadonlySet<CardAction> = new Set(['next', 'previous', 'filter', 'help'])
const views: ReadonlySet<CardAction> = new Set(['explain', 'diff'])
