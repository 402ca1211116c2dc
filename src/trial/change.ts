/** A file, directory or symbolic link as it was at one moment. */
export interface FileState {
  readonly kind: 'file' | 'directory' | 'link'
  /** Permission bits, with the setuid, setgid and sticky bits. */
  readonly mode: number
  readonly size: number
  /** Nanoseconds, as text, because JSON has no numbers that large. */
  readonly modified: string
  /** Device and inode: another file with the same content has another one. */
  readonly identity: string
  /** How many names the file has. */
  readonly names: number
  /** The target of a symbolic link; null for all others. */
  readonly target: string | null
}

/** One path that a trial run changed. */
export interface TreeChange {
  /** Absolute, without symbolic links in its directories. */
  readonly path: string
  /** Null: it did not exist. */
  readonly was: FileState | null
  /** Null: it was deleted. */
  readonly now: FileState | null
  /** Whether the bytes differ; false if only mode or times do. */
  readonly content: boolean
  /** Set for a path below a directory that is deleted as a whole: it goes with that directory. */
  readonly within?: true
}

/** Everything that a trial run changed. */
export interface TrialDiff {
  /** Parents come before the paths in them. */
  readonly changes: readonly TreeChange[]
  /** Paths that another program changed in the real directory while the trial ran. */
  readonly conflicts: readonly string[]
  /** Paths that cannot be committed, and why: sockets, pipes, devices, names that are not UTF-8. */
  readonly leftOut: readonly LeftOut[]
}

export interface LeftOut {
  readonly path: string
  readonly because: string
}

export type ChangeKind = 'created' | 'changed' | 'deleted'

export const changeKind = ({ was, now }: TreeChange): ChangeKind =>
  was === null ? 'created' : now === null ? 'deleted' : 'changed'

/** Whether a file is still the one that was seen: same inode, size, time, mode and target. */
export const isSameState = (one: FileState | null, other: FileState | null): boolean =>
  one === null || other === null
    ? one === other
    : one.identity === other.identity && one.modified === other.modified && looksAlike(one, other)

/** The same apart from inode and time. */
export const looksAlike = (one: FileState, other: FileState): boolean =>
  one.kind === other.kind &&
  one.mode === other.mode &&
  one.target === other.target &&
  (one.kind === 'directory' || one.size === other.size)

/** The bytes of the files that a commit replaces or deletes, which an undo point must keep. */
export const replacedBytes = (changes: readonly TreeChange[]): number =>
  changes.reduce((sum, { was, content }) => sum + (was?.kind === 'file' && content ? was.size : 0), 0)

/** The bytes that a commit writes. */
export const writtenBytes = (changes: readonly TreeChange[]): number =>
  changes.reduce((sum, { now, content }) => sum + (now?.kind === 'file' && content ? now.size : 0), 0)
