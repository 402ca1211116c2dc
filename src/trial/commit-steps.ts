import type { TreeChange } from './change.ts'

/**
 * One step of a commit. `open` makes a directory writable whose mode the run changed; `remove` takes the old file or directory
 * away; `make` creates a directory; `write` puts a file or a link in place; `settle` sets the final mode and time.
 */
export interface CommitStep {
  readonly does: 'open' | 'remove' | 'make' | 'write' | 'settle'
  readonly change: TreeChange
  /** The position of the change, which names the copy of the old file. */
  readonly index: number
  /** The path of an earlier step that is another name of the same new file. */
  readonly firstName?: string
}

/**
 * The steps of a commit, in order. They follow from the changes alone, so that a commit that was interrupted can be continued
 * or reversed from its manifest.
 */
export function commitSteps(changes: readonly TreeChange[]): readonly CommitStep[] {
  const steps = (does: CommitStep['does'], applies: (change: TreeChange) => boolean): readonly CommitStep[] =>
    changes.flatMap((change, index) => (change.within !== true && applies(change) ? [{ does, change, index }] : []))
  return [
    ...steps('open', isKeptDirectory),
    ...steps('remove', isRemoved),
    ...steps('make', ({ was, now }) => now?.kind === 'directory' && was?.kind !== 'directory'),
    ...steps('write', ({ now, content }) => now !== null && now.kind !== 'directory' && content).map(withFirstName),
    ...steps('settle', ({ now, content }) => now?.kind === 'file' && !content),
    // A directory may become read-only only after everything in it is in place.
    ...steps('settle', ({ now }) => now?.kind === 'directory').toReversed(),
  ]
}

/** Files that have several names keep them. */
function withFirstName(step: CommitStep, _: number, all: readonly CommitStep[]): CommitStep {
  const { now } = step.change
  if (now?.kind !== 'file' || now.names < 2) return step
  const first = all.find(({ change }) => change.now?.identity === now.identity)
  return first === undefined || first === step ? step : { ...step, firstName: first.change.path }
}

const isKeptDirectory = ({ was, now }: TreeChange): boolean => was?.kind === 'directory' && now?.kind === 'directory'

/** A file that another file or link replaces stays until that one takes its name. */
const isRemoved = ({ was, now }: TreeChange): boolean =>
  was !== null && (now === null || (was.kind === 'directory') !== (now.kind === 'directory'))
