import type { Touch } from '../../core/effect.ts'
import { candidatesOf, isKnown, type Word, wordText } from '../../core/word.ts'
import { locate, type TouchRequest } from '../../guard/locate.ts'
import type { Frame } from './frame.ts'
import { expandGlob } from './globs.ts'
import { placeFrom, places } from './scope.ts'

/**
 * The effects of touching a path: from every possible working directory, through every link that the call may have made, and
 * under every candidate name.
 */
export function locateAll(
  request: Omit<TouchRequest, 'cwd'> & { readonly cwd?: Word | undefined },
  frame: Frame,
): readonly Touch[] {
  const { kind, how, cwd: within, recursive, span, chain, where, by } = request
  const paths = namesOf(request, frame)
  const views = frame.links.views()
  const touches: Touch[] = []
  for (const place of places(frame.scope)) {
    const cwd = within === undefined ? place : placeFrom(place, within)
    for (const facts of views) {
      const world = views.length === 1 ? frame.world : { ...frame.world, facts }
      for (const path of paths) touches.push(locate({ kind, path, cwd, how, recursive, span, chain, where, by }, world))
    }
  }
  if (touches.length === 1) return touches
  return [...new Map(touches.map(touch => [`${touch.zone} ${wordText(touch.path)}`, touch])).values()]
}

/** A write or delete with an unknown name asks in any case; only reads need their candidates. */
function namesOf({ kind, path }: Pick<TouchRequest, 'kind' | 'path'>, frame: Frame): readonly Word[] {
  if (
    kind !== 'read' ||
    isKnown(path) ||
    !path.parts.some(part => typeof part !== 'string' && part.mayBe !== undefined)
  )
    return [path]
  return [path, ...candidatesOf(path).flatMap(one => expandGlob(one, frame))]
}
