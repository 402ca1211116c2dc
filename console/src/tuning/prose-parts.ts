export interface ProsePart {
  readonly text: string
  readonly isCode: boolean
}

/** Splits a message at its backticks. An unpaired backtick stays as it is. */
export function proseParts(text: string): readonly ProsePart[] {
  return text
    .split(/(`[^`]+`)/)
    .filter(part => part !== '')
    .map(part =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? { text: part.slice(1, -1), isCode: true }
        : { text: part, isCode: false },
    )
}
