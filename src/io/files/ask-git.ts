import { execFileSync } from 'node:child_process'

/**
 * The output of a git command; null if it fails or takes too long. Git runs no program that a repository's settings name.
 *
 * INVARIANT: however many git commands a call needs, and even if git hangs (on a named pipe instead of `.gitignore`), the call
 * waits no longer than a client waits for its hook. A missing answer counts against the call.
 */
export function askGit(directory: string, args: readonly string[]): string | null {
  const left = timeLeft()
  if (left <= 0) return null
  const start = Date.now()
  try {
    return execFileSync('git', ['-C', directory, ...harmless, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: Math.min(left, longestMs),
      killSignal: 'SIGKILL',
      env,
    })
  } catch {
    return null
  } finally {
    spentMs += Date.now() - start
  }
}

const harmless = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'].flatMap(one => [
  '-c',
  one,
])

const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  // Never fetch a missing object: the remote may be a program that the repository names.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  HOME: '/nonexistent',
}

const longestMs = 2_000
/** Git may use this much time in each window; a hook ends within one window. */
const windowMs = 60_000
const budgetMs = 5_000

let windowStart = 0
let spentMs = 0

function timeLeft(): number {
  const now = Date.now()
  if (now < windowStart || now - windowStart > windowMs) {
    windowStart = now
    spentMs = 0
  }
  return budgetMs - spentMs
}
