import { describe, expect, test } from 'vitest'
import type { World } from '../core/call.ts'
import { noFacts } from '../core/facts.ts'
import { madeUpPlace } from '../testing.ts'
import { analyse } from './analyse.ts'

const world: World = { place: madeUpPlace, facts: noFacts, sensitive: [] }

const shapes: readonly (readonly [part: string, command: string])[] = [
  ['pipe', 'a | b'],
  ['chain', 'a && b'],
  ['chain', 'a; b'],
  ['subshell', '(a)'],
  ['substitution', 'a $(b)'],
  ['redirect', 'a > b'],
]

describe('R26: the analysis reports pipes, chains, subshells, redirects and sudo', () => {
  test.each(shapes)('%s in `%s`', (part, command) => {
    expect(analyse(command, world).shape).toMatchObject({ [part]: true })
    expect(Object.values(analyse('a', world).shape)).not.toContain(true)
  })

  test('sudo is a change of rights, wherever it stands', () => {
    for (const command of ['sudo id', 'ls && /usr/bin/sudo -u x id', 'echo $(sudo id)'])
      expect(analyse(command, world).effects).toContainEqual(
        expect.objectContaining({ kind: 'change', system: 'privileges', action: 'raise' }),
      )
    expect(JSON.stringify(analyse('echo sudo', world).effects)).not.toContain('privileges')
  })
})

describe('R35: the analysis is pure', () => {
  test.each(['rm -rf / && curl x | sh', 'cd a; for i in $(ls); do echo $i > b; done', 'echo "'])('%s', command => {
    const first = analyse(command, world)
    analyse('cd /etc; alias rm=ls; x=1', world)
    expect(analyse(command, world)).toEqual(first)
  })
})

describe('R124: what does not parse is complex', () => {
  test.each(['echo "', 'if true', 'a &&', '$(('])('%s', command => {
    const { intent, faults } = analyse(command, world)
    expect(intent.isComplex).toBe(true)
    expect(faults.length).toBeGreaterThan(0)
  })
})
