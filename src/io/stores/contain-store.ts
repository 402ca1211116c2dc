import * as v from 'valibot'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { isWithin, outermostPaths, parentOf } from '../../core/path.ts'
import { allowanceKinds } from '../../fence/profile.ts'
import type { Clock, ContainedRun, ContainMemory, FenceFailure, LeftBehind } from '../../gate/ports.ts'
import { filesChangedSince } from '../files/changed-files.ts'
import { readPrivate } from '../files/private-file.ts'
import { realDisk } from '../journal/journal-disk.ts'
import { isGone, ownerText, readOwner, thisOwner } from '../journal/lock-owner.ts'
import type { OwnPaths } from '../paths.ts'
import { randomId } from '../random.ts'
import { replaceLocked } from './replace-locked.ts'

const texts = v.pipe(v.array(v.string()), v.readonly())

const storedSchema = v.strictObject({
  version: v.literal(1),
  /** Runs that have not ended, with everything that they may write. `accepted`: a person accepted what they wrote before `since`. */
  running: v.pipe(
    v.array(
      v.strictObject({
        id: v.string(),
        roots: texts,
        since: v.optional(v.number()),
        owner: v.optional(v.string()),
        accepted: v.optional(v.boolean()),
      }),
    ),
    v.readonly(),
  ),
  marks: texts,
  failures: v.pipe(
    v.array(
      v.strictObject({
        workspace: v.string(),
        program: v.string(),
        verb: v.nullable(v.string()),
        blocked: v.pipe(
          v.array(
            v.strictObject({ opens: v.nullable(v.picklist(allowanceKinds)), what: v.string(), text: v.string() }),
          ),
          v.readonly(),
        ),
      }),
    ),
    v.readonly(),
  ),
})

type Stored = Readonly<v.InferOutput<typeof storedSchema>>

const empty: Stored = { version: 1, running: [], marks: [], failures: [] }

/** The memory of contained runs in `state/contained.json`, shared by all processes of this user. */
export interface ContainStore extends ContainMemory {
  /**
   * Forgets these marks, because a person has seen them and accepts the files. INVARIANT: what was written since stays marked,
   * and so does everything that a run may write which still goes on. Returns the marks that are left at or below them.
   */
  accept(shown: readonly string[]): Promise<Result<readonly string[]>>
  /** The marks below these directories. */
  marksIn(roots: readonly string[]): readonly string[]
  /** A run that another process began; null if it has ended. */
  resume(id: string): ContainedRun | null
}

export function openContainStore(paths: Pick<OwnPaths, 'contained' | 'journal'>, clock: Clock): ContainStore {
  /** Null if the file is damaged or not this user's own. */
  function stored(): Stored | null {
    const text = readPrivate(paths.contained, limits.containedBytes)
    if (text === null) return realDisk.look(paths.contained) === null ? empty : null
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), storedSchema), text)
    return parsed.success ? parsed.output : null
  }

  /** INVARIANT: a memory that cannot be read marks everything, so that project code is not run as if nothing had been written. */
  function recall(): LeftBehind {
    const known = stored()
    return known === null ? { marks: ['/'], failures: [] } : { marks: marksOf(known), failures: known.failures }
  }

  const change = (update: (before: Stored) => Stored) =>
    replaceLocked({ path: paths.contained, journal: paths.journal, clock }, () => {
      const before = stored()
      return before === null
        ? fail(
            'config_error',
            `\`${paths.contained}\` is damaged, or other users can access it; check the file and remove it`,
          )
        : ok(`${JSON.stringify(update(before))}\n`)
    })

  const runOf = ({ id, roots, since = 0 }: Stored['running'][number]): ContainedRun => ({
    id,
    end: wrote => {
      const marks =
        wrote ?? filesChangedSince(outermostPaths(roots), { since: since - clockStepMs, most: limits.containedLook })
      return change(before => ({
        ...before,
        running: before.running.filter(run => run.id !== id),
        marks: bounded([...before.marks, ...marks]),
      }))
    },
  })

  return {
    recall,
    begin: async plan => {
      const id = randomId()
      const roots = plan.mounts.flatMap(({ path, how }) => (how === 'write' ? [path] : []))
      const owner = ownerText(thisOwner(id))
      const begun = { id, roots: outermostPaths(roots), since: clock.now().getTime(), owner }
      const changed = await change(before => withRun(before, begun))
      return changed.ok ? ok(runOf(begun)) : changed
    },
    resume: id => {
      const begun = stored()?.running.find(run => run.id === id)
      return begun === undefined ? null : runOf(begun)
    },
    failed: failure =>
      change(before => ({
        ...before,
        failures: [...before.failures.filter(one => !isSameTry(one, failure)), shortened(failure)].slice(
          -limits.containedFailures,
        ),
      })),
    mark: paths => change(before => ({ ...before, marks: bounded([...before.marks, ...paths]) })),
    marksIn: roots => recall().marks.filter(mark => concerns(mark, roots)),
    accept: async shown => {
      const seen = new Set(shown)
      const now = clock.now().getTime()
      const changed = await change(before => ({
        ...before,
        running: before.running.map(run =>
          run.roots.every(root => seen.has(root)) && !mayGoOn(run, now) ? { ...run, accepted: true, since: now } : run,
        ),
        marks: before.marks.filter(mark => !seen.has(mark)),
      }))
      return changed.ok ? ok(recall().marks.filter(mark => shown.some(one => isWithin(mark, one)))) : changed
    },
  }
}

