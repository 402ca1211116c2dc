import { readdirSync } from 'node:fs'

export const isTicketName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

/** Whether there are tickets. Most calls find none, and load nothing more. */
export function hasTickets(tickets: string): boolean {
  try {
    return readdirSync(tickets).some(isTicketName)
  } catch {
    return false
  }
}
