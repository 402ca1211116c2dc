import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApprovalDecided } from '../../src/audit/event.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { createGate } from '../../src/gate/gate.ts'
import { systemClock } from '../../src/io/clock.ts'
import { randomId } from '../../src/io/random.ts'
import { type NamedQuestion, openApprovals } from '../../src/io/stores/approval-store.ts'
import type { InboxEvent } from '../../src/server/inbox/inbox.ts'
import { openInbox } from '../../src/server/inbox/open-inbox.ts'
import { madeUpPlace, memoryFacts, memoryJournal } from '../../src/testing.ts'
import { newRandom } from '../oracle/random.ts'
import { bash, withPreset } from '../requirements/open-gate.ts'

export interface RaceOptions {
  /** How many approvals are raced for; each gets ten answers. */
  readonly approvals: number
  /** How many of them wait at once. */
  readonly together: number
  /** Answers from another process are made by it, not here. */
  readonly terminal?: (directory: string) => () => void
}

export interface RaceResult {
  readonly answers: number
  readonly outcomes: Readonly<Record<string, number>>
  /** What was not exactly one outcome, the same everywhere. */
  readonly faults: readonly string[]
}

const answersPerApproval = 10
const spreadMs = 40

/**
 * Races answers for approvals, from several channels at once: people at the inbox, a person at a terminal, the timeout, and the
 * client that disconnects. Then compares the verdict, the journal and the event stream of each approval.
 */
export async function raceApprovals({ approvals, together, terminal }: RaceOptions): Promise<RaceResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-race-'))
  const directory = join(folder, 'approvals')
  const policies = await withPreset('cautious')
  const clock = systemClock
  const journal = memoryJournal({ journal: 'race', at: clock.now().toISOString() })
  const ports = { clock, journal, newId: randomId }
  const inbox = openInbox({
    directory,
    ports,
    machine: 'race',
    home: '/home/dev',
    most: 2 * together,
    questionMs: 2 * spreadMs,
  })
  const overs: Extract<InboxEvent, { type: 'approval_over' }>[] = []
  inbox.events.on(event => void (event.type === 'approval_over' && overs.push(event)))
  const stopTerminal = terminal?.(directory)
  const files = openApprovals(directory, clock, { tidies: 'on_demand' })
  const known = new Map<string, NamedQuestion>()
  const raced: Raced[] = []
  let answers = 0

  async function race(seed: number): Promise<void> {
    const { below, chance } = newRandom(seed)
    const client = new AbortController()
    let id = ''
    const accepted: boolean[] = []
    const later = (act: () => void) => {
      answers += 1
      setTimeout(act, below(spreadMs))
    }
    const respond = (approved: boolean) =>
      void inbox
        .respond(id, JSON.stringify({ approved }), 'dev')
        .then(({ status }) => void (status === 200 && accepted.push(approved)))
    const gate = createGate({
      policies,
      place: { ...madeUpPlace, session: `s${seed}` },
      ports: {
        ...ports,
        facts: memoryFacts({}),
        runKey: new Uint8Array(32),
        approvers: [
          inbox.approver({
            asker: { client: 'race', proven: true, agents: [], cwd: '/', workspace: [], call: `c${seed}` },
            // The timeout is one of the answers.
            patienceMs: chance(0.5) ? 1 + below(spreadMs) : 4 * spreadMs,
            onWait: () => {},
          }),
        ],
      },
    })
    const stopListening = inbox.events.on(event => {
      if (event.type !== 'approval_required' || event.card.session !== `s${seed}` || !event.card.live) return
      id = event.approval_id
      // The timeout.
      answers += 1
      for (let n = 2; n < answersPerApproval - 1; n += 1) later(() => respond(chance(0.5)))
      later(() => answerFile(`s${seed}`, chance(0.5)))
      later(() => void (chance(0.5) && client.abort()))
    })
    gate.events.on(event => void (event.type === 'approval_decided' && inbox.decided(event)))
    const verdict = await gate.check(bash(`git push origin b${seed}`), { signal: client.signal })
    stopListening()
    raced.push({ id, verdict, accepted })
  }

  /** A person at a terminal answers; without another process, this one does what `sallyport approve` does. */
  function answerFile(session: string, approved: boolean): void {
    if (terminal !== undefined) return
    for (const id of files.ids()) {
      if (known.has(id)) continue
      const found = files.find(id)
      if (found !== null) known.set(id, found)
    }
    const question = [...known.values()].find(one => one.session === session)
    if (question !== undefined) files.answer(question, { decision: approved ? 'approved' : 'denied', by: 'terminal' })
  }

  for (let seed = 0; seed < approvals; seed += together)
    await Promise.all(Array.from({ length: Math.min(together, approvals - seed) }, (_, n) => race(seed + n + 1)))
  await new Promise(resolve => setTimeout(resolve, 2 * spreadMs))
  await inbox.close()
  stopTerminal?.()
  const decided = journal.events().filter((event): event is ApprovalDecided => event.type === 'approval_decided')
  rmSync(folder, { recursive: true, force: true })
  return compare(raced, { decided, overs, answers })
}

interface Raced {
  readonly id: string
  readonly verdict: Verdict
  /** The answers that the inbox accepted for the call that waited. */
  readonly accepted: readonly boolean[]
}

interface Seen {
  readonly decided: readonly ApprovalDecided[]
  readonly overs: readonly Extract<InboxEvent, { type: 'approval_over' }>[]
  readonly answers: number
}

function compare(raced: readonly Raced[], { decided, overs, answers }: Seen): RaceResult {
  const faults: string[] = []
  const outcomes: Record<string, number> = {}
  const recordsOf = groupBy(decided, one => one.approval)
  const endsOf = groupBy(overs, one => one.approval_id)
  for (const { id, verdict, accepted } of raced) {
    const records = recordsOf.get(id) ?? []
    const ends = endsOf.get(id) ?? []
    const outcome = ends[0]?.outcome ?? 'none'
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    const recorded = records.map(({ decision, reason }) =>
      decision === 'approved'
        ? 'approved'
        : reason === 'timeout'
          ? 'expired'
          : reason === 'cancelled'
            ? reason
            : 'denied',
    )
    const told =
      verdict.decision === 'allow' ? 'approved' : (verdictOutcomes.get(verdict.code ?? '') ?? `code ${verdict.code}`)
    const said = accepted.map(approved => (approved ? 'approved' : 'denied'))
    if (ends.length !== 1 || recorded.join() !== outcome || told !== outcome)
      faults.push(`${id}: verdict ${told}, journal ${recorded.join()}, events ${ends.map(end => end.outcome).join()}`)
    if (said.length > 1 || (said.length === 1 && said[0] !== outcome))
      faults.push(`${id}: ${outcome}, accepted ${said.join()}`)
  }
  return { answers, outcomes, faults }
}

const verdictOutcomes = new Map<string, string>([
  ['approval_timeout', 'expired'],
  ['cancelled', 'cancelled'],
  ['approval_denied', 'denied'],
])

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}
