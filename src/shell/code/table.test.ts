import { describe, expect, test } from 'vitest'
import { javascriptLibrary } from './javascript/library.ts'
import type { Library } from './library.ts'
import { phpLibrary } from './php/library.ts'
import { pythonLibrary } from './python/library.ts'

const verbs = new Set(
  'plain environment fork opaque read write delete empty fill remove open load script run exec process spawn connect send request url socket change makes is module search unplaced directory variable sql database unpickles name'.split(
    ' ',
  ),
)
const naming = new Set(
  'read write delete empty fill remove open load script run exec process spawn connect send request socket module search directory variable sql database'.split(
    ' ',
  ),
)

/** Words of a step that are not parameters: fixed words, and keywords with fixed names. */
const isFixed = (word: string): boolean =>
  word === 'tree' || word === 'self' || word === 'sends' || word.startsWith('=')

const allRows = ({ tables, methods }: Library) => [
  ...[...tables].flatMap(([module, rows]) => [...rows].map(([name, row]) => ({ name: `${module}.${name}`, row }))),
  ...[...methods].map(([name, row]) => ({ name, row })),
]

describe.each([
  ['Python', pythonLibrary, 500],
  ['JavaScript', javascriptLibrary, 250],
  ['PHP', phpLibrary, 400],
] as const)('the tables of %s', (_, library, least) => {
  const rows = allRows(library)

  test('have many rows', () => {
    expect(rows.length).toBeGreaterThan(least)
  })

  test('use verbs that exist', () => {
    expect(rows.filter(({ row }) => row.steps.some(step => !verbs.has(step.verb))).map(({ name }) => name)).toEqual([])
  })

  test('name parameters that exist', () => {
    const wrong = rows.flatMap(({ name, row }) =>
      row.steps
        .filter(step => naming.has(step.verb))
        .flatMap(step => step.words.filter(word => !isFixed(word) && !row.params.includes(word)))
        .map(word => `${name}: ${word}`),
    )
    expect(wrong).toEqual([])
  })

  test('make only kinds that have rows', () => {
    const kinds = rows.flatMap(({ row }) => row.steps.filter(step => step.verb === 'makes').map(step => step.words[0]))
    expect(kinds.filter(kind => !library.tables.has(`(${kind})`))).toEqual([])
  })
})
