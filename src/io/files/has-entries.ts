import { readdirSync } from 'node:fs'

/** Whether a directory exists and has an entry with such a name. */
export function hasEntries(directory: string, isMeant: (name: string) => boolean = () => true): boolean {
  try {
    return readdirSync(directory).some(isMeant)
  } catch {
    return false
  }
}