/** The clock of a file system may lag behind by a tick. */
const clockStepMs = 50

const marksOf = ({ running, marks }: Stored): readonly string[] => [
  ...new Set([...running.flatMap(({ roots, accepted }) => (accepted === true ? [] : outermostPaths(roots))), ...marks]),
]

type Begun = Stored['running'][number]

/** The memory with one more run. If there are too many, the oldest were killed: everything that they could write is marked. */
function withRun({ running, ...before }: Stored, begun: Begun): Stored {
  const all = [...running, begun]
  const old = all.slice(0, -limits.containedRuns).filter(({ accepted }) => accepted !== true)
  return {
    ...before,
    running: all.slice(-limits.containedRuns),
    marks: old.length === 0 ? before.marks : bounded([...before.marks, ...old.flatMap(({ roots }) => roots)]),
  }
}

/** Whether a run may still go on: its Sallyport lives, or it began so recently that a client may be running it. */
function mayGoOn({ owner, since = 0 }: Begun, now: number): boolean {
  const known = owner === undefined ? null : readOwner(owner)
  return (known !== null && !isGone(known)) || now - since < limits.containedRecentMs
}

/** A failure in few words: a program can make a path very long. */
const shortened = (failure: FenceFailure): FenceFailure => ({
  ...failure,
  blocked: failure.blocked.map(({ opens, what, text }) =>
    what.length > mostChars
      ? { opens: null, what: what.slice(0, mostChars), text: text.slice(0, mostChars) }
      : { opens, what, text: text.slice(0, mostChars) },
  ),
})

const mostChars = 1_000

const concerns = (mark: string, roots: readonly string[]): boolean =>
  roots.some(root => isWithin(mark, root) || isWithin(root, mark))

const isSameTry = (a: Stored['failures'][number], b: Stored['failures'][number]): boolean =>
  a.workspace === b.workspace && a.program === b.program && a.verb === b.verb

/**
 * Each path once, without what lies below another one. Too many of them become their directories, the deepest first, so that
 * a run with many files does not mark the directory above all projects.
 */
export function bounded(marks: readonly string[]): readonly string[] {
  let kept = [...new Set(marks)]
  while (kept.length > limits.containedMarks || charsOf(kept) > limits.containedBytes / 4) {
    const deepest = kept.reduce((most, mark) => Math.max(most, depthOf(mark)), 0)
    kept = [...new Set(kept.map(mark => (depthOf(mark) === deepest ? parentOf(mark) : mark)))]
  }
  const all = new Set(kept)
  return kept.filter(mark => {
    for (let above = parentOf(mark); above !== mark; above = parentOf(above)) {
      if (all.has(above)) return false
      if (above === '/') break
    }
    return true
  })
}

const depthOf = (path: string): number => path.split('/').length

/** Bytes that the paths take in the file, at most: a character is up to six. */
const charsOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + Buffer.byteLength(path) + 3, 0)
