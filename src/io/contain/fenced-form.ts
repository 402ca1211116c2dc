import { existsSync, readFileSync } from 'node:fs'
import { isTicketName } from './has-tickets.ts'

export const runnerPath = (tickets: string): string => `${tickets}/run`

/** The text that starts the runner. In every shell, nothing behind `exit` can reach back in front of it. */
export const fencedForm = (tickets: string, ticket: string, text: string): string =>
  `${shellWord(runnerPath(tickets))} ${ticket}; exit; ${text}`

/** Whether a text is the fenced form that belongs to a ticket which has not been used, with the call's own text behind it. */
export function isWaitingForm(tickets: string, text: string): boolean {
  const start = `${shellWord(runnerPath(tickets))} `
  const [, ticket = '', rest = ''] = /^([0-9a-f]{32}); exit; (.*)$/s.exec(text.slice(start.length)) ?? []
  if (!text.startsWith(start) || !isTicketName(ticket) || existsSync(`${tickets}/${ticket}/taken`)) return false
  try {
    return readFileSync(`${tickets}/${ticket}/plan`, 'utf8').includes(`\0-c\0${rest}\0`)
  } catch {
    return false
  }
}

/** A word as every shell reads it. */
export const shellWord = (word: string): string =>
  /^[\w/.+:@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** A call as a client runs it in the fence: `RUNNER TICKET; exit; ORIGINAL`. The runner takes the command from the ticket. */
export interface FencedText {
  /** The runner as a shell word. */
  readonly runner: string
  readonly ticket: string
  /** The command that the agent called. It is never run: the client's own rules and the person see it. */
  readonly original: string
}

const shape = /^('(?:[^']|'\\'')*'|[^\s'";&|<>()$`\\]+) ([0-9a-f]{8,64}); exit; /

/** Reads a text of exactly this shape, whatever its runner and ticket are; null for every other text. */
export function readFencedText(text: string): FencedText | null {
  const [prefix, runner, ticket] = shape.exec(text) ?? []
  return prefix === undefined || runner === undefined || ticket === undefined
    ? null
    : { runner, ticket, original: text.slice(prefix.length) }
}
