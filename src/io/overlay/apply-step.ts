import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import { baseName, parentOf } from '../../core/path.ts'
import { type FileState, isSameState, looksAlike, type TreeChange } from '../../trial/change.ts'
import type { CommitStep } from '../../trial/commit-steps.ts'
import { findSystemProgram } from '../fence/find-programs.ts'
import { holdDirectory } from '../files/held-directory.ts'
import { removeTree } from '../files/remove-tree.ts'
import { errorCode } from '../journal/journal-disk.ts'
import { stateAt } from './file-state.ts'

/** Thrown if a file is not as it was when the diff was read. Nothing is overwritten then. */
export class ChangedSince extends Error {
  constructor(path: string) {
    super(`\`${path}\` was changed by another program since the run started`)
    this.name = 'ChangedSince'
  }
}

/** Where a commit finds the new files and keeps the old ones. */
export interface CommitGround {
  readonly id: string
  /** The copy of the new file in the upper layer. */
  readonly source: (path: string) => string
  /** The directory for the old files; null: they are not kept. */
  readonly before: string | null
  /** Whether each file is flushed to the disk. */
  readonly flushes: boolean
}

/**
 * Makes one step of a commit. INVARIANT: a step that was made already, or made in part before a crash, can be made again, and no
 * symbolic link is followed.
 */
export function applyStep(step: CommitStep, ground: CommitGround): void {
  const { change, does } = step
  inParent(change.path, at => {
    const current = stateAt(at)
    switch (does) {
      case 'open':
        if (current?.kind === 'directory') setMode(at, current.mode | 0o700)
        return
      case 'remove':
        if (current === null || current.identity !== change.was?.identity) return
        return takeAway(at, change, imageOf(step, ground))
      case 'make':
        if (current?.kind === 'directory') return
        if (current !== null) throw new ChangedSince(change.path)
        return mkdirSync(at, 0o700)
      case 'write':
        return write(at, current, step, ground)
      case 'settle':
        if (current === null || change.now === null) throw new ChangedSince(change.path)
        return settle(at, current, change.now)
    }
  })
}

/** The files that the undo point or the roll-back of a step keeps. */
const imageOf = ({ index }: CommitStep, { before }: CommitGround): string | null =>
  before === null ? null : `${before}/${index}`

function write(at: string, current: FileState | null, step: CommitStep, ground: CommitGround): void {
  const { path, was, now } = step.change
  if (now === null) return
  const replaced = was !== null && was.kind !== 'directory' ? was : null
  if (current !== null && current.identity !== replaced?.identity && looksAlike(current, now)) return
  if (current === null ? replaced !== null : replaced === null || !isSameState(current, replaced))
    throw new ChangedSince(path)
  const aside = asideOf(at, step, ground)
  removeTree(aside)
  if (now.kind === 'link') symlinkSync(now.target ?? '', aside)
  else if (!linkNew(step, aside)) copyNew(ground, path, now, aside)
  const image = imageOf(step, ground)
  if (replaced !== null && image !== null) keepCopy(at, replaced, image)
  renameSync(aside, at)
}

/** The name under which a file is made ready beside its place, so that it gets its own name in one moment. */
const asideOf = (at: string, { index }: CommitStep, { id }: Pick<CommitGround, 'id'>): string =>
  `${parentOf(at)}/.sallyport-${id.slice(0, 8)}-${index}`

/** Gives a file another name, if the run gave it one that is committed already. */
function linkNew({ change: { now }, firstName }: CommitStep, aside: string): boolean {
  if (firstName === undefined || now === null) return false
  return inParent(firstName, at => {
    const first = stateAt(at)
    if (first === null || !looksAlike(first, now)) return false
    linkSync(at, aside)
    return true
  })
}

