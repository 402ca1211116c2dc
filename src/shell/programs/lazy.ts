import type { Program, Programs } from './table.ts'

/** Programs by name, of families that are made only when one of their programs is looked up. */
export function lazyPrograms(
  families: readonly (readonly [names: string, make: () => Programs])[],
): Pick<ReadonlyMap<string, Program>, 'get'> {
  // A cold process looks up a handful of names: searching the lists takes less than making a map of them all.
  const lists = families.map(([names, make]) => ({ names: ` ${names} `, make }))
  const made = new Map<string, Program>()
  return {
    get: name => {
      const known = made.get(name)
      if (known !== undefined || name.includes(' ')) return known
      // As in the map of all families, the last one that has the name wins.
      const family = lists.findLast(({ names }) => names.includes(` ${name} `))
      if (family === undefined) return undefined
      for (const [names, program] of Object.entries(family.make()))
        if (names.split(' ').includes(name)) made.set(name, program)
      return made.get(name)
    },
  }
}
