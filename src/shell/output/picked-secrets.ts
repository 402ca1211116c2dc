import type { Run } from '../../core/effect.ts'
import { matchWildcard } from '../../core/glob.ts'
import { type Word, wordText } from '../../core/word.ts'
import { picksSensitive } from '../../guard/protected.ts'

/** The reason why a file found by such a search is sensitive. */
export const pickedSecrets = 'found by a search for secret files'

/** Whether a listing selects files that hold secrets: `find -name '.e*'`, `ls -A | grep env`. */
export function picksSecrets({ program, args }: Run): boolean {
  const words = args.map(wordText)
  switch (wordText(program)) {
    case 'find':
      return picksVariables(args)
    case 'fd':
    case 'grep':
      return words.some(word => namesVariables.test(word)) && !words.some(word => /^-\w*v/.test(word))
    case 'git':
      return words[0] === 'ls-files' && words.some(word => /^(-[a-z]*i|--ignored)/.test(word))
    default:
      return false
  }
}

/** A pattern that is little more than the name of such files. */
export const namesVariables = /^\W*env\W*$/i

/** Whether a pattern matches `.env` in particular: `.e*`, `*env`. One that matches every name does not count. */
export function picksVariables(args: readonly Word[]): boolean {
  return args.some((arg, i) => {
    const pattern = wordText(args[i + 1] ?? '').toLowerCase()
    if (args[i - 1] === '!' || args[i - 1] === '-not') return false
    if (/^-i?name$/.test(wordText(arg)))
      return matchWildcard(pattern, '.env') && (/env|\.e/.test(pattern) || picksSensitive(pattern) !== null)
    return /^-(i?path|wholename|i?regex)$/.test(wordText(arg)) && /(env|\.e)[.*]*$/.test(pattern)
  })
}
