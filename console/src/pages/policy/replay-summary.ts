import type { Replay } from '../../../../src/server/tuning/shapes.ts'

/** What a replay found, and everything that it did not look at. */
export function replaySummary(replay: Replay): string {
  const { changed, judged, notReached, incomplete, different, hasMore } = replay
  if (judged + notReached + incomplete + different === 0)
    return 'No calls are recorded yet, so there is nothing to compare.'
  const found =
    changed.length === 0
      ? `None of ${counted(judged, 'distinct call')} would be decided differently.`
      : `${changed.length} of ${counted(judged, 'distinct call')} would be decided differently.`
  const left = [
    ...(notReached > 0 ? [`${notReached} were not reached in time`] : []),
    ...(incomplete > 0 ? [`${incomplete} contain secrets or long texts, which the journal does not keep`] : []),
    ...(different > 0 ? [`${different} have other effects today, because files changed`] : []),
    ...(hasMore ? ['older calls are not included'] : []),
  ]
  return left.length === 0 ? found : `${found} Left out: ${left.join('; ')}.`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
