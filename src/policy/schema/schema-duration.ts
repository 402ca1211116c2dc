import * as v from 'valibot'
import { durationPattern, parseDuration } from '../read/duration.ts'
import { mustBe } from './schema-words.ts'

const timeLimit = 'must be a time such as `90s` or `5m`, at most a week'

/** A time in words or as a number of seconds. */
export const timeout = (description: string) =>
  v.pipe(
    v.union(
      [
        v.pipe(
          v.number(),
          v.check(value => parseDuration(value) !== null, timeLimit),
        ),
        v.pipe(v.string(), v.regex(durationPattern, timeLimit), v.check(fitsWeek, timeLimit)),
      ],
      mustBe('a time such as `90s` or `5m`'),
    ),
    v.metadata({
      description: `${description}: 500ms, 90s, 5m, 1h, or a number of seconds.`,
      examples: ['5m', 90],
    }),
  )

/** Also true for an invalid duration: the pattern reports that already. */
function fitsWeek(value: string): boolean {
  return !durationPattern.test(value) || parseDuration(value) !== null
}
