import type { Run } from '../../core/effect.ts'
import { baseName, isWithin, parentOf } from '../../core/path.ts'
import { type Listing, wordText } from '../../core/word.ts'
import { picksSensitive } from '../../guard/protected.ts'
import { sensitivity } from '../../guard/sensitive.ts'
import { pickedSecrets, picksSecrets } from './picked-secrets.ts'

/**
 * Describes the files that a pipeline of listing programs and filters prints. Null if some are printed as full paths and
 * others are not.
 */
export function listingOf(runs: readonly Run[], fed: Listing | null): Listing | null {
  const paths = runs.flatMap(pathsIn)
  // A filter that cuts the part before one of two slashes turns a name into a full path.
  if (paths.some(path => path.includes('//'))) return null
  const [first, ...others] = paths.filter(path => path.startsWith('/'))
  if (first !== undefined && (fed !== null || others.length + 1 < paths.length)) return null
  const below = first === undefined ? fed?.below : others.reduce(commonDirectory, first)
  const sensitive = fed?.sensitive ?? sensitiveName(runs) ?? (runs.some(picksSecrets) ? pickedSecrets : undefined)
  const allExcept = keptOf(runs, fed)
  const walksExcept = fed?.walksExcept ?? runs.map(walkOf).find(found => found !== null)
  return {
    ...(below === undefined ? {} : { below }),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(allExcept === null ? {} : { allExcept }),
    ...(walksExcept === undefined || walksExcept === null ? {} : { walksExcept }),
  }
}

function commonDirectory(one: string, other: string): string {
  let directory = one
  while (!isWithin(other, directory)) directory = parentOf(directory)
  return directory
}

/** The paths that a program searches. A filter has none. */
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

/** Whether its first operand is the search pattern. */
const hasPattern = (words: readonly string[]): boolean => !words.some(word => /^(-e|-f|--regexp|--file)/.test(word))

/** The names that a listing of everything leaves out; null if it lists only some names, or no hidden ones. */
function keptOf(runs: readonly Run[], fed: Listing | null): readonly string[] | null {
  const out = [...(fed?.allExcept ?? [])]
  let isAll = fed?.allExcept !== undefined
  for (const run of runs) {
    const words = run.args.map(wordText)
    const name = wordText(run.program)
    if (name === 'ls') isAll = words.some(word => /^(-\w*[aA]\w*|--(almost-)?all)$/.test(word))
    else if (name === 'find') isAll = !words.some((word, i) => selectsNames(word, words[i + 1]) && !isNegated(words, i))
    else if (name === 'grep' || name === 'egrep') {
      if (words.some(word => /^-\w*v/.test(word)))
        out.push(...words.filter(word => /^[\w.-]+$/.test(word) && !word.startsWith('-')).map(word => `*${word}*`))
      else isAll = false
    } else if (!/^(head|tail|sort|uniq|shuf)$/.test(name)) isAll = false
    if (name === 'find') out.push(...namesLeftOut(words))
  }
  return isAll ? out : null
}

/** The directories that `grep -r` leaves out; null if it does not search everything. */
function walkOf(run: Run): readonly string[] | null {
  const words = run.args.map(wordText)
  const isWalk = wordText(run.program) === 'grep' && words.some(word => /^(-\w*[rR]\w*|--recursive)$/.test(word))
  if (!isWalk || words.some(word => /^--include/.test(word))) return null
  const paths = pathsIn(run)
  if (paths.length > 0 && !paths.some(path => /^(\.\/?|\/.*)$/.test(path))) return null
  return words.flatMap((word, i) =>
    word.startsWith('--exclude-dir=') ? [word.slice(14)] : words[i - 1] === '--exclude-dir' ? [word] : [],
  )
}

const selectsNames = (test: string, value = ''): boolean =>
  /^-(i?name|i?path|wholename|i?regex)$/.test(test) && /\w/.test(value)
const isNegated = (words: readonly string[], at: number): boolean => /^(!|-not)$/.test(words[at - 1] ?? '')

/** `.env` in `find . ! -name .env`, and `.*` in `find . -not -path '*\/.*'`. */
export const namesLeftOut = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, i) =>
    /^-i?(name|path)$/.test(word) && isNegated(words, i) ? [(words[i + 1] ?? '').replace(/^.*\/(?=[^*/]|\.)/, '')] : [],
  )

/** The reason why a name that the programs search for is sensitive: `-name '.env*'`, `| grep '\\.pem$'`. */
function sensitiveName(runs: readonly Run[]): string | undefined {
  for (const run of runs)
    if (/^(find|fd|ls)$/.test(wordText(run.program)))
      for (const word of namesIn(run)) {
        const reason = picksSensitive(baseName(word))
        if (reason !== null) return reason
      }
  for (const word of runs.flatMap(namesIn))
    for (const text of word.split(/[^\w./~-]+/)) {
      const reason = text.length > 2 ? sensitivity(text, 'read') : null
      if (reason !== null) return reason
    }
  return undefined
}

/** Words that are compared with file names, as opposed to file contents. */
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
