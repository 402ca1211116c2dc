import { spawn } from 'node:child_process'
import { holdDirectory } from '../files/held-directory.ts'

export interface RipgrepCall {
  readonly program: string
  /** The directory to search from, without links. */
  readonly directory: string
  readonly args: readonly string[]
  readonly signal: AbortSignal
  /** Gets each record of the output. Returns false to stop the search. */
  readonly onRecord: (record: string) => boolean
  /** The character after each record. */
  readonly separator: '\n' | '\0'
}

/** How a search ended; `error` is ripgrep's own message about a pattern or a file. */
export interface RipgrepEnd {
  readonly isStopped: boolean
  readonly error: string | null
}

const maxError = 2_000

/** Runs ripgrep without configuration files and environment. Rejects only if the search is cancelled or cannot start. */
export function runRipgrep(call: RipgrepCall): Promise<RipgrepEnd> {
  const held = holdDirectory(call.directory)
  return new Promise<RipgrepEnd>((resolve, reject) => {
    // The child starts in the open directory itself, so a link that replaces its path has no influence.
    const cwd = process.platform === 'linux' ? `/proc/self/fd/${held.fd}` : call.directory
    const child = spawn(call.program, ['--no-config', ...call.args], {
      cwd,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: call.signal,
    })
    const pending: Buffer[] = []
    let error = ''
    let isStopped = false
    const stop = () => {
      isStopped = true
      child.kill('SIGKILL')
    }
    const separator = call.separator.charCodeAt(0)
    const take = (record: Buffer) => {
      if (isStopped || record.length === 0) return
      if (!call.onRecord(record.toString('utf8'))) stop()
    }
    child.stdout.on('data', (chunk: Buffer) => {
      let start = 0
      for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, start)) {
        take(Buffer.concat([...pending.splice(0), chunk.subarray(start, at)]))
        start = at + 1
      }
      pending.push(chunk.subarray(start))
      // A record that fills the memory cannot be a line of text.
      if (pending.reduce((sum, { length }) => sum + length, 0) > maxRecord) stop()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (error.length < maxError) error += chunk.toString('utf8')
    })
    child.on('error', reject)
    child.on('close', code => {
      take(Buffer.concat(pending))
      resolve({ isStopped, error: isStopped || code === 0 || code === 1 ? null : error.trim().slice(0, maxError) })
    })
  }).finally(() => held.close())
}

const maxRecord = 16_000_000
