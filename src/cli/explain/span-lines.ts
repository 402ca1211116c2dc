import type { Span } from '../../core/effect.ts'
import { visible } from '../../core/wording/visible.ts'

export interface SpanMark {
  readonly span: Span
  /** Numbers of the effects that this part of the text causes, counted from 1. */
  readonly effects: readonly number[]
}

export interface MarkedLine {
  readonly kind: 'text' | 'marks'
  readonly text: string
}

/** A text with lines of marks below each of its lines, which show where each effect comes from. */
export function spanLines(text: string, marks: readonly SpanMark[], width: number): readonly MarkedLine[] {
  const levels = stack(marks.map(mark => ({ ...mark, label: ranges(mark.effects) })))
  const rows = displayRows(text, width)
  const lines = rows.slice(0, maxRows).flatMap(row => [
    { kind: 'text', text: visible(text.slice(row.start, row.end)) } as const,
    ...levels.flatMap(level => {
      const drawn = drawLevel(level, row)
      return drawn === '' ? [] : [{ kind: 'marks', text: drawn } as const]
    }),
  ])
  const left = rows.length - maxRows
  return left > 0 ? [...lines, { kind: 'marks', text: `… ${left} more lines` }] : lines
}

const maxRows = 24

type Labelled = SpanMark & { readonly label: string }

/** Puts marks that would overlap on separate lines, wider ones first. */
function stack(marks: readonly Labelled[]): readonly (readonly Labelled[])[] {
  const sorted = marks.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)
  const levels: Labelled[][] = []
  for (const mark of sorted) {
    const free = levels.find(level => endOf(level.at(-1)) <= mark.span.start)
    if (free === undefined) levels.push([mark])
    else free.push(mark)
  }
  return levels
}

const endOf = (mark: Labelled | undefined): number =>
  mark === undefined ? 0 : Math.max(mark.span.end, mark.span.start + mark.label.length + 1)

interface Row {
  readonly start: number
  readonly end: number
}

/** The lines of the text, broken where they are wider than the screen. */
function displayRows(text: string, width: number): readonly Row[] {
  const rows: Row[] = []
  let start = 0
  for (const line of text.split('\n')) {
    for (let at = 0; at === 0 || at < line.length; at += width)
      rows.push({ start: start + at, end: start + Math.min(at + width, line.length) })
    start += line.length + 1
  }
  return rows
}

function drawLevel(level: readonly Labelled[], row: Row): string {
  let drawn = ''
  for (const { span, label } of level) {
    const from = Math.max(span.start, row.start)
    const to = Math.min(span.end, row.end)
    const isHere = to > from || (span.start === span.end && span.start >= row.start && span.start <= row.end)
    if (!isHere) continue
    const shown = span.start >= row.start ? label : ''
    drawn = `${drawn.padEnd(from - row.start)}${shown.padEnd(to - from, '─')}`
  }
  return drawn
}

/** Numbers in short: `1-3,7`. */
function ranges(numbers: readonly number[]): string {
  const parts: string[] = []
  for (let i = 0; i < numbers.length; ) {
    let end = i
    while (numbers[end + 1] === (numbers[end] ?? 0) + 1) end += 1
    parts.push(end > i ? `${numbers[i]}${end > i + 1 ? '-' : ','}${numbers[end]}` : `${numbers[i]}`)
    i = end + 1
  }
  return parts.length > maxParts ? `${parts.slice(0, maxParts).join(',')}…` : parts.join(',')
}

const maxParts = 4
