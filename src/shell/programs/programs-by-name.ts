import type { Program } from './engine/table.ts'
import { programFamilies } from './families.ts'

/** Every program by each of its names. The cold hook uses a generated version that loads a family on first use. */
export const programsByName: Pick<ReadonlyMap<string, Program>, 'get'> = new Map(
  Object.values(programFamilies).flatMap(programs =>
    Object.entries(programs).flatMap(([names, program]) => names.split(' ').map(name => [name, program] as const)),
  ),
)
