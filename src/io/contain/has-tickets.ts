import { readdirSync } from 'node:fs'

export const isTicketName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

/** Whether there are tickets. Most calls find none, and load nothing more. */
export const hasTickets = (tickets: string): boolean => hasEntries(tickets, isTicketName)

/** Whether a directory has such an entry. */
export function hasEntries(directory: string, isMeant: (name: string) => boolean = () => true): boolean {
  try {
    return readdirSync(directory).some(isMeant)
  } catch {
    return false
  }
}
