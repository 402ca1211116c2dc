import { canonicalJson, isObject, type Json } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import { utf8Length } from '../core/utf8-length.ts'
import { cutTo } from './redaction/cut.ts'

/** Shortens the lists and strings of a record that is too large and notes it in `reduced`; the record itself is never dropped. */
export function reduce(record: Json, bytes: number): string {
  for (const step of steps) {
    const text = canonicalJson(note(shrink(record, step, 0), bytes))
    if (utf8Length(text) <= limits.recordBytes) return text
  }
  return canonicalJson(note(scalarsOf(record), bytes))
}

interface Step {
  readonly items: number
  readonly chars: number
  readonly depth: number
}

const steps: readonly Step[] = [
  { items: 200, chars: 500, depth: 12 },
  { items: 50, chars: 200, depth: 8 },
  { items: 16, chars: 80, depth: 5 },
  { items: 6, chars: 40, depth: 3 },
]

function shrink(value: Json, step: Step, depth: number): Json {
  if (typeof value === 'string') return cutTo(value, step.chars)
  if (value === null || typeof value !== 'object') return value
  if (depth > step.depth) return '[left out]'
  if (isObject(value)) {
    const out: { [key: string]: Json } = Object.create(null)
    for (const [key, item] of Object.entries(value).slice(0, Math.max(step.items, 32))) {
      out[cutTo(key, step.chars)] = shrink(item, step, depth + 1)
    }
    return out
  }
  return value.slice(0, step.items).map(item => shrink(item, step, depth + 1))
}

/** The fields that always fit: which call it was and how it ended. */
function scalarsOf(record: Json): Json {
  if (!isObject(record)) return null
  const fields = Object.entries(record).filter(([, value]) => value === null || typeof value !== 'object')
  return Object.fromEntries(
    fields.slice(0, 32).map(([key, value]) => [cutTo(key, 40), typeof value === 'string' ? cutTo(value, 500) : value]),
  )
}

function note(record: Json, bytes: number): Json {
  return isObject(record) ? { ...record, reduced: { bytes } } : { reduced: { bytes } }
}
