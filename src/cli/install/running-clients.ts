import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export interface RunningClient {
  readonly pid: string
  /** The whole command line. */
  readonly command: string
}

/** The running processes of a program that this user can see; none on systems without `/proc`. */
export function runningClients(program: string): readonly RunningClient[] {
  return processes().flatMap(pid => {
    const words = wordsOf(pid)
    // For a script, the interpreter comes first and the script second.
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
