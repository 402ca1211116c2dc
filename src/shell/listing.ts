import type { Effect, Run } from '../core/effect.ts'
import { isTouch } from '../core/effect.ts'
import { isKnown, wordText } from '../core/word.ts'

/** Whether these effects print names of files in the workspace and nothing else: `git ls-files`, `find . | sort`. */
export function listsFiles(effects: readonly Effect[], isFed: boolean): boolean {
  const runs = effects.filter((effect): effect is Run => effect.kind === 'run')
  const others = effects.filter(effect => effect.kind !== 'run')
  if (
    runs.length === 0 ||
    !others.every(effect => isTouch(effect) && effect.kind === 'read' && effect.zone === 'workspace')
  )
    return false
  return runs.every(run => (run.args.every(isKnown) && isLister(run)) || (isFed && filters.has(wordText(run.program))))
}

/** They print names; a filter only drops or reorders lines. */
const filters = new Set(['grep', 'egrep', 'head', 'tail', 'sort', 'uniq', 'shuf'])

export function isLister({ program, args }: Run): boolean {
  const words = args.map(wordText)
  switch (wordText(program)) {
    case 'ls':
    case 'fd':
      return true
    case 'find':
      return !words.some(word => /^-(exec|ok|printf|fprint)/.test(word))
    case 'rg':
    case 'grep':
      return words.some(
        word => word === '--files' || word === '-l' || word === '-rl' || word === '--files-with-matches',
      )
    case 'git':
      return words[0] === 'ls-files' || (words[0] === 'diff' && words.includes('--name-only'))
    default:
      return false
  }
}
