import type { Place } from '../../../core/call.ts'
import { compileGlob, expandBraces } from '../../../core/glob.ts'
import { baseName, parentOf } from '../../../core/path.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { isKept } from '../../../guard/floor.ts'
import { picksSensitive } from '../../../guard/protected.ts'
import { isListed, sensitivity } from '../../../guard/sensitive.ts'
import { fileFacts } from '../../../io/files/file-facts.ts'
import { isJudgedSensitive, judgedPath } from './judged-path.ts'

/** One place to search: a directory, and what to search in it. */
export interface SearchPlace {
  readonly directory: string
  /** `.`, or the one file. */
  readonly operand: string
  /** Whether the call named this place although it is sensitive, so that the gate decided about it. */
  readonly isNamed: boolean
}

export function searchPlaces(paths: readonly string[], running: Running): readonly SearchPlace[] {
  return (paths.length === 0 ? ['.'] : paths).map(path => {
    const real = judgedPath({ kind: 'read', path }, running)
    const isNamed = isJudgedSensitive(real, running)
    const kind = fileFacts.kind(real)
    if (kind === 'missing') throw new ToolFailure('not_found', `\`${path}\` does not exist`)
    return kind === 'directory'
      ? { directory: real, operand: '.', isNamed }
      : { directory: parentOf(real), operand: `./${baseName(real)}`, isNamed }
  })
}

export interface Withheld {
  readonly place: Place
  /** Path patterns of the policies, beyond the built-in ones. */
  readonly sensitive: readonly string[]
  /** The filters of the call: one that picks sensitive names was judged as such. */
  readonly filters: readonly string[]
}

/** Whether a search leaves a file out: it is sensitive, and the call does not name it. */
export function isWithheld(path: string, { place, sensitive, filters }: Withheld): boolean {
  if (sensitivity(path, 'read') === null && !isKept(path, place) && !isListed(path, sensitive, place)) return false
  return !filters.flatMap(filter => expandBraces(filter) ?? [filter]).some(filter => picks(filter, path))
}

function picks(filter: string, path: string): boolean {
  const name = baseName(filter)
  const isAimed = sensitivity(`/${name}`, 'read') !== null || picksSensitive(name) !== null
  return isAimed && compileGlob(name)?.(baseName(path)) === true
}

/** The path of a file that ripgrep names relative to the directory. */
export const foundPath = (directory: string, found: string): string =>
  `${directory === '/' ? '' : directory}/${found.replace(/^\.\//, '')}`
