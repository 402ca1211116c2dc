import { describe, expect, test } from 'vitest'
import { noFacts } from '../core/facts.ts'
import { limits } from '../core/limits.ts'
import { madeUpPlace } from '../testing.ts'
import { analyse } from './analyse.ts'

const nested = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count)
const calls = (levels: number, each: number): string =>
  `${Array.from({ length: levels }, (_, i) => `f${i}() { ${`f${i + 1}; `.repeat(each)}:; }`).join('; ')}; f0`

describe('what is too much to be followed ends in a verdict that says so', () => {
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
    ['more commands than are followed', 'v=1\n'.repeat(limits.shellSteps + 1)],
  ])('%s', (_title, text) => {
    const { effects } = analyse(text, { place: madeUpPlace, facts: noFacts, sensitive: [] })
    expect(effects.filter(effect => effect.kind === 'opaque')).not.toEqual([])
  })
})
