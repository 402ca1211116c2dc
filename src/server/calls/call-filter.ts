import type { TimelineRow } from '../../audit/timeline-row.ts'

/** Which calls of the timeline to show. */
export interface CallFilter {
  readonly session?: string
  readonly tool?: string
  /** A decision, or a state such as `expired`. */
  readonly decision?: string
  readonly rule?: string
  /** Words that the row must contain, in any order and case. */
  readonly words: readonly string[]
}

export function callMatches(row: TimelineRow, { session, tool, decision, rule, words }: CallFilter): boolean {
  if (session !== undefined && row.session !== session) return false
  if (tool !== undefined && row.tool !== tool) return false
  if (decision !== undefined && row.decision !== decision && row.state !== decision) return false
  if (rule !== undefined && row.rule?.id !== rule) return false
  if (words.length === 0) return true
  const text = [row.text, row.sentence, row.because, row.tool, row.client, row.cwd, row.rule?.id, row.id, ...row.agents]
    .join('\n')
    .toLowerCase()
  return words.every(word => text.includes(word))
}

export const wordsOf = (query: string): readonly string[] =>
  query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)

const maxWords = 10
