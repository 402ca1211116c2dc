import type { Ports } from '../../gate/ports.ts'
import { fencedForm } from '../../io/contain/fenced-form.ts'
import { dropHanded, type EndedCall, handedIn } from '../../io/contain/handed-calls.ts'
import { explainEnded, explainedBytes } from '../../io/fence/explain-run.ts'
import { ownPaths } from '../../io/paths.ts'
import { openFenceSessions } from '../../io/stores/fence-sessions.ts'
import type { Environment, RanCommand } from '../hooks/client.ts'
import { afterContained, type ContainedCall } from './after-contained.ts'

interface AfterPlace {
  readonly env: Environment
  readonly ports: Pick<Ports, 'contained' | 'journal' | 'clock'>
}

/** Returns a text for the model about a command that its client has run; null if Sallyport did not contain it. */
export async function afterCommand(ran: RanCommand, { env, ports }: AfterPlace): Promise<string | null> {
  const { contained: memory, journal, clock } = ports
  if (memory === undefined) return null
  return afterContained(ran, {
    ...{ memory, journal, now: clock.now, sessions: openFenceSessions(ownPaths(env)) },
    handed: session => handedIn(env, session).map(call => asContained(call, env, clock.now().getTime())),
    explain: (call, { printed }) => explained(call, { printed, env }),
    settled: ({ ticket }) => dropHanded(env, ticket),
  })
}

interface HandedTicket extends ContainedCall, Pick<EndedCall, 'ticket' | 'plan' | 'effects' | 'cwd' | 'home'> {}

const asContained = (call: EndedCall, env: Environment, now: number): HandedTicket => ({
  ...call,
  text: fencedForm(ownPaths(env).tickets, call.ticket, call.original),
  isExpired: now > call.expires,
})

const explained = (
  { plan, original, cwd, home, effects, exitCode }: HandedTicket,
  { printed, env }: { readonly printed: string; readonly env: Environment },
) =>
  explainEnded({
    ...{ plan, argv: [original], cwd, home, effects, exitCode: exitCode ?? 0 },
    // Nothing but the run itself was watched.
    ...{ reached: null, near: [], refused: [], triedOtherHosts: null },
    env: Object.keys(env),
    stderr: printed.trim() === '' ? null : printed.slice(-explainedBytes),
  })
