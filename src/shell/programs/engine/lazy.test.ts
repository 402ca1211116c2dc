import { describe, expect, test } from 'vitest'
import { programFamilies } from '../families.ts'
import { findProgram } from '../find-program.ts'
import { lazyPrograms } from './lazy.ts'

const all = Object.values(programFamilies)
const lazy = lazyPrograms(
  all.map(programs => ` ${Object.keys(programs).join(' ')} `),
  family => all[family] ?? {},
)

describe('tables that are created on first use', () => {
  test('every program has the same table as when all are created at once', () => {
    const names = all.flatMap(programs => Object.keys(programs).flatMap(row => row.split(' ')))
    expect(names.filter(name => lazy.get(name) !== findProgram(name))).toEqual([])
  })

  test.each(['', ' ', 'no-such-program', 'git status', 'gi', 'it'])('%j has none', name => {
    expect(lazy.get(name)).toBeUndefined()
  })
})
