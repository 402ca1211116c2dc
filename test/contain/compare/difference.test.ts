import { describe, expect, test } from 'vitest'
import { compareRuns, type Seen } from './difference.ts'

const run = (given: Partial<Seen>): Seen => ({ exitCode: 0, stdout: '', stderr: '', trees: {}, ...given })
const file = (text: string) => ({ workspace: new Map([['a.txt', text]]) })

describe('a run inside and two runs outside', () => {
  test.each<[string, Seen, [Seen, Seen], readonly string[], readonly string[]]>([
    ['all three are the same', run({}), [run({}), run({})], [], []],
    ['another exit code', run({ exitCode: 1 }), [run({}), run({})], ['exit code'], []],
    ['another text', run({ stdout: 'a' }), [run({ stdout: 'b' }), run({ stdout: 'b' })], ['stdout'], []],
    ['the same as one of two', run({ stdout: 'a' }), [run({ stdout: 'b' }), run({ stdout: 'a' })], [], []],
    [
      'numbers that change from run to run',
      run({ stdout: 'pid 12' }),
      [run({ stdout: 'pid 7' }), run({ stdout: 'pid 9' })],
      [],
      [],
    ],
    [
      'a number that is always the same outside',
      run({ stdout: '12 files' }),
      [run({ stdout: '7 files' }), run({ stdout: '7 files' })],
      ['stdout'],
      [],
    ],
    [
      'text that changes from run to run',
      run({ stdout: 'a' }),
      [run({ stdout: 'b' }), run({ stdout: 'c' })],
      [],
      ['stdout'],
    ],
    [
      'a file that is missing',
      run({}),
      [run({ trees: file('x') }), run({ trees: file('x') })],
      ['workspace/a.txt'],
      [],
    ],
    [
      'a file with another content',
      run({ trees: file('y') }),
      [run({ trees: file('x') }), run({ trees: file('x') })],
      ['workspace/a.txt'],
      [],
    ],
  ])('%s', (_, inside, outside, differences, unstable) => {
    const compared = compareRuns(inside, outside)
    expect(compared.differences.map(({ what }) => what)).toEqual(differences)
    expect(compared.unstable).toEqual(unstable)
  })
})
