import { baseName, parentOf, resolvePath } from '../../../core/path.ts'
import { type Hole, isKnown, isOneWord, makeWord, type Word } from '../../../core/word.ts'
import type { Frame } from '../../frame/frame.ts'
import { placeFrom, places } from '../../frame/scope.ts'
import type { ProgramCall } from './program-call.ts'

export interface CopyTarget {
  readonly source: Word
  readonly path: Word
}

/**
 * The path that `cp`, `mv`, `ln` and `install` give each source: the target, or the source's name below it if the target is
 * a directory.
 */
export function copyTargets(
  sources: readonly Word[],
  target: Word,
  how: CopyForm,
  call: ProgramCall,
): readonly CopyTarget[] {
  const kind = how.isDirectory ? 'directory' : how.isExact ? 'file' : targetKind(sources, target, call)
  const there = (sources.length === 0 ? [''] : sources).map(source => ({ source, path: target }))
  const inside = sources.map(source => ({ source, path: below(target, how.keepsParents ? source : nameOf(source)) }))
  return kind === 'either' ? [...there, ...inside] : kind === 'directory' ? inside : there
}

export interface CopyForm {
  /** The target is a directory: `-t DIR`. */
  readonly isDirectory: boolean
  /** The target is never treated as a directory: `-T`. */
  readonly isExact: boolean
  /** The source's directories are also created there: `--parents`. */
  readonly keepsParents: boolean
}

/** Several sources need a directory; a link to one is followed or replaced, depending on the program. */
function targetKind(sources: readonly Word[], target: Word, { frame }: ProgramCall): 'directory' | 'file' | 'either' {
  if (sources.length > 1) return sources.every(isOneWord) ? 'directory' : 'either'
  if (!isKnown(target)) return 'file'
  if (/(^|\/)\.{0,2}$/.test(target)) return 'directory'
  if (frame.where.at !== 'local') return 'file'
  const found = places(frame.scope).flatMap(place => {
    const path = placeFrom(place, target)
    if (!isKnown(path)) return []
    return frame.links
      .views()
      .filter(facts => facts.kind(path) === 'directory')
      .map(facts => facts.realPath(path) === resolvePath(facts.realPath(parentOf(path)) ?? '/', baseName(path)))
      .map(isItself => isItself && !wasDeleted(resolvePath('/', path), frame))
  })
  return found.length === 0 ? 'file' : found.every(isItself => isItself) ? 'directory' : 'either'
}

/** `rm -rf dist; ln -s src dist`: the directory no longer exists. */
const wasDeleted = (path: string, { recorder }: Frame): boolean =>
  recorder.effects.some(effect => effect.kind === 'delete' && effect.path === path)

const anyName: Hole = { hole: '*', yields: 'files' }

/** The last component; unknown if the path ends in `.` or `..`. */
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

/** A file below a directory, with an unknown name. */
export const somethingIn = (directory: Word): Word => below(directory, { parts: [anyName] })
