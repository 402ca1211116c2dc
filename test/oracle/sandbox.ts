import { spawnSync } from 'node:child_process'

/** Sandbox options for every generated script: no network, no other processes, nothing left behind. */
export const sealed: readonly string[] = [
  '--unshare-all',
  '--die-with-parent',
  '--clearenv',
  '--setenv',
  'HOME',
  '/home/dev',
]

/** Why real bash cannot run in a sandbox here; null if it can. */
export function whyNoBash(): string | null {
  const why = probeFailure()
  if (why !== null) console.warn(`SKIPPED: tests that need a sandbox do not run here: ${why}`)
  return why
}

function probeFailure(): string | null {
  const probe = spawnSync('bwrap', [...sealed, '--ro-bind', '/', '/', '--dev', '/dev', '/bin/bash', '-c', 'true'])
  if (probe.error !== undefined) return 'bubblewrap is not installed'
  return probe.status === 0 ? null : `bubblewrap cannot create a sandbox here: ${probe.stderr.toString().trim()}`
}
