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