function copyNew({ source, flushes }: CommitGround, path: string, now: FileState, aside: string): void {
  const from = source(path)
  const judged = stateAt(from)
  if (judged === null || !isSameState(judged, { ...now, mode: judged.mode })) throw new ChangedSince(from)
  // The mode that counts is the one in the diff.
  if ((judged.mode & 0o400) === 0) chmodSync(from, judged.mode | 0o400)
  copyFileSync(from, aside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  if (flushes) flush(aside)
  if (hasOldTime(from)) restoreAttributes(aside, now)
  else setAttributes(aside, now)
}

/**
 * Whether the run gave a file an old time, as `cp -p` does. Another program may compare it with the file that it came from, so
 * it must be exact. The time of a file that was just written may be rounded.
 */
function hasOldTime(path: string): boolean {
  const { ctimeNs, mtimeNs } = lstatSync(path, { bigint: true })
  return mtimeNs % 1_000_000_000n !== 0n && ctimeNs - mtimeNs > 2_000_000_000n
}

function flush(path: string): void {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Keeps the old file under another name. A file with several names is copied: it could change through another one. */
function keepCopy(at: string, was: FileState, image: string): void {
  if (stateAt(image) !== null) return
  if (was.names === 1)
    try {
      return linkSync(at, image)
    } catch (error) {
      if (!['EXDEV', 'EPERM', 'EMLINK'].includes(errorCode(error) ?? '')) throw error
    }
  copyAside(at, was, image)
}

/** Copies a file or a directory, so that the copy is whole as soon as it has its name. */
function copyAside(from: string, was: FileState, to: string): void {
  const part = `${to}.part`
  copyWhole(from, was, part)
  renameSync(part, to)
}

/** Copies a file or a directory with modes and times over what is there. */
function copyWhole(from: string, was: FileState, to: string): void {
  removeTree(to)
  if (was.kind === 'link') return symlinkSync(was.target ?? '', to)
  if (was.kind === 'directory') copyDirectory(from, to)
  else copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  restoreAttributes(to, was)
}

/** `cp` keeps exact times, owners, attributes and pipes, which Node cannot. */
function copyDirectory(from: string, to: string): void {
  const cp = findSystemProgram('cp')
  const words = ['--archive', '--no-target-directory', '--', ...[from, to].map(seenByOthers)]
  if (cp !== null && spawnSync(cp, words, { stdio: 'ignore' }).status === 0) return
  removeTree(to)
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
}

/** A path below an open directory of this process, for another program. */
const seenByOthers = (path: string): string => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`)

/** Removes the old file or directory, and keeps it if it must be kept. */
function takeAway(at: string, { was }: TreeChange, image: string | null): void {
  if (was === null) return
  if (image === null) return removeTree(at)
  if (was.kind !== 'file' || was.names === 1)
    try {
      return move(at, was, image)
    } catch (error) {
      if (errorCode(error) !== 'EXDEV') throw error
    }
  if (stateAt(image) === null) copyAside(at, was, image)
  removeTree(at)
}

/** A directory that is not writable cannot be moved to another one, even by its owner. */
function move(from: string, { kind, mode }: FileState, to: string): void {
  if (kind !== 'directory' || (mode & 0o200) !== 0) return renameSync(from, to)
  setMode(from, mode | 0o700)
  renameSync(from, to)
  setMode(to, mode)
}

/** Where an undo or a roll-back finds the old files. */
export interface ReverseGround extends Pick<CommitGround, 'id'> {
  readonly before: string
  /** What to do with a file or directory that another program made where an old one belongs: a roll-back fails there. */
  readonly occupied: 'replace' | 'fail'
}

/** Takes a step back. Like `applyStep`, it can be repeated. */
export function reverseStep(step: CommitStep, ground: ReverseGround): void {
  const { change, does } = step
  const { path, was, now } = change
  inParent(path, at => {
    const current = stateAt(at)
    switch (does) {
      case 'open':
        if (current?.kind === 'directory' && was !== null) setMode(at, was.mode)
        return
      case 'settle':
        if (was !== null && was.kind !== 'directory' && current?.identity === was.identity) restoreAttributes(at, was)
        else if (current?.kind === 'directory') setMode(at, current.mode | 0o700)
        return
      case 'make':
        if (current?.kind !== 'directory' || current.identity === was?.identity) return
        return ground.occupied === 'replace' ? removeTree(at) : rmdirSync(at)
      case 'write':
        if (was !== null && was.kind !== 'directory') return bringBack(at, step, ground)
        removeTree(asideOf(at, step, ground))
        if (current !== null && now !== null && current.kind === now.kind) unlinkSync(at)
        return
      case 'remove':
        return bringBack(at, step, ground)
    }
  })
}

/**
 * Puts a kept file or directory back in place. From another file system it is copied first, and then marked as placed, so that
 * a repetition does not take the copy for a file of another program.
 */
function bringBack(at: string, step: CommitStep, ground: ReverseGround): void {
  const { was } = step.change
  const image = `${ground.before}/${step.index}`
  const [aside, placed] = [asideOf(at, step, ground), `${image}.placed`]
  const kept = stateAt(image)
  if (was === null) return
  if (kept !== null) {
    try {
      clear(at, step.change, ground)
      move(image, kept, at)
      // Two names of one file: a rename leaves both.
      return removeTree(image)
    } catch (error) {
      if (errorCode(error) !== 'EXDEV') throw error
    }
    copyWhole(image, was, aside)
    renameSync(image, placed)
  }
  if (stateAt(placed) !== null && stateAt(aside) !== null) renameSync(aside, at)
  else removeTree(aside)
  removeTree(placed)
}

/** Makes the place free if a rename could not replace what is there: a rest of the old directory, or a later file. */
function clear(at: string, { was, path }: TreeChange, { occupied }: ReverseGround): void {
  const current = stateAt(at)
  if (current === null || (current.kind !== 'directory' && was?.kind !== 'directory')) return
  if (occupied === 'fail' && current.identity !== was?.identity) throw new ChangedSince(path)
  removeTree(at)
}

/** Sets the final mode and time. A time that is right already stays: setting it again would round it. */
function settle(at: string, current: FileState, now: FileState): void {
  if (current.modified === now.modified) setMode(at, now.mode)
  else setAttributes(at, now)
}

/** Sets mode and time without following a link. */
export function setAttributes(at: string, { mode, modified, kind }: FileState): void {
  withHandle(at, handle => {
    if (kind === 'file') setTime(handle, modified)
    chmodSync(handle, mode)
  })
}

/** The same, with the exact time: Node rounds it to a part of a microsecond. */
function restoreAttributes(at: string, state: FileState): void {
  withHandle(at, handle => {
    setExactTime(handle, state.modified)
    chmodSync(handle, state.mode)
  })
}

/** Sets the time of an open file to the nanosecond. */
function setExactTime(handle: string, modified: string): void {
  const touch = findSystemProgram('touch')
  const time = `@${modified.slice(0, -9)}.${modified.slice(-9)}`
  const words = ['-c', '-d', time, '--', seenByOthers(handle)]
  const done = touch !== null && spawnSync(touch, words, { stdio: 'ignore' }).status === 0
  if (!done) setTime(handle, modified)
}

export const setTime = (path: string, modified: string): void => {
  const seconds = Number(BigInt(modified) / 1_000n) / 1_000_000
  utimesSync(path, seconds, seconds)
}

const setMode = (at: string, mode: number): void => withHandle(at, handle => chmodSync(handle, mode))

const openPathOnly = 0o10_000_000

/** A path to the open file itself, which needs no permission to read it. */
export function withHandle(at: string, work: (handle: string) => void): void {
  const file = openSync(at, openPathOnly | (constants.O_NOFOLLOW ?? 0))
  try {
    const handle = `/proc/self/fd/${file}`
    if (stateAt(at)?.kind === 'link') throw new ChangedSince(at)
    work(handle)
  } finally {
    closeSync(file)
  }
}

/** Opens the parent directory, so that no link can appear in the path, and works with the name in it. */
export function inParent<T>(path: string, work: (at: string) => T): T {
  const directory = holdDirectory(parentOf(path))
  try {
    return work(directory.at(baseName(path)))
  } finally {
    directory.close()
  }
}
