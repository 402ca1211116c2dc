import { type KnownRoots, shorten } from '../../src/core/wording/shorten.ts'
import { overview } from './state.ts'

/** Texts with their paths relative to a workspace, or with `~` for the home, as the terminal shows them. */
export const shortenedIn = (workspace: readonly string[]): ((text: string) => string) => {
  const known: KnownRoots = { workspace, home: overview.value?.home ?? '' }
  return text => shorten(text, known)
}
