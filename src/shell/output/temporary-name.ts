import type { Effect, Run } from '../../core/effect.ts'
import type { Hole } from '../../core/word.ts'
import { isKnown, wordText } from '../../core/word.ts'
import type { Scope } from '../frame/scope.ts'

/**
 * The output of these effects if they are a single `mktemp`: a new name in `/tmp`. Null if it may be in another directory:
 * a directory option, a template with a path or without `-t`, a changed `TMPDIR`.
 */
export function temporaryName(
  effects: readonly Effect[],
  source: string,
  scope: Scope,
): readonly (string | Hole)[] | null {
  const [run, ...others] = effects.filter((effect): effect is Run => effect.kind === 'run')
  if (run === undefined || others.length > 0 || run.program !== 'mktemp' || run.code !== 'known') return null
  if (run.where.at !== 'local' || run.env.length > 0 || scope.variables.has('TMPDIR')) return null
  const words = run.args.map(wordText)
  if (!run.args.every(isKnown) || !words.every(word => /^(-[dqut]+|--directory|--quiet|[\w.][\w.-]*)$/.test(word)))
    return null
  const isInTmp = words.every(word => word.startsWith('-')) || words.some(word => /^-[dqu]*t/.test(word))
  return isInTmp ? ['/tmp/tmp.', { hole: source, yields: 'name' }] : null
}
