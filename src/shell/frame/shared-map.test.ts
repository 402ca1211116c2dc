import { describe, expect, test } from 'vitest'
import { SharedMap, SharedSet } from './shared-map.ts'

const one = () => SharedMap.of<number>(['a', 1])

describe('a map and its copy', () => {
  const rows: readonly [string, (original: SharedMap<number>, copy: SharedMap<number>) => void, string, string][] = [
    ['are alike at first', () => {}, 'a=1', 'a=1'],
    ['what is set in the copy is in the copy alone', (_, copy) => copy.set('b', 2), 'a=1', 'a=1 b=2'],
    ['what is set in the original is in the original alone', original => original.set('b', 2), 'a=1 b=2', 'a=1'],
    ['what is deleted from the copy stays in the original', (_, copy) => copy.delete('a'), 'a=1', ''],
    ['what is deleted from the original stays in the copy', original => original.delete('a'), '', 'a=1'],
    [
      'a copy of a copy is a third one',
      (_, copy) => {
        copy.copy().set('a', 3)
        copy.set('b', 2)
      },
      'a=1',
      'a=1 b=2',
    ],
    [
      'both may change the same name',
      (original, copy) => {
        original.set('a', 2)
        copy.set('a', 3)
      },
      'a=2',
      'a=3',
    ],
  ]
  const text = (map: SharedMap<number>) => [...map].map(([name, value]) => `${name}=${value}`).join(' ')
  test.each(rows)('%s', (_title, change, original, copy) => {
    const first = one()
    const second = first.copy()
    change(first, second)
    expect([text(first), text(second)]).toEqual([original, copy])
  })
})

describe('a set and its copy', () => {
  const rows: readonly [string, (original: SharedSet, copy: SharedSet) => void, string, string][] = [
    ['are alike at first', () => {}, 'a', 'a'],
    ['what is added to the copy is in the copy alone', (_, copy) => copy.add('b'), 'a', 'ab'],
    ['what is added to the original is in the original alone', original => original.add('b'), 'ab', 'a'],
    ['what is deleted from the copy stays in the original', (_, copy) => copy.delete('a'), 'a', ''],
  ]
  test.each(rows)('%s', (_title, change, original, copy) => {
    const first = SharedSet.of('a')
    const second = first.copy()
    change(first, second)
    expect([[...first].join(''), [...second].join('')]).toEqual([original, copy])
  })
})

test('two that began empty share nothing that is written', () => {
  const first = SharedMap.of<number>()
  const second = SharedMap.of<number>()
  first.set('a', 1)
  expect([first.size, second.size, SharedMap.of().size]).toEqual([1, 0, 0])
})

test('a copy is the same until one of the two is written to', () => {
  const first = one()
  const second = first.copy()
  expect(first.isSameAs(second)).toBe(true)
  first.set('a', 1)
  expect(first.isSameAs(second)).toBe(false)
})
