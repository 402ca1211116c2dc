import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { ok } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { baseName, outermostPaths, parentOf } from '../../core/path.ts'
import type { LostFiles } from '../../gate/keep-lost.ts'
import { lostPaths } from '../blast-radius/lost-paths.ts'
import { findSystemProgram } from '../fence/find-programs.ts'
import { namesIn } from '../fence/git-directories.ts'
import { realPathOf } from '../files/real-path.ts'
import { removeTree } from '../files/remove-tree.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { nodeHash } from '../node-hash.ts'
import { randomId } from '../random.ts'
import { isOnSameDisk } from './commit.ts'
import { type Copy, readCopy, rootOf } from './copy-record.ts'
import { stateAt } from './file-state.ts'
import { settleOld } from './settle-copies.ts'
import { locked, trialPaths } from './trials.ts'
import { undoBytes } from './undo-estimate.ts'
import { makeRoom } from './undo-store.ts'

// A client deletes or discards files itself, so no overlay keeps the old ones. Sallyport copies them before it answers, and makes
// an undo point of those that are gone or different when the result of the call arrives.

/** Copies what a call is about to lose. False if it is too much, not all known, or on another file system than the undo store. */
export async function keepCopies(lost: LostFiles, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const { call, ceiling } = lost
  const { copies, undo, trials } = trialPaths(env)
  const { workspace } = call.place
  const named = await lostPaths(lost, { workspace, ms: limits.copiedListMs })
  if (named === null || named.length > limits.copiedFiles) return false
  const paths = outermostPaths(named.map(withRealParent))
  const present = paths.filter(path => stateAt(path) !== null)
  const absent = paths.filter(path => stateAt(path) === null)
  // A name with a pattern in it stands for files that are not known.
  if (absent.length > limits.copiedFiles || absent.some(path => /[*?[]/.test(path))) return false
  if (present.length === 0) return true
  const roots = workspace.map(realPathOf)
  if (!present.every(path => rootOf(roots, path) >= 0)) return false
  const bytes = undoBytes(present, { bytes: limits.copiedBytes, files: limits.copiedFiles })
  if (bytes === null) return false
  // Copies whose calls never ran make room.
  await settleOld(env)
  for (const directory of [copies, trials]) mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (!isOnSameDisk(copies, present.map(parentOf))) return false
  const kept = await locked(trials, () => {
    // INVARIANT: copies and undo points together stay below the ceiling.
    if (!makeRoom(undo, bytes + waitingBytes(copies), ceiling, Date.now())) return ok(false)
    const id = randomId()
    const aside = `${copies}/new-${id}`
    try {
      mkdirSync(aside, { mode: 0o700 })
      for (const [index, root] of roots.entries())
        copyAll(
          root,
          present.filter(path => rootOf(roots, path) === index),
          `${aside}/${index}`,
        )
      writeAtomic(
        `${aside}/copy.json`,
        JSON.stringify({ ...aboutCall(lost), bytes, roots, paths: present, absent: withMissingParents(absent) }),
      )
      renameSync(aside, `${copies}/${id}`)
      return ok(true)
    } catch {
      removeTree(aside)
      return ok(false)
    }
  })
  return kept.ok && kept.value
}

const aboutCall = ({
  call,
  record,
  title,
  text,
  endsWithCall,
}: LostFiles): Omit<Copy, 'bytes' | 'roots' | 'paths' | 'absent'> => ({
  ...{ version: 1, at: Date.now(), title, record, endsWithCall, tool: call.tool },
  ...{ session: call.place.session, clientCall: call.id, agents: call.place.agents },
  text: text === null ? null : nodeHash(text),
})

/** Copies paths below a directory with modes and exact times, which Node cannot. */
function copyAll(root: string, paths: readonly string[], to: string): void {
  mkdirSync(to, { mode: 0o700 })
  if (paths.length === 0) return
  const names = paths.map(path => `.${path.slice(root.length)}`)
  const words = ['--archive', '--reflink=auto', '--parents', '--', ...names, to]
  const cp = findSystemProgram('cp')
  if (cp === null || spawnSync(cp, words, { cwd: root, stdio: 'ignore', timeout: limits.probeMs }).status !== 0)
    throw new Error('the files could not be copied')
}

const withRealParent = (path: string): string => `${realPathOf(parentOf(path)).replace(/\/$/, '')}/${baseName(path)}`

/** Paths that do not exist, with those of their parent directories that do not exist either. */
const withMissingParents = (absent: readonly string[]): readonly string[] => {
  const all = new Set<string>()
  for (const path of absent) for (let at = path; !all.has(at) && stateAt(at) === null; at = parentOf(at)) all.add(at)
  return [...all]
}

const waitingBytes = (copies: string): number =>
  namesIn(copies).reduce((sum, id) => sum + (readCopy(`${copies}/${id}`)?.bytes ?? 0), 0)
