import type { Place } from '../../core/call.ts'

export type KnownRoots = Pick<Place, 'home' | 'workspace'>

/** Paths as a person writes them: below the workspace without it, below home with `~`. */
export function shorten(text: string, ground: KnownRoots): string {
  let short = text
  for (const root of ground.workspace) short = short.replaceAll(`${root}/`, '')
  return short.replaceAll(`${ground.home}/`, '~/')
}
