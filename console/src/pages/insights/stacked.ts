import type { TimeSlot } from '../../../../src/audit/history/over-time.ts'

export interface Series {
  readonly key: Exclude<keyof TimeSlot, 'at'>
  readonly name: string
  readonly tone: 'ok' | 'ask' | 'no' | 'plain' | 'accent'
}

/**
 * The heights of stacked bars. The first series is drawn first and ends up at the top, so its height is the sum of all; each later
 * one covers the part below.
 */
export const stacked = (slots: readonly TimeSlot[], series: readonly Series[]): number[][] =>
  series.map((_, index) => slots.map(slot => series.slice(index).reduce((sum, { key }) => sum + slot[key], 0)))

/** The busiest slot and the total of a series. */
export function peakOf(
  slots: readonly TimeSlot[],
  keys: readonly Series['key'][],
): { readonly total: number; readonly most: number; readonly at: number | null } {
  const sums = slots.map(slot => keys.reduce((sum, key) => sum + slot[key], 0))
  const most = Math.max(0, ...sums)
  return {
    total: sums.reduce((a, b) => a + b, 0),
    most,
    at: most === 0 ? null : (slots[sums.indexOf(most)]?.at ?? null),
  }
}
