import type { Effect, Run } from '../../core/effect.ts'
import { baseName } from '../../core/path.ts'
import { isKnown, wordText } from '../../core/word.ts'
import { sensitiveBelow } from '../frame/file-below.ts'
import type { Frame } from '../frame/frame.ts'

/**
 * A file of secrets that a comparison of two directories prints: one that is in both, or in either if files that are missing
 * count as empty.
 */
export function comparedSecret(run: Run, own: readonly Effect[], frame: Frame): string | null {
  const words = run.args.map(wordText)
  const has = (pattern: RegExp) => words.some(word => pattern.test(word))
  const isGit = run.program === 'git' && has(/^diff$/) && has(/^--no-index$/)
  if (!isGit && !/^(diff|colordiff)$/.test(baseName(wordText(run.program)))) return null
  if (has(isGit ? /^--(stat|numstat|shortstat|name-only|name-status|quiet)$/ : /^(-[a-zA-Z]*q[a-zA-Z]*|--brief)$/))
    return null
  const addsMissing = isGit || has(/^(-[a-zA-Z]*[NP][a-zA-Z]*|--(unidirectional-)?new-file)$/)
  const directories = own.flatMap(one => (one.kind === 'read' && one.recursive && isKnown(one.path) ? [one.path] : []))
  for (const directory of directories) {
    const found = sensitiveBelow(directory, 'read', frame)
    if (found === null) continue
    const below = found.slice(directory.length)
    const isInAll = directories.every(other => frame.world.facts.kind(`${other}${below}`) === 'file')
    if (addsMissing || isInAll) return found
  }
  return null
}
