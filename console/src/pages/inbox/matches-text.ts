import type { Card } from '../../../../src/server/api.ts'

/** Whether a question contains every word of a filter. */
export function matchesText(card: Card, filter: string): boolean {
  const { sentence, command, client, cwd, tool, session, branch, agents } = card
  const text = [sentence, command, client, cwd, tool, session, branch, ...agents].join('\n').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
