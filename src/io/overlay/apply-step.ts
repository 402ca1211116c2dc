import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
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
        return setAttributes(at, change.now)
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
  const aside = `${parentOf(at)}/.sallyport-${ground.id.slice(0, 8)}-${step.index}`
  rmSync(aside, { force: true })
  if (now.kind === 'link') symlinkSync(now.target ?? '', aside)
  else copyNew(ground, path, now, aside)
  const image = imageOf(step, ground)
  if (replaced !== null && image !== null) keepCopy(at, replaced, image)
  renameSync(aside, at)
}

function copyNew({ source, flushes }: CommitGround, path: string, now: FileState, aside: string): void {
  const from = source(path)
  // The mode that counts is the one in the diff.
  if ((now.mode & 0o400) === 0) chmodSync(from, now.mode | 0o400)
  if (stateAt(from)?.identity !== now.identity) throw new ChangedSince(from)
  copyFileSync(from, aside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  if (flushes) flush(aside)
  setAttributes(aside, now)
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
export function copyAside(from: string, was: FileState, to: string): void {
  const part = `${to}.part`
  rmSync(part, { recursive: true, force: true })
  if (was.kind === 'directory')
    cpSync(from, part, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  else if (was.kind === 'link') symlinkSync(was.target ?? '', part)
  else copyFileSync(from, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  if (was.kind !== 'link') restoreAttributes(part, was)
  renameSync(part, to)
}

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

/** Takes a step back. Like `applyStep`, it can be repeated. */
export function reverseStep(step: CommitStep, ground: Pick<CommitGround, 'before'>): void {
  const { change, does } = step
  const { path, was, now } = change
  const image = ground.before === null ? null : `${ground.before}/${step.index}`
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
        if (current?.kind === 'directory' && current.identity !== was?.identity) rmdirSync(at)
        return
      case 'write': {
        const replaced = was !== null && was.kind !== 'directory'
        if (!replaced) {
          if (current !== null && now !== null && current.kind === now.kind) unlinkSync(at)
        } else if (image !== null) bringBack(image, at, was)
        return
      }
      case 'remove':
        if (image !== null && was !== null) bringBack(image, at, was)
    }
  })
}

/** Puts a kept file or directory back in place; if it is not there any more, that was done already. */
function bringBack(image: string, at: string, was: FileState): void {
  const kept = stateAt(image)
  if (kept === null) return
  try {
    move(image, kept, at)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    copyAside(image, was, at)
    removeTree(image)
  }
  // Two names of one file: a rename leaves both.
  rmSync(image, { recursive: true, force: true })
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
  const path = handle.replace('/proc/self/', `/proc/${process.pid}/`)
  const done = touch !== null && spawnSync(touch, ['-c', '-d', time, '--', path], { stdio: 'ignore' }).status === 0
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
