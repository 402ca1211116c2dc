import type { Touch } from '../../core/effect.ts'
import { matchWildcard } from '../../core/glob.ts'
import { isKnown } from '../../core/word.ts'
import { sensitivity } from '../../guard/sensitive.ts'
import type { Frame } from './frame.ts'

/**
 * Why a read of everything in a directory is sensitive: `cat $(ls -A)` where `.env` is one of the names. Null if the directory
 * has no such file, or cannot be listed.
 */
export function listedSecret({ path }: Touch, frame: Frame): string | null {
  if (isKnown(path)) return null
  const [start, hole, ...rest] = path.parts
  if (typeof start !== 'string' || !start.endsWith('/') || typeof hole !== 'object' || rest.length > 0) return null
  const { listed } = hole
  if (listed?.allExcept === undefined) return null
  const names = frame.world.facts.names(start.replace(/(.)\/$/, '$1')) ?? []
  frame.recorder.look(names.length)
  for (const name of names) {
    const reason = sensitivity(`${start}${name}`, 'read')
    if (reason !== null && !listed.allExcept.some(glob => matchWildcard(glob, name)))
      return `includes \`${name}\`, ${reason}`
  }
  return null
}
