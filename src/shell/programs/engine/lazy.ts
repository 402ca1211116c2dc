import type { Program, Programs } from './table.ts'

/** Programs by name, of families that are made only when one of their programs is looked up: of each the names, between spaces. */
export function lazyPrograms(
  families: readonly string[],
  make: (family: number) => Programs,
): Pick<ReadonlyMap<string, Program>, 'get'> {
  // A cold process looks up a handful of names: searching the lists takes less than making a map of them all.
  const made = new Map<string, Program>()
  return {
    get: name => {
      const known = made.get(name)
      if (known !== undefined || name.includes(' ')) return known
      // As in the map of all families, the last one that has the name wins.
      const family = families.findLastIndex(names => names.includes(` ${name} `))
      if (family < 0) return undefined
      for (const [names, program] of Object.entries(make(family)))
        if (names.split(' ').includes(name)) made.set(name, program)
      return made.get(name)
    },
  }
}
