import type { Insights } from '../../../../src/server/tuning/shapes.ts'
import { dateText } from '../../time-text.ts'
import { peakOf } from './stacked.ts'

/** The chart of decisions in words. */
export function decisionSummary({ calls, allowed, asked, denied, watched, overTime }: Insights): string {
  const { at, most } = peakOf(overTime, ['allowed', 'asked', 'denied', 'watched'])
  const counts = [
    `${allowed} allowed`,
    `${asked} asked`,
    `${denied} denied`,
    ...(watched === 0 ? [] : [`${watched} only watched`]),
  ]
  const busiest = at === null ? '' : ` Busiest from ${dateText(at)}, with ${most}.`
  return `${calls} calls: ${counts.join(', ')}.${busiest}`
}

/** The chart of questions in words. */
export function promptSummary({ overTime }: Insights): string {
  const { at, most, total } = peakOf(overTime, ['asked'])
  if (total === 0 || at === null) return 'No questions in this period.'
  return `${total} ${total === 1 ? 'question' : 'questions'}, most from ${dateText(at)}, with ${most}.`
}
