import { chmodSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { isWithin } from '../../core/path.ts'
import type { FencePlan } from '../../fence/fence.ts'
import { overlaidPlan } from '../../fence/overlay.ts'
import type { Committed, OpenTrial, Trials } from '../../gate/trial-port.ts'
import { replacedBytes, type TrialDiff } from '../../trial/change.ts'
import { type Manifest, manifestText } from '../../trial/manifest.ts'
import type { UndoCeiling } from '../../trial/undo-ceiling.ts'
import { systemClock } from '../clock.ts'
import { removeTree } from '../files/remove-tree.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { realDisk } from '../journal/journal-disk.ts'
import { openLock } from '../journal/lock.ts'
import { ownerText, thisOwner } from '../journal/lock-owner.ts'
import { ownPaths } from '../paths.ts'
import { randomId } from '../random.ts'
import {
  applyAll,
  changedPaths,
  committedChanges,
  fewFiles,
  flushDisks,
  isOnSameDisk,
  TakenBack,
  touchedParents,
} from './commit.ts'
import { stateAt } from './file-state.ts'
import { openView } from './merged-view.ts'
import { makeLayer, type OverlayPrograms, probeOverlay } from './overlay-programs.ts'
import { readDiff } from './read-diff.ts'
import { fitsUndo } from './undo-estimate.ts'
import { keepPoint, makeRoom, pointBytes } from './undo-store.ts'

/** Where trials and undo points are: in Sallyport's own state, which the fence hides and the floor protects. */
export const trialPaths = (env: NodeJS.ProcessEnv = process.env) => {
  const { state, copies } = ownPaths(env)
  return { trials: `${state}/trials`, undo: `${state}/undo`, copies }
}

export interface TrialOptions {
  readonly env?: NodeJS.ProcessEnv
}

/** The trials of this machine. */
export function machineTrials({ env = process.env }: TrialOptions = {}): Trials {
  const paths = trialPaths(env)
  return {
    probe: async () => {
      const programs = await programsIn(paths.trials)
      return programs.ok ? ok(programs.value.method) : programs
    },
    fits: fitsUndo,
    open: async (plan, { title, ceiling, call }) => {
      const programs = await programsIn(paths.trials)
      if (!programs.ok) return programs
      const within = plan.overlay?.find(root => isWithin(paths.trials, root))
      if (within !== undefined)
        return fail('sandbox_denied', `a trial cannot run in \`${within}\`: Sallyport's own files are in it`)
      return openTrial({ plan, title, call: call ?? null, programs: programs.value, undo: paths.undo, ceiling })
    },
  }
}

function programsIn(base: string): Promise<Result<OverlayPrograms>> {
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 })
  } catch {
    return Promise.resolve(fail('sandbox_denied', `\`${base}\` cannot be created`))
  }
  return probeOverlay(base)
}

interface TrialSetting {
  readonly plan: FencePlan
  readonly title: string
  readonly call: string | null
  readonly programs: OverlayPrograms
  readonly undo: string
  readonly ceiling: UndoCeiling
}

function openTrial(setting: TrialSetting): Result<OpenTrial> {
  const { plan, programs } = setting
  const id = randomId()
  const directory = `${programs.base}/${id}`
  const roots = plan.overlay ?? []
  mkdirSync(directory, { mode: 0o700 })
  writeFileSync(`${directory}/owner`, ownerText(thisOwner(id)), { mode: 0o600 })
  for (const layer of roots.keys()) {
    makeLayer(directory, layer)
    // The root of an overlay has the mode of its upper directory.
    copyMode(roots[layer] ?? '', `${directory}/${layer}/upper`)
  }
  const startedAt = lstatSync(`${directory}/owner`, { bigint: true }).ctimeNs
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const overlaid = overlaidPlan(plan, { ...programs, directory, user })
  return ok(trialIn({ ...setting, id, startedAt, plan: overlaid, roots }))
}

/** The trial of a ticket, for the process that finishes it. */
export async function reopenTrial(
  {
    id,
    title,
    call,
    roots,
    startedAt,
    ceiling,
  }: Pick<KeptTrial, 'id' | 'title' | 'call' | 'roots' | 'startedAt' | 'ceiling'>,
  { env = process.env }: TrialOptions = {},
): Promise<Result<Omit<OpenTrial, 'plan'>>> {
  const paths = trialPaths(env)
  const programs = await programsIn(paths.trials)
  if (!programs.ok) return programs
  return ok(trialIn({ id, title, call, roots, startedAt, programs: programs.value, undo: paths.undo, ceiling }))
}

interface KeptTrial extends Omit<TrialSetting, 'plan'> {
  readonly id: string
  readonly roots: readonly string[]
  /** Nanoseconds. */
  readonly startedAt: bigint
}

