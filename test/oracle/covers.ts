import type { Effect } from '../../src/core/effect.ts'
import { isWithin } from '../../src/core/path.ts'
import { isKnown } from '../../src/core/word.ts'
import { escaped } from './accounts-for.ts'
import type { Written } from './written.ts'

/**
 * Whether an effect foretold a change: it writes or deletes that very path, or a path that the change lies below and that
 * it takes as a whole (a delete, a recursive write, or something that was not there before), or a directory that had to be
 * made on the way. A hole stands for any text; a path whose ground is unknown stands for any path, since that always asks.
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
