import type { Program, Programs } from './table.ts'

/**
 * Looks up programs by name, and creates a family's tables only when one of its programs is needed. `families` holds each
 * family's names, separated by spaces.
 */
export function lazyPrograms(
  families: readonly string[],
  make: (family: number) => Programs,
): Pick<ReadonlyMap<string, Program>, 'get'> {
  // A cold process looks up a handful of names: searching the lists is cheaper than building a map of all of them.
  const made = new Map<string, Program>()
  return {
    get: name => {
      const known = made.get(name)
      if (known !== undefined || name.includes(' ')) return known
      // As in a map of all families, the last family that has the name wins.
      const family = families.findLastIndex(names => names.includes(` ${name} `))
      if (family < 0) return undefined
      for (const [names, program] of Object.entries(make(family)))
        if (names.split(' ').includes(name)) made.set(name, program)
      return made.get(name)
    },
  }
}
