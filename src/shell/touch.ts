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
  const touches: Touch[] = []
  for (const place of places(frame.scope)) {
    const cwd = within === undefined ? place : placeFrom(place, within)
    for (const facts of frame.links.views()) touches.push(locate({ ...request, cwd }, { ...frame.world, facts }))
  }
  if (touches.length === 1) return touches
  return [...new Map(touches.map(touch => [`${touch.zone} ${wordText(touch.path)}`, touch])).values()]
}
