import { describe, expect, test } from 'vitest'
import { noFacts } from '../core/facts.ts'
import { limits } from '../core/limits.ts'
import { madeUpPlace } from '../testing.ts'
import { analyse } from './analyse.ts'

const nested = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count)
const calls = (levels: number, each: number): string =>
  `${Array.from({ length: levels }, (_, i) => `f${i}() { ${`f${i + 1}; `.repeat(each)}:; }`).join('; ')}; f0`

describe('a command that is too large to analyse is opaque', () => {
  test.each([
    ['ten thousand substitutions inside one another', nested('$(', ')', 10_000)],
    ['as many as the parser takes', nested('$(', ')', limits.shellOpeners - 1)],
    ['ten thousand backticks', nested('`', '`', 5_000)],
    ['loops inside one another', nested('for i in 1 2 3 4 5 6 7 8 9; do ', ':; done; ', 20)],
    ['functions that call one another again and again', calls(8, 9)],
    ['braces that multiply', `cat ${'{a,b,c,d,e,f,g,h}'.repeat(8)}`],
    ['braces that multiply behind a name that is known', `cat config/{.,x}{env,y}${'{1..64}'.repeat(2)}`],
    [
      'a path in a patch that no file system takes',
      `apply_patch <<'E'\n*** Begin Patch\n*** Add File: ${'a/'.repeat(15_000)}x\n+x\n*** End Patch\nE\n`,
    ],
    ['a sum that nests deeper than the stack', `echo $((${'1+'.repeat(30_000)}1))`],
    ['more commands than are followed', 'v=1\n'.repeat(limits.shellSteps + 1)],
  ])('%s', (_title, text) => {
    const { effects } = analyse(text, { place: madeUpPlace, facts: noFacts, sensitive: [] })
    expect(effects.filter(effect => effect.kind === 'opaque')).not.toEqual([])
  })
})

/** The same assignment `count` times: each doubles the value, or more. */
const doubling = (start: string, step: string, count: number): string => `${start}${step.repeat(count)}rm "$a"`

describe('values that grow again and again use up the work budget, and the call is denied', () => {
  test.each([
    ['text that doubles', doubling('a=aaaaaaaaaa;', 'a=$a$a;', 40)],
    ['an unknown value that doubles', doubling('', 'a=$a$a;', 2_857)],
    [
      'defaults that double',
      `${Array.from({ length: 39 }, (_, i) => `a${i + 1}=\${a${i}:-b}\${a${i}:-c}`).join(';')};cat $a39`,
    ],
    ['lines that are read again', doubling('', 'read a b c <<< "x y z $a $b $c";', 20)],
    ['positional parameters that double', doubling('set -- a b;', 'set -- "$@" "$@";', 30)],
    ['a long list that is shifted again and again', `set -- ${'a '.repeat(16_000)};${'shift;'.repeat(5_000)}rm "$1"`],
    ['output that doubles', doubling('a=x;', 'a=$(echo $a$a);', 30)],
    ['formatted text that doubles', doubling('a=x;', 'printf -v a %s%s "$a" "$a";', 40)],
  ])('%s', (_title, text) => {
    const { faults } = analyse(text, { place: madeUpPlace, facts: noFacts, sensitive: [] })
    expect(faults.map(({ code }) => code)).toContain('limit_reached')
  })

  test('a value that is used often does not count as growth', () => {
    const text = `a=${'x'.repeat(200)};${'echo $a;'.repeat(500)}`
    expect(analyse(text, { place: madeUpPlace, facts: noFacts, sensitive: [] }).faults).toEqual([])
  })
})

test('a project script that is too large to analyse is opaque, and leaves work for the call itself', () => {
  const text = 'x=1\n'.repeat(limits.shellSteps + 1)
  const facts = { ...noFacts, kind: () => 'file' as const, realPath: (path: string) => path, text: () => text }
  const { effects, faults } = analyse('./big.sh && cat after', { place: madeUpPlace, facts, sensitive: [] })
  expect(faults).toEqual([])
  expect(effects.flatMap(effect => (effect.kind === 'opaque' ? effect.why : []))).toEqual([
    "the project's script `big.sh` is too large to analyse completely",
  ])
  expect(effects.some(effect => effect.kind === 'run' && effect.program === 'cat')).toBe(true)
})
