import type { Effect, Run } from '../../core/effect.ts'
import { type Hole, hasHole, isKnown, wordText } from '../../core/word.ts'
import type { Scope } from '../frame/scope.ts'

/**
 * The output of these effects if they are a single `mktemp`: a new name in the directory of its template, or in the
 * directory for temporary files. Null if that directory is not known.
 */
export function temporaryName(
  effects: readonly Effect[],
  source: string,
  scope: Scope,
): readonly (string | Hole)[] | null {
  const [run, ...others] = effects.filter((effect): effect is Run => effect.kind === 'run')
  if (run === undefined || others.length > 0 || run.program !== 'mktemp' || run.code !== 'known') return null
  if (run.where.at !== 'local' || run.env.length > 0 || !run.args.every(isKnown)) return null
  const words = run.args.map(wordText)
  const templates = words.filter(word => !word.startsWith('-'))
  if (templates.length > 1 || !words.every(word => /^(-[dqut]+|--directory|--quiet|[\w./][\w./-]*)$/.test(word)))
    return null
  const [template] = templates
  const name: Hole = { hole: source, yields: 'name' }
  if (template === undefined || words.some(word => /^-[dqu]*t/.test(word))) {
    const directory = temporaryDirectory(scope)
    return directory === null || template?.includes('/') === true ? null : [`${directory}/tmp.`, name]
  }
  // `mktemp /tmp/x.XXXXXX.md`: the last run of X in the last name is replaced.
  const [, before, after] = /^(.*[^X]|)X{3,}([^X/]*)$/.exec(template) ?? []
  if (before === undefined || after === undefined || !template.includes('/')) return null
  return after === '' ? [before, name] : [before, name, after]
}

function temporaryDirectory({ variables }: Scope): string | null {
  const value = variables.get('TMPDIR')
  if (value === undefined || hasHole(value, 'temporary')) return '/tmp'
  return isKnown(value) && value.startsWith('/') ? value : null
}
