import * as v from 'valibot'
import { isObject, own } from '../../core/json.ts'
import { didYouMean, inBackticks, mustBe, orList } from './schema-words.ts'

/**
 * A map with these keys and no others. Valibot's strict object accepts a list as a map and stops at the first unknown
 * key; this one reports every unknown key, with the nearest known one.
 */
export function closed<const E extends v.ObjectEntries>(name: string, entries: E, hints: Hints = {}) {
  const known = Object.keys(entries)
  return v.pipe(
    v.unknown(),
    v.check(value => !Array.isArray(value), mustBe('a map')),
    v.looseObject(entries, issue => {
      const missing = issue.path?.[0]?.key
      return typeof missing === 'string' ? missingKey(name, missing, hints) : mustBe('a map')(issue)
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      const value: unknown = dataset.value
      if (!isObject(value)) return
      for (const key of Object.keys(value)) {
        if (Object.hasOwn(entries, key)) continue
        const step: v.IssuePathItem = { type: 'unknown', origin: 'key', input: value, key, value: own(value, key) }
        addIssue({ message: unknownKey(name, key, known), path: [step] })
      }
    }),
  )
}

/** For each key, what to do if it is missing. */
type Hints = Readonly<Record<string, string>>

const missingKey = (name: string, key: string, hints: Hints): string =>
  `${name} has no \`${key}\`; ${hints[key] ?? `add \`${key}\``}`

function unknownKey(name: string, key: string, known: readonly string[]): string {
  const guess = didYouMean(key, known)
  return `unknown key ${inBackticks(key)} in ${name}${guess === '' ? `; use ${orList(known)}` : guess}`
}
