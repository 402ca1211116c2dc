import type { Evaluate } from './evaluate.ts'
import type { Value } from './value.ts'

/** The values under a literal key of an options object; empty if the key is missing. */
export function entriesOf(value: Value, key: string, evaluate: Evaluate): readonly Value[] {
  if (value.is !== 'dict') return []
  const found = value.dict.entries.filter(entry => entry.key?.is === 'text' && entry.key.value === key)
  return found.flatMap(entry => evaluate(entry.value))
}
