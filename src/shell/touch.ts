import type { Touch } from '../core/effect.ts'
import { type Word, wordText } from '../core/word.ts'
import { locate, type TouchRequest } from '../guard/locate.ts'
import type { Frame } from './frame.ts'
import { placeFrom, places } from './scope.ts'

/** The effects of touching a path from everywhere that the shell may stand, through every link that it may have made. */
export function locateAll(
  request: Omit<TouchRequest, 'cwd'> & { readonly cwd?: Word | undefined },
  frame: Frame,
): readonly Touch[] {
  const { cwd: within } = request
  const from = places(frame.scope).map(place => (within === undefined ? place : placeFrom(place, within)))
  const touches = from.flatMap(cwd =>
    frame.links.views().map(facts => locate({ ...request, cwd }, { ...frame.world, facts })),
  )
  return [...new Map(touches.map(touch => [`${touch.zone} ${wordText(touch.path)}`, touch])).values()]
}
