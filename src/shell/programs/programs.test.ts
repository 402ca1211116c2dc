import { describe, expect, test } from 'vitest'
import { effectText } from '../../core/effect-text.ts'
import { noFacts } from '../../core/facts.ts'
import { madeUpPlace } from '../../testing.ts'
import { analyse } from '../analyse.ts'
import { programFamilies } from './families.ts'

const root = `${madeUpPlace.cwd}/`

/** The effects of a command besides its own run, with paths relative to the project. */
function effectsOf(command: string): readonly string[] {
  const { effects } = analyse(command, { place: madeUpPlace, facts: noFacts, sensitive: [] })
  return effects.slice(1).map(effect => effectText(effect).replaceAll(root, ''))
}

describe.each(Object.entries(programFamilies))('%s', (_family, programs) => {
  const rows = Object.values(programs).flatMap(program =>
    Object.entries(program.examples ?? {}).map(([command, effects]) => ({ command, effects: [effects].flat() })),
  )
  test('names each program once', () => {
    const names = Object.keys(programs).flatMap(names => names.split(' '))
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })
  test.each(rows)('$command', ({ command, effects }) => {
    expect([...effectsOf(command)].sort()).toEqual([...effects].sort())
  })
})

test('no two families describe the same program', () => {
  const names = Object.values(programFamilies).flatMap(programs => Object.keys(programs).flatMap(one => one.split(' ')))
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('a variable that holds a command is in the one table of variables, because other programs hand it on', () => {
  const rows = Object.values(programFamilies).flatMap(programs =>
    Object.values(programs).flatMap(({ env = {} }) => Object.entries(env).filter(([, meaning]) => meaning === 'run')),
  )
  expect(rows).toEqual([])
})
