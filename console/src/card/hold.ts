/** How long the button of a grave question must be held. */
export const holdMs = 1200

export type Hold =
  | { readonly state: 'idle' }
  | { readonly state: 'holding'; readonly since: number }
  /** A short click: a person who cannot hold a button types the word. */
  | { readonly state: 'typing'; readonly text: string }
  | { readonly state: 'done' }

export type HoldEvent =
  | { readonly type: 'pressed'; readonly at: number }
  | { readonly type: 'ticked'; readonly at: number }
  | { readonly type: 'released'; readonly at: number }
  | { readonly type: 'left' }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'confirmed' }

/** The word that a person types to approve a grave question without holding the button. */
export const holdWord = 'approve'

/** The deliberate approval after an event. Only `done` approves. */
export function holdAfter(hold: Hold, event: HoldEvent): Hold {
  switch (event.type) {
    case 'pressed':
      return hold.state === 'idle' ? { state: 'holding', since: event.at } : hold
    case 'ticked':
      return hold.state === 'holding' && event.at - hold.since >= holdMs ? { state: 'done' } : hold
    case 'released':
      return hold.state === 'holding' ? { state: 'typing', text: '' } : hold
    case 'left':
      return hold.state === 'holding' ? { state: 'idle' } : hold
    case 'typed':
      return hold.state === 'typing' ? { state: 'typing', text: event.text } : hold
    case 'confirmed':
      return hold.state === 'typing' && isWord(hold.text) ? { state: 'done' } : hold
  }
}

export const isWord = (text: string): boolean => text.trim().toLowerCase() === holdWord
