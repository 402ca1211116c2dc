import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { callEvents } from '../../audit/call-events.ts'
import type { JournalEvent } from '../../audit/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { unlimited } from '../../fence/profile.ts'
import { withoutStrays } from '../../gate/contain/kept-scratch.ts'
import { judgeDiff } from '../../gate/judge-diff.ts'
import { recordedTrial } from '../../gate/run-call.ts'
import { type ReviewedTrial, runTrial, type TrialAnswer, type TrialOutcome } from '../../gate/run-trial.ts'
import { defaultCeiling } from '../../trial/undo-ceiling.ts'
import { systemClock } from '../clock.ts'
import { finishNote } from '../fence/quarantine.ts'
import { fileFacts } from '../files/file-facts.ts'
import { realDisk } from '../journal/journal-disk.ts'
import { openJournal } from '../journal/journal-file.ts'
import { openLock } from '../journal/lock.ts'
import { finishInterrupted } from '../overlay/recover.ts'
import { reopenTrial, trialPaths } from '../overlay/trials.ts'
import { ownPaths } from '../paths.ts'
import { loadPolicies } from '../policies/load-policies.ts'
import { randomId } from '../random.ts'
import { openContainStore } from '../stores/contain-store.ts'
import { readPause, underPause } from '../stores/pause.ts'
import { endHanded } from './handed-calls.ts'
import { isTicketName } from './has-tickets.ts'
import { readRecord, takenAt, ticketState, wasUsed } from './ticket.ts'
import { parseRecord, type TicketRecord } from './ticket-record.ts'

/** How a contained call was finished. */
export interface FinishedCall {
  readonly summary: string
  /** Null if it did not run in an overlay, or if it changed nothing. */
  readonly outcome: TrialOutcome | null
  /** Protected names that it created, and that were moved away. */
  readonly quarantined: readonly string[]
}

/** Finishes the call of a runner that asks for it: its command has ended, and the runner became this process. */
export const finishOwn = (name: string, env: NodeJS.ProcessEnv): Promise<Result<FinishedCall>> =>
  locked(env, () => finish(name, env, 'ended'))

/**
 * Finishes the tickets whose runner is gone, and drops those that expired. What was not committed by then is discarded: only
 * the end of its runner says that a command is complete.
 */
export async function finishEnded(env: NodeJS.ProcessEnv): Promise<Result<readonly FinishedCall[]>> {
  const { tickets } = ownPaths(env)
  const ended = () =>
    namesIn(tickets).filter(name => isTicketName(name) && ticketState(tickets, name, Date.now()) === 'over')
  if (ended().length === 0) return ok([])
  return locked(env, async () => {
    const done: FinishedCall[] = []
    for (const name of ended()) {
      const finished = await finish(name, env, wasUsed(tickets, name) ? 'gone' : 'unused')
      if (finished.ok) done.push(finished.value)
    }
    removeHalfMade(tickets)
    return ok(done)
  })
}

/** `ended`: its command ran to its end. `gone`: its runner was killed, or found nothing to do. `unused`: it never started. */
type Ending = 'ended' | 'gone' | 'unused'

async function finish(name: string, env: NodeJS.ProcessEnv, ending: Ending): Promise<Result<FinishedCall>> {
  const { tickets } = ownPaths(env)
  const text = readRecord(tickets, name)
  const record = text === null ? null : parseRecord(text)
  if (record === null) {
    // Its marks stay, because it is not known what it wrote.
    rmSync(`${tickets}/${name}`, { recursive: true, force: true })
    return fail('config_error', `the ticket \`${name}\` is damaged`)
  }
  const finished =
    record.trial === null
      ? finishDirect(`${tickets}/${name}`, record, env)
      : await finishOverlay({ name, env, ending, record, trial: record.trial })
  if (!finished.ok) return finished
  const { wrote, outcome, quarantined } = finished.value
  await recordOutcome(record, outcome, env)
  // INVARIANT: the marks of `begin` go only after everything that the run wrote is in place or gone.
  const ended = await openContainStore(ownPaths(env), systemClock)
    .resume(record.marks)
    ?.end(wrote ?? undefined)
  if (ended?.ok === false) return ended
  endHanded(env, name, ending !== 'unused')
  rmSync(`${tickets}/${name}`, { recursive: true, force: true })
  return ok({ summary: record.summary, outcome, quarantined })
}

interface Written {
  /** Null if only the file system knows it. */
  readonly wrote: readonly string[] | null
  readonly outcome: TrialOutcome | null
  readonly quarantined: readonly string[]
}

function finishDirect(directory: string, _record: TicketRecord, env: NodeJS.ProcessEnv): Result<Written> {
  const note = `${directory}/names.json`
  const quarantined = existsSync(note) ? finishNote(note, env).map(({ path }) => path) : []
  return ok({ wrote: null, outcome: null, quarantined })
}

