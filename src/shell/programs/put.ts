import { baseName, resolvePath } from '../../core/path.ts'
import { type Hole, isKnown, makeWord, type Word } from '../../core/word.ts'
import { placeFrom, places } from '../scope.ts'
import type { ProgramCall } from './run.ts'

export interface Put {
  readonly source: Word
  readonly path: Word
}

/** Where `cp`, `mv`, `ln` and `install` put each source: at the target, or below it under its own name if that is a directory. */
export function puts(sources: readonly Word[], target: Word, how: PutHow, call: ProgramCall): readonly Put[] {
  const isBelow = how.isDirectory || (!how.isExact && (sources.length > 1 || isDirectory(target, call)))
  if (!isBelow) return (sources.length === 0 ? [''] : sources).map(source => ({ source, path: target }))
  return sources.map(source => ({ source, path: below(target, how.keepsParents ? source : nameOf(source)) }))
}

export interface PutHow {
  /** The target is a directory: `-t DIR`. */
  readonly isDirectory: boolean
  /** The target is never taken for a directory: `-T`. */
  readonly isExact: boolean
  /** The source's directories are made there as well: `--parents`. */
  readonly keepsParents: boolean
}

function isDirectory(target: Word, { frame }: ProgramCall): boolean {
  if (!isKnown(target)) return false
  if (/(^|\/)\.{0,2}$/.test(target)) return true
  return (
    frame.where.at === 'local' &&
    places(frame.scope).some(place => {
      const path = placeFrom(place, target)
      return isKnown(path) && frame.links.views().some(facts => facts.kind(resolvePath('/', path)) === 'directory')
    })
  )
}

const anyName: Hole = { hole: '*', yields: 'files' }

/** The last component; a name of its own only if it has one. */
function nameOf(source: Word): Word {
  if (!isKnown(source)) return { parts: [anyName] }
  const name = baseName(source.replace(/(.)\/+$/, '$1'))
  return name === '.' || name === '..' || name === '' ? { parts: [anyName] } : name
}

/** A path below a directory. */
export const below = (directory: Word, name: Word): Word =>
  makeWord([
    ...(isKnown(directory) ? [`${directory.replace(/(.)\/+$/, '$1')}/`] : [...directory.parts, '/']),
    ...(isKnown(name) ? [name] : name.parts),
  ])

/** A file below a directory whose name is not known. */
export const somethingIn = (directory: Word): Word => below(directory, { parts: [anyName] })
