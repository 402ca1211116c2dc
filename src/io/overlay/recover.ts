import { existsSync, readFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { type Manifest, readManifest } from '../../trial/manifest.ts'
import { ticketState } from '../contain/ticket.ts'
import { namesIn } from '../fence/git-directories.ts'
import { removeTree } from '../files/remove-tree.ts'
import { isGone, readOwner } from '../journal/lock-owner.ts'
import { ownPaths } from '../paths.ts'
import { applyAll, fewFiles, isOnSameDisk, reverseAll, TakenBack } from './commit.ts'
import { finishCommit, locked, sourceOf, trialPaths } from './trials.ts'
import { dropLayers, readPointManifest } from './undo-store.ts'

/** A trial, commit or undo whose Sallyport was killed. */
export interface Interrupted {
  readonly id: string
  readonly what: 'trial' | 'commit' | 'undo'
  /** What the user ran; null if that is not known any more. */
  readonly title: string | null
}

/** What was interrupted, without changing anything. */
export function interruptedTrials(env: NodeJS.ProcessEnv = process.env): readonly Interrupted[] {
  const { trials, undo } = trialPaths(env)
  const ended = namesIn(trials).flatMap((id): readonly Interrupted[] => {
    if (!isTrialName(id) || !isAbandoned(`${trials}/${id}`, env)) return []
    const manifest = manifestIn(`${trials}/${id}`)
    return [{ id, what: manifest === null ? 'trial' : 'commit', title: manifest?.title ?? null }]
  })
  const undos = namesIn(undo).filter(id => existsSync(`${undo}/${id}/undoing`) || isRestored(`${undo}/${id}`))
  return [...ended, ...undos.map(id => ({ id, what: 'undo' as const, title: null }))]
}

/**
 * Finishes what was interrupted: a commit or an undo that has started is completed, or taken back if that fails; a trial that was
 * not committed is discarded. Says what could not be finished.
 */
export async function finishInterrupted(env: NodeJS.ProcessEnv = process.env): Promise<Result<readonly Interrupted[]>> {
  const { trials, undo } = trialPaths(env)
  // Most commands find nothing, and need no lock.
  const found = interruptedTrials(env)
  for (const id of namesIn(undo)) if (!found.some(one => one.id === id)) dropLayers(undo, id)
  if (found.length === 0) return ok([])
  return locked(trials, () => {
    const done: Interrupted[] = []
    for (const one of interruptedTrials(env)) {
      if (one.what === 'undo') finishUndo(undo, one.id)
      else if (one.what === 'commit') finishAbandoned(`${trials}/${one.id}`, undo)
      else removeTree(`${trials}/${one.id}`)
      done.push(one)
    }
    return ok(done)
  })
}

function finishAbandoned(directory: string, undo: string): void {
  const manifest = manifestIn(directory)
  if (manifest === null) return
  const { id, roots, changes } = manifest
  const isKept = existsSync(`${directory}/before`) || isOnSameDisk(directory, roots)
  const before = isKept ? `${directory}/before` : null
  try {
    applyAll(manifest, { id, source: sourceOf(directory, roots), before, flushes: changes.length <= fewFiles })
  } catch (error) {
    if (error instanceof TakenBack) removeTree(directory)
    throw error
  }
  finishCommit({ directory, undo, manifest, keeps: before !== null })
}

/** Completes an undo. Its steps can be repeated. */
export function finishUndo(undo: string, id: string): Result<void> {
  if (isRestored(`${undo}/${id}`)) {
    removeTree(`${undo}/${id}`)
    return ok(undefined)
  }
  const manifest = readPointManifest(undo, id)
  if (manifest === null) return fail('conflict', `the undo point \`${id}\` is damaged`)
  reverseAll(manifest, `${undo}/${id}/before`)
  removeTree(`${undo}/${id}/point.json`)
  removeTree(`${undo}/${id}`)
  return ok(undefined)
}

/** Whether an undo has restored all files: it then removes the point's name first, and the rest of the point after that. */
const isRestored = (point: string): boolean => !existsSync(`${point}/point.json`)

const isTrialName = (name: string): boolean => /^[0-9a-f-]{36}$/.test(name)

/** Whether the process that made it is gone. A directory without an owner was abandoned before it was complete. */
function isAbandoned(directory: string, env: NodeJS.ProcessEnv): boolean {
  const text = textOf(`${directory}/owner`) ?? ''
  const [, ticket] = /^ticket ([0-9a-f]+)$/.exec(text) ?? []
  if (ticket !== undefined) return ticketState(ownPaths(env).tickets, ticket, Date.now()) === 'over'
  const owner = readOwner(text)
  return owner === null || isGone(owner)
}

function manifestIn(directory: string): Manifest | null {
  const text = textOf(`${directory}/manifest.json`)
  return text === null ? null : readManifest(text)
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
