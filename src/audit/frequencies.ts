/** Counts values by key and keeps the first of each. */
export interface Frequencies<T> {
  readonly add: (key: string, value: T) => void
  /** Most frequent first. */
  readonly most: (max: number) => readonly (T & { readonly count: number })[]
}

export function frequencies<T extends object>(): Frequencies<T> {
  const counts = new Map<string, { count: number; readonly value: T }>()
  return {
    add: (key, value) => {
      const known = counts.get(key)
      if (known === undefined) counts.set(key, { count: 1, value })
      else known.count += 1
    },
    most: max =>
      [...counts.values()]
        .sort((a, b) => b.count - a.count)
        .slice(0, max)
        .map(({ count, value }) => ({ count, ...value })),
  }
}