function trialIn<P extends object>(kept: KeptTrial & P): Omit<OpenTrial, 'plan'> & P {
  const { id, title, call, roots, startedAt, programs, undo, ceiling } = kept
  const directory = `${programs.base}/${id}`
  const layersNow = () => roots.map((_, layer) => stateAt(`${directory}/${layer}/upper`)?.identity).join()
  const layers = layersNow()
  const replaced = fail('conflict', 'another program replaced the layer with the changes; nothing was committed')
  return {
    ...kept,
    diff: async () =>
      layersNow() === layers
        ? readDiff({ directory, roots, startedAt, view: () => openView(roots, directory, programs) })
        : replaced,
    canUndo: diff => pointBytes(diff) <= ceiling.bytes,
    newText: path => sourceOf(directory, roots)(path),
    commit: diff =>
      locked(programs.base, () =>
        layersNow() === layers ? commit({ id, title, call, directory, roots, undo, ceiling, diff }) : replaced,
      ),
    // A commit that cannot be taken back is finished by the next command.
    discard: () => (existsSync(`${directory}/manifest.json`) ? undefined : removeTree(directory)),
  }
}

/** Lets a trial belong to a ticket: it lasts as long as that, and not only as long as this process. */
export const giveTrial = (id: string, ticket: string, env: NodeJS.ProcessEnv = process.env): void =>
  writeAtomic(`${trialPaths(env).trials}/${id}/owner`, `ticket ${ticket}`)

interface CommitSetting extends Pick<TrialSetting, 'title' | 'call' | 'undo' | 'ceiling'> {
  readonly id: string
  readonly directory: string
  readonly roots: readonly string[]
  readonly diff: TrialDiff
}

function commit({ id, title, call, directory, roots, undo, ceiling, diff }: CommitSetting): Result<Committed> {
  const { changes, conflicts } = diff
  const [changed] = [...conflicts, ...changedPaths(changes)]
  if (changed !== undefined)
    return fail(
      'conflict',
      `\`${changed}\` was changed by another program since the run started; nothing was committed`,
    )
  const at = Date.now()
  const manifest: Manifest = { id, at, title, call, roots, changes, parents: touchedParents(changes) }
  const keeps = makeRoom(undo, pointBytes(manifest), ceiling, at)
  const canMove = isOnSameDisk(directory, roots)
  const before = canMove || replacedBytes(changes) <= ceiling.bytes ? `${directory}/before` : null
  writeAtomic(`${directory}/manifest.json`, manifestText(manifest))
  try {
    applyAll(manifest, { id, source: sourceOf(directory, roots), before, flushes: changes.length <= fewFiles })
  } catch (error) {
    // If not everything could be taken back, the manifest stays, so that the next command finishes the commit.
    if (error instanceof TakenBack) removeTree(`${directory}/manifest.json`)
    return fail('conflict', error instanceof Error ? error.message : 'the commit failed')
  }
  if (changes.length > fewFiles) flushDisks(roots)
  finishCommit({ directory, undo, manifest, keeps: keeps && before !== null })
  return ok({ id, canUndo: keeps && before !== null })
}

interface FinishedCommit {
  readonly directory: string
  readonly undo: string
  readonly manifest: Manifest
  readonly keeps: boolean
}

/** The end of a commit: its directory becomes an undo point, or goes away. */
export function finishCommit({ directory, undo, manifest, keeps }: FinishedCommit): void {
  if (keeps) return keepPoint(directory, undo, { ...manifest, changes: committedChanges(manifest.changes) })
  // Without the manifest, the next command discards the rest.
  removeTree(`${directory}/manifest.json`)
  removeTree(directory)
}

/** The place of a changed file in its upper layer. */
export const sourceOf =
  (directory: string, roots: readonly string[]) =>
  (path: string): string => {
    const root = roots.filter(one => isWithin(path, one)).sort((a, b) => b.length - a.length)[0] ?? ''
    return `${directory}/${roots.indexOf(root)}/upper${path.slice(root.length)}`
  }

/** Commits and undos wait for each other. */
export async function locked<T>(base: string, work: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  const lock = openLock({ directory: base, name: 'commit', clock: systemClock, newId: randomId, disk: realDisk })
  const taken = await lock.acquire()
  if (!taken.ok) return fail('conflict', 'another Sallyport commits or undoes changes right now; try again')
  try {
    return await work()
  } catch (error) {
    return fail('conflict', error instanceof Error ? error.message : 'the commit failed')
  } finally {
    taken.value()
  }
}

const copyMode = (from: string, to: string): void => chmodSync(to, lstatSync(from).mode & 0o7777)
