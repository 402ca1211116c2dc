export interface ProsePart {
  readonly kind: 'text' | 'code'
  readonly text: string
}

/** Splits a message into text and names in backticks. A backtick without a partner stays as it is. */
export function proseParts(message: string): readonly ProsePart[] {
  return message
    .split(/(`[^`]+`)/)
    .filter(part => part !== '')
    .map(part =>
      /^`[^`]+`$/.test(part) ? { kind: 'code', text: part.slice(1, -1) } : ({ kind: 'text', text: part } as const),
    )
}

/** The same as plain text, for labels and titles. */
export const withoutTicks = (message: string): string =>
  proseParts(message)
    .map(({ text }) => text)
    .join('')
