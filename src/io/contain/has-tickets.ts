import { hasEntries } from '../files/has-entries.ts'

export const isTicketName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

/** Whether there are tickets. Most calls find none, and load nothing more. */
export const hasTickets = (tickets: string): boolean => hasEntries(tickets, isTicketName)
