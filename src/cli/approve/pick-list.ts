import { visible } from '../../core/wording/visible.ts'
import type { Terminal } from '../prompt/read-line.ts'
import type { Painter } from '../terminal/painter.ts'
import { cutText } from '../terminal/wrap-text.ts'

/** The list while a person moves in it. Pure: a key and a list give the next list, or the end of it. */
export interface Picking {
  readonly count: number
  readonly at: number
  /** Digits of a number that is being typed. */
  readonly typed: string
}

export type Picked =
  | { readonly kind: 'picking'; readonly picking: Picking }
  | { readonly kind: 'chosen'; readonly index: number }
  | { readonly kind: 'left' }

/** Arrow keys or `j` and `k` move, a number goes to its row, Enter opens the row, `q`, Escape and Ctrl-C leave. */
export function pickKey(picking: Picking, key: string): Picked {
  const { count, at, typed } = picking
  const moved = (to: number): Picked => ({
    kind: 'picking',
    picking: { count, at: Math.min(Math.max(to, 0), count - 1), typed: '' },
  })
  if (key === '\r' || key === '\n') return { kind: 'chosen', index: at }
  if (key === 'q' || key === '\u001b' || key === '\u0003' || key === '\u0004') return { kind: 'left' }
  if (key === '\u001b[A' || key === '\u001bOA' || key === 'k') return moved(at - 1)
  if (key === '\u001b[B' || key === '\u001bOB' || key === 'j') return moved(at + 1)
  if (/^[0-9]$/.test(key)) {
    const both = Number(`${typed}${key}`)
    const number = both >= 1 && both <= count ? `${typed}${key}` : key
    const index = Number(number) - 1
    return index >= 0 && index < count
      ? { kind: 'picking', picking: { count, at: index, typed: number } }
      : { kind: 'picking', picking: { ...picking, typed: '' } }
  }
  return { kind: 'picking', picking: { ...picking, typed: '' } }
}

/** The keys of one read: an arrow key is a sequence of characters. */
export const keysOf = (text: string): readonly string[] =>
  text.match(/\u001b\[[0-9;]*[A-Za-z~]|\u001bO.|[\s\S]/gu) ?? []

export interface PickView {
  readonly title: string
  readonly rows: (width: number) => readonly string[]
  readonly paint: Painter
}

/** The lines of the list; the current row is marked. */
export function pickLines({ title, rows, paint }: PickView, { at }: Picking, width: number): readonly string[] {
  return [
    paint.bold(visible(title)),
    ...rows(width - 6).map((row, index) => {
      const line = `${index === at ? '›' : ' '} ${String(index + 1).padStart(2)}  ${cutText(row, Math.max(width - 6, 20))}`
      return index === at ? paint.bold(line) : line
    }),
    paint.dim('↑ ↓ or a number, Enter opens, q leaves'),
  ]
}

/** Lets a person pick a row. Null: they left. */
export function pickAt({ input, output }: Terminal, view: PickView, count: number): Promise<number | null> {
  return new Promise(resolve => {
    let picking: Picking = { count, at: 0, typed: '' }
    let drawn = 0
    const wasRaw = input.isRaw === true
    const draw = () => {
      const lines = pickLines(view, picking, output.columns ?? 80)
      output.write(`${drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`}${lines.join('\n')}\n`)
      drawn = lines.length
    }
    // After a change of the width, lines may be wrapped, so the list is drawn below.
    const redraw = () => {
      drawn = 0
      draw()
    }
    function end(index: number | null): void {
      input.off('data', take)
      input.off('end', leave)
      output.off('resize', redraw)
      if (input.isTTY) input.setRawMode(wasRaw)
      input.pause()
      resolve(index)
    }
    const leave = () => end(null)
    function take(chunk: Buffer | string): void {
      for (const key of keysOf(chunk.toString())) {
        const picked = pickKey(picking, key)
        if (picked.kind === 'left') return end(null)
        if (picked.kind === 'chosen') return end(picked.index)
        picking = picked.picking
      }
      draw()
    }
    draw()
    if (input.isTTY) input.setRawMode(true)
    input.on('data', take)
    input.once('end', leave)
    output.on('resize', redraw)
    input.resume()
  })
}