interface Overlaid {
  readonly name: string
  readonly env: NodeJS.ProcessEnv
  readonly ending: Ending
  readonly record: TicketRecord
  readonly trial: NonNullable<TicketRecord['trial']>
}

async function finishOverlay({ name, env, ending, record, trial }: Overlaid): Promise<Result<Written>> {
  const nothing = { outcome: null, quarantined: [] }
  const directory = `${trialPaths(env).trials}/${trial.id}`
  // A commit that was interrupted is completed, or taken back, before anything else.
  if (existsSync(`${directory}/manifest.json`)) await finishInterrupted(env)
  if (!existsSync(directory)) return ok({ ...nothing, wrote: null })
  const startedAt = takenAt(ownPaths(env).tickets, name) ?? 0n
  const policies = await loadPolicies({ place: record.call.place, env })
  const ceiling = policies.ok ? policies.value.undo : defaultCeiling
  const opened = await reopenTrial(
    { ...trial, title: record.summary, call: record.record, startedAt, ceiling },
    { env },
  )
  if (!opened.ok) return opened
  if (ending !== 'ended') {
    const isEmpty = trial.roots.every((_, layer) => namesIn(`${directory}/${layer}/upper`).length === 0)
    opened.value.discard()
    return ok({ ...nothing, wrote: [], outcome: isEmpty ? null : interrupted(trial.id) })
  }
  if (!policies.ok) {
    opened.value.discard()
    return ok({ ...nothing, wrote: [], outcome: { ...interrupted(trial.id), because: policies.faults[0].message } })
  }
  const { call } = record
  const used = underPause(policies.value, readPause(ownPaths(env).pause, Date.now()))
  const { outcome, wrote, ended } = await runTrial(
    { ...noPlan, opened: trial.opened },
    {
      mode: 'contain',
      open: async () =>
        ok(withoutStrays({ ...opened.value, plan: noPlan }, { ...trial, workspace: call.place.workspace })),
      judge: (diff, ground) =>
        judgeDiff(diff, { call, policies: used, facts: fileFacts, ...ground, isApproved: false }),
      review: byPolicy,
    },
    async () => ({ ok: true as const, value: undefined }),
  )
  const failed = ended.ok ? null : { ...interrupted(trial.id), because: ended.reason }
  return ok({ ...nothing, wrote, outcome: outcome ?? failed })
}

/** The command has run already; only what it changed is left to judge. */
const noPlan = { argv: [], env: [], mounts: [], seccomp: null, network: [], limits: unlimited, guarded: [] }

/** No person can be asked here, because the client waits for its command to end. */
async function byPolicy({ diff, verdict }: ReviewedTrial): Promise<TrialAnswer> {
  if (diff.changes.length === 0) return { keeps: true, because: 'nothing changed' }
  if (verdict.decision === 'allow') return { keeps: true, because: 'the policy allows each change' }
  return { keeps: false, because: verdict.reasons[0]?.because ?? 'the policy' }
}

const interrupted = (id: string): TrialOutcome => ({
  ...{ id, mode: 'contain', summary: 'interrupted', changes: [], more: 0 },
  ...{ decision: 'deny', committed: false, canUndo: false, denials: [] },
  because: 'the run was interrupted before its changes were judged',
})

/** Records what became of the changes, under the id of the call. A record that fails changes nothing: the verdict is recorded. */
async function recordOutcome(
  { call, record }: TicketRecord,
  outcome: TrialOutcome | null,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (outcome === null) return
  const log = callEvents(call, { newId: () => record, clock: systemClock })
  const events: readonly JournalEvent[] = [log.trialEnded(recordedTrial(outcome))]
  const own = ownPaths(env)
  const place = { dir: own.journal, anchor: own.journalAnchor }
  const journal = await openJournal({ ...place, clock: systemClock, newId: randomId, once: true })
  if (!journal.ok) return
  await journal.value.append(events).catch(() => null)
  await journal.value.close()
}

/** Each ticket is finished by one process. */
async function locked<T>(env: NodeJS.ProcessEnv, work: () => Promise<Result<T>>): Promise<Result<T>> {
  const directory = ownPaths(env).tickets
  const lock = openLock({ directory, name: 'finish', clock: systemClock, newId: randomId, disk: realDisk })
  const taken = await lock.acquire()
  if (!taken.ok) return taken
  try {
    return await work()
  } catch (error) {
    return fail('conflict', error instanceof Error ? error.message : 'a contained call could not be finished')
  } finally {
    taken.value()
  }
}

const hourMs = 3_600_000

/** Tickets of a process that was killed while it wrote them. */
function removeHalfMade(tickets: string): void {
  for (const name of namesIn(tickets)) {
    const made = lstatSync(`${tickets}/${name}`, { throwIfNoEntry: false })?.ctimeMs ?? Date.now()
    if (/^new-|\.new$/.test(name) && Date.now() - made > hourMs)
      rmSync(`${tickets}/${name}`, { recursive: true, force: true })
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
