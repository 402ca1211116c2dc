import type { JournalEvent } from '../../audit/event.ts'
import type { Journal } from '../../audit/journal.ts'
import { timestamp } from '../../core/clock.ts'
import { denialText, type FenceDenial } from '../../fence/explain/denial.ts'
import type { ContainMemory } from '../../gate/contain/contain-memory.ts'
import { blockedBy, type Tried } from '../../gate/contain/failed-before.ts'
import type { FenceSessions } from '../../io/stores/fence-sessions.ts'
import type { RanCommand } from '../hooks/client.ts'
import { type HandedCall, transportOf } from './after-call.ts'
import { blockedWords, fenceIntroduction, replacedWords, unstartedWords } from './fence-words.ts'

/** A contained call with all that is needed when it has ended. */
export interface ContainedCall extends HandedCall {
  readonly client: string
  readonly tool: string
  /** The id under which the journal has the call. */
  readonly record: string
  readonly workspace: readonly string[]
  readonly tried: readonly Tried[]
  /** Whether its ticket is too old to be used. */
  readonly isExpired: boolean
}

export interface AfterPorts<C extends ContainedCall = ContainedCall> {
  /** The contained calls of a session that are still known. */
  readonly handed: (session: string) => readonly C[]
  readonly sessions: FenceSessions
  readonly memory: Pick<ContainMemory, 'failed'>
  readonly journal: Pick<Journal, 'append'>
  readonly now: () => Date
  /** Explains a failed command by the fence. */
  readonly explain: (call: C, ran: RanCommand) => readonly FenceDenial[]
  /** Forgets a call whose result has arrived. */
  readonly settled: (call: C) => void
}

/**
 * Looks at a shell command that has ended: whether it ran in the fence that it was given, and whether the fence was in its way.
 * Returns what the model should know; null if there is nothing to say.
 */
export async function afterContained<C extends ContainedCall>(
  ran: RanCommand,
  ports: AfterPorts<C>,
): Promise<string | null> {
  const transport = transportOf(ran, ports.handed(ran.session))
  if (transport === null) return null
  const { kind, handed } = transport
  ports.settled(handed)
  switch (kind) {
    case 'replaced':
      await lose(ran, handed, ports)
      return replacedWords
    case 'unstarted':
      // A ticket that grew old, for example while the client asked a person, says nothing about the next one.
      if (handed.isExpired) return null
      ports.sessions.lose({ ...lostBy(ran, handed, ports), why: 'the runner could not start the sandbox' })
      return unstartedWords
    case 'fenced':
      return withIntroduction(ran, await failureOf(ran, handed, ports), ports)
  }
}

/** INVARIANT: a contained call that ran without its fence is recorded, and no other call of its session is contained. */
async function lose<C extends ContainedCall>(ran: RanCommand, handed: C, ports: AfterPorts<C>): Promise<void> {
  const reason = 'another hook replaced a contained command, so that it ran without its fence'
  ports.sessions.lose({ ...lostBy(ran, handed, ports), why: reason })
  await ports.journal.append([
    { type: 'security_violation', ...ofCall(ran, handed, ports), reason: `${reason}: \`${ran.text}\``, risk: 'high' },
  ])
}

const lostBy = ({ session }: RanCommand, { client }: ContainedCall, { now }: Pick<AfterPorts, 'now'>) => ({
  session,
  client,
  at: now().getTime(),
})

/** Remembers and records what the fence kept from a command that failed. */
async function failureOf<C extends ContainedCall>(
  ran: RanCommand,
  handed: C,
  ports: AfterPorts<C>,
): Promise<string | null> {
  if (handed.exitCode === null || handed.exitCode === 0) return null
  const denials = ports.explain(handed, ran)
  if (denials.length === 0) return null
  const blocked = blockedBy(denials)
  const [workspace] = handed.workspace
  if (blocked.length > 0 && workspace !== undefined)
    for (const tried of handed.tried) await ports.memory.failed({ workspace, ...tried, blocked })
  const text = denials.map(denialText).join('; ')
  await ports.journal.append([{ type: 'fence_denied', ...ofCall(ran, handed, ports), denials, text }])
  return blockedWords(denials, { asksNext: blocked.length > 0 })
}

const ofCall = (
  { session, agents }: RanCommand,
  { record, call, tool }: ContainedCall,
  { now }: Pick<AfterPorts, 'now'>,
): Pick<
  Extract<JournalEvent, { type: 'fence_denied' }>,
  'session' | 'call' | 'clientCall' | 'agents' | 'tool' | 'at'
> => ({
  ...{ session, call: record, clientCall: call, agents, tool, at: timestamp(now()) },
})

/** A sub-agent does not know what the main agent was told. */
function withIntroduction(
  { session, agents }: RanCommand,
  failure: string | null,
  { sessions }: Pick<AfterPorts, 'sessions'>,
): string | null {
  const words = [...(sessions.tellsFirst([session, ...agents].join('\n')) ? [fenceIntroduction] : []), failure ?? []]
  return words.length === 0 ? null : words.flat().join('\n') || null
}
