import type { Run } from '../../core/effect.ts'
import { isWithin, parentOf } from '../../core/path.ts'
import { type Listing, wordText } from '../../core/word.ts'
import { sensitivity } from '../../guard/sensitive.ts'
import { pickedSecrets, picksSecrets } from './picked-secrets.ts'

/**
 * What the words of programs that list files, and of filters behind them, tell about these files. Null where that is not
 * one thing: some are named by their full paths and others are not.
 */
export function listingOf(runs: readonly Run[], fed: Listing | null): Listing | null {
  const paths = runs.flatMap(pathsIn)
  // Without what stands before one of two slashes, a name is a full path.
  if (paths.some(path => path.includes('//'))) return null
  const [first, ...others] = paths.filter(path => path.startsWith('/'))
  if (first !== undefined && (fed !== null || others.length + 1 < paths.length)) return null
  const below = first === undefined ? fed?.below : others.reduce(commonDirectory, first)
  const sensitive = fed?.sensitive ?? sensitiveName(runs) ?? (runs.some(picksSecrets) ? pickedSecrets : undefined)
  return { ...(below === undefined ? {} : { below }), ...(sensitive === undefined ? {} : { sensitive }) }
}

function commonDirectory(one: string, other: string): string {
  let directory = one
  while (!isWithin(other, directory)) directory = parentOf(directory)
  return directory
}

/** Where a program looks. A filter looks nowhere. */
function pathsIn(run: Run): readonly string[] {
  const words = run.args.map(wordText)
  const operands = words.filter(word => !word.startsWith('-'))
  switch (wordText(run.program)) {
    case 'find': {
      const end = words.findIndex(word => /^(-[^LHP]|[!(])/.test(word))
      return operands.filter(word => end < 0 || words.indexOf(word) < end)
    }
    case 'ls':
      return operands
    case 'grep':
    case 'rg':
    case 'fd':
      return hasPattern(words) ? operands.slice(1) : operands
    default:
      return []
  }
}

/** Whether its first operand is what it looks for. */
const hasPattern = (words: readonly string[]): boolean => !words.some(word => /^(-e|-f|--regexp|--file)/.test(word))

/** Why a name is sensitive that is looked for: `-name '.env*'`, `| grep '\\.pem$'`. */
function sensitiveName(runs: readonly Run[]): string | undefined {
  for (const word of runs.flatMap(namesIn))
    for (const text of word.split(/[^\w./~-]+/)) {
      const reason = text.length > 2 ? sensitivity(text, 'read') : null
      if (reason !== null) return reason
    }
  return undefined
}

/** Words that names of files are compared with; what files are searched for is another matter. */
function namesIn(run: Run): readonly string[] {
  const words = run.args.map(wordText)
  switch (wordText(run.program)) {
    case 'grep':
    case 'egrep':
    case 'rg':
      if (words.some(word => /^-\w*v/.test(word))) return []
      return words.some(word => /^-\w*[lL]/.test(word))
        ? words.filter(word => /^(--include=|--glob=|-g)/.test(word))
        : words
    case 'git':
      return words[0] === 'ls-files' ? words : []
    default:
      return words.filter((_, i) => !isLeftOut(words[i - 2] ?? '', words[i - 1] ?? ''))
  }
}

/** `find . ! -name .env`, `fd -E .env`. */
const isLeftOut = (negation: string, option: string): boolean =>
  /^(!|-not)$/.test(negation) || /^(-E|--exclude)$/.test(option)
