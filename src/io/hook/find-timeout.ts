import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where systems and package managers put it; elsewhere somebody else could have. */
const places = [
  '/usr/bin/timeout',
  '/bin/timeout',
  '/opt/homebrew/bin/timeout',
  '/opt/homebrew/bin/gtimeout',
  '/usr/local/bin/gtimeout',
]

let known: string | null | undefined

/** GNU's `timeout`, which ends a program that cannot end itself; null where there is none. */
export function findTimeout(): string | null {
  known ??= places.find(path => existsSync(path) && isGnu(path)) ?? null
  return known
}

const isGnu = (path: string): boolean =>
  spawnSync(path, [...timeoutOptions(5), 'true'], { stdio: 'ignore' }).status === 0

/** In the foreground, so that whoever ends the client's own processes ends the hook too. */
export const timeoutOptions = (seconds: number): readonly string[] => ['--foreground', '-s', 'KILL', String(seconds)]
