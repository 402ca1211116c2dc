import { execFileSync } from 'node:child_process'

/**
 * What git prints; null if it fails or takes too long. It runs nothing that a repository could make it run.
 *
 * INVARIANT: however often it is asked and whatever it stumbles over (a named pipe in the place of `.gitignore`), a call waits for it
 * no longer than a client waits for its hook. What it does not answer counts against the call.
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
  // An object that is missing is not fetched: the remote that is asked for it may be a program of the repository's own.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  HOME: '/nonexistent',
}

const longestMs = 2_000
/** In each window git is given so much of the time; a hook's whole life is one window. */
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
