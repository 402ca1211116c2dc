import type { Evaluate } from './evaluate.ts'
import type { Value } from './value.ts'

/** What an object of options has under a key that is written out; none if it has nothing there. */
export function entriesOf(value: Value, key: string, evaluate: Evaluate): readonly Value[] {
  if (value.is !== 'dict') return []
  const found = value.dict.entries.filter(entry => entry.key?.is === 'text' && entry.key.value === key)
  return found.flatMap(entry => evaluate(entry.value))
}
