import type { Program, Programs } from './table.ts'

/** Programs by name, of families that are made only when one of their programs is looked up. */
export function lazyPrograms(
  families: readonly (readonly [names: string, make: () => Programs])[],
): Pick<ReadonlyMap<string, Program>, 'get'> {
  const makers = new Map<string, () => Programs>()
  for (const [names, make] of families) for (const name of names.split(' ')) makers.set(name, make)
  const made = new Map<string, Program>()
  return {
    get: name => {
      const make = makers.get(name)
      if (make === undefined || made.has(name)) return made.get(name)
      for (const [names, program] of Object.entries(make()))
        for (const one of names.split(' ')) if (makers.get(one) === make) made.set(one, program)
      return made.get(name)
    },
  }
}
