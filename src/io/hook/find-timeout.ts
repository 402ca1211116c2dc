import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Paths where systems and package managers install it; anyone could have put a program at another path. */
const places = [
  '/usr/bin/timeout',
  '/bin/timeout',
  '/opt/homebrew/bin/timeout',
  '/opt/homebrew/bin/gtimeout',
  '/usr/local/bin/gtimeout',
]

let known: string | null | undefined

/** The path of GNU `timeout`, which ends a program that hangs; null if it is not installed. */
export function findTimeout(): string | null {
  known ??= places.find(path => existsSync(path) && isGnu(path)) ?? null
  return known
}

const isGnu = (path: string): boolean =>
  spawnSync(path, [...timeoutOptions(5), 'true'], { stdio: 'ignore' }).status === 0

/** In the foreground, so that a signal to the client's process group ends the hook too. */
export const timeoutOptions = (seconds: number): readonly string[] => ['--foreground', '-s', 'KILL', String(seconds)]
