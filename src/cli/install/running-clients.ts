import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export interface RunningClient {
  readonly pid: string
  /** Its whole command line. */
  readonly command: string
}

/** The processes of a program that this user may look at; none where the system does not show them. */
export function runningClients(program: string): readonly RunningClient[] {
  return processes().flatMap(pid => {
    const words = wordsOf(pid)
    // A script's name comes after its interpreter's.
    const isProgram = words.slice(0, 2).some(word => basename(word) === program)
    return isProgram && pid !== String(process.pid) ? [{ pid, command: words.join(' ') }] : []
  })
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
