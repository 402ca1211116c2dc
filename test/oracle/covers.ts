import type { Effect } from '../../src/core/effect.ts'
import { isWithin } from '../../src/core/path.ts'
import { isKnown } from '../../src/core/word.ts'
import { escaped } from './accounts-for.ts'
import type { Written } from './written.ts'

/**
 * Whether an effect predicted a change of a path. The effect writes or deletes that path, or a directory above it as a whole (a
 * delete, a recursive write, or a directory that did not exist before), or a path below a directory that had to be created. A
 * hole matches any text. An effect in an unknown zone matches any path, because it always asks.
 */
export function covers(effect: Effect, path: string, { created }: Written): boolean {
  if (effect.kind !== 'write' && effect.kind !== 'delete') return false
  if (effect.zone === 'unknown') return true
  const takesWhole = effect.kind === 'delete' || effect.recursive
  if (!isKnown(effect.path)) {
    const text = effect.path.parts.map(part => (typeof part === 'string' ? escaped(part) : '.*')).join('')
    return new RegExp(`^${text}${takesWhole ? '(/.*)?' : ''}$`, 's').test(path)
  }
  if (path === effect.path) return true
  if (isWithin(path, effect.path)) return takesWhole || created.has(effect.path)
  return created.has(path) && isWithin(effect.path, path)
}
