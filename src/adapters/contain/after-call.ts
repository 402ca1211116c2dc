import type { RanCommand } from '../hooks/client.ts'

/** A contained call that a hook handed to its client. */
export interface HandedCall {
  /** The client's id of the call; null if it sends none. */
  readonly call: string | null
  /** The fenced form that the client was given, and the command that the agent called. */
  readonly text: string
  readonly original: string
  /** Whether the runner has taken the ticket, so that the command started in its fence. */
  readonly isUsed: boolean
  /** How the command ended inside; null if it has not. */
  readonly exitCode: number | null
}

/**
 * The end of a contained call. `fenced`: it ran in its fence, or still does. `unstarted`: the client ran the fenced form, but
 * the runner refused it, so that nothing ran. `replaced`: the client ran another text, without the fence.
 */
export type Transport<H> = { readonly kind: 'fenced' | 'unstarted' | 'replaced'; readonly handed: H }

/** The exit code with which the runner refuses. */
const refused = 126

/**
 * Finds the contained call that a result is about; null if the result is about another call. A client that sends no ids
 * is believed by the text: it names our form, or the command of a ticket that was never used.
 */
export function transportOf<H extends HandedCall>(ran: RanCommand, handed: readonly H[]): Transport<H> | null {
  const given = handed.find(one => one.text === ran.text && (ran.call === null || one.call === ran.call))
  if (given !== undefined) {
    // A shell that cannot start the runner ends with an error. Without one, the client itself refused the command.
    if (!given.isUsed && ran.exitCode === 0) return null
    const isRefused = given.exitCode === null && ran.exitCode === refused
    return { kind: given.isUsed && !isRefused ? 'fenced' : 'unstarted', handed: given }
  }
  const other = handed.find(one => (ran.call === null ? isRewritten(ran, one) : one.call === ran.call))
  return other === undefined ? null : { kind: 'replaced', handed: other }
}

const isRewritten = ({ text }: RanCommand, { original, isUsed }: HandedCall): boolean =>
  !isUsed && text.includes(original)
