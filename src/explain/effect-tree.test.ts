import { describe, expect, it } from 'vitest'
import { effectText } from '../core/effect-text.ts'
import { noFacts } from '../core/facts.ts'
import { analyse } from '../shell/analyse.ts'
import { effectTree } from './effect-tree.ts'

const place = {
  session: 's',
  cwd: '/w',
  workspace: ['/w'],
  home: '/home/you',
  scratch: ['/tmp'],
  own: [],
  agents: [],
  client: null,
  runner: 'client',
  automation: false,
  careful: false,
} as const

const rows: readonly (readonly [sentence: string, command: string, tree: readonly string[]])[] = [
  ['effects of a program are below its run', 'rm a', ['run rm a', '  delete /w/a']],
  [
    'the command that a wrapper starts is below the wrapper',
    'timeout 5 sh -c "rm a"',
    ['run timeout 5 sh -c rm a', '  run sh -c rm a', '    run rm a', '      delete /w/a'],
  ],
  [
    'each of two wrappers has its own command below it',
    'nice ls; nice rm a',
    ['run nice ls', '  run ls', 'run nice rm a', '  run rm a', '    delete /w/a'],
  ],
  ['a substitution has no run above it', 'echo $(ls)', ['command substitution › run ls', 'run echo $(ls)']],
  ['a redirect belongs to the shell', 'ls > a', ['write /w/a', 'run ls']],
]

describe('effects as a tree', () => {
  it.each(rows)('%s', (_, command, tree) => {
    const { effects } = analyse(command, { place, facts: noFacts, sensitive: [] })
    const drawn = effectTree(effects).map(({ index, depth, via }) => {
      const effect = effects[index]
      return `${'  '.repeat(depth)}${via === '' ? '' : `${via} › `}${effect === undefined ? '' : effectText(effect)}`
    })
    expect(drawn).toEqual(tree)
  })

  it('every one of many effects appears exactly once', () => {
    const command = Array.from({ length: 300 }, (_, i) => `sudo nice rm f${i}`).join('; ')
    const { effects } = analyse(command, { place, facts: noFacts, sensitive: [] })
    const indexes = effectTree(effects).map(row => row.index)
    expect(indexes.toSorted((a, b) => a - b)).toEqual([...effects.keys()])
  })
})
