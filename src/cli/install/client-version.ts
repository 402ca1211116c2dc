import { spawnSync } from 'node:child_process'

/** The version that a program prints; null if the program is missing or prints none. */
export function versionOf(program: string): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 ? (/\d+(\.\d+)+/.exec(stdout)?.[0] ?? null) : null
}

/** Compares by numbers: `2.1.1000` is newer than `2.1.295`. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map(text => text.split('.').map(Number))
  for (const [i, number] of (want ?? []).entries()) {
    const part = have?.[i] ?? 0
    if (part !== number) return part > number
  }
  return true
}
