import type { Place } from '../../core/call.ts'

/** The directories that paths are shown relative to. */
export type KnownRoots = Pick<Place, 'home' | 'workspace'>

/** Shortens the paths in a text: relative to the workspace, or with `~` for the home. */
export function shorten(text: string, roots: KnownRoots): string {
  let short = text
  for (const root of roots.workspace) short = short.replaceAll(`${root}/`, '')
  return short.replaceAll(`${roots.home}/`, '~/')
}
