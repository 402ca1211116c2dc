import { spawnSync } from 'node:child_process'

/** No network, no processes of others, nothing left behind: what every run of a generated script gets. */
export const sealed: readonly string[] = [
  '--unshare-all',
  '--die-with-parent',
  '--clearenv',
  '--setenv',
  'HOME',
  '/home/dev',
]

/** Why real bash cannot be asked here; null if it can. */
export function whyNoBash(): string | null {
  const probe = spawnSync('bwrap', [...sealed, '--ro-bind', '/', '/', '--dev', '/dev', '/bin/bash', '-c', 'true'])
  if (probe.error !== undefined) return 'bubblewrap is not installed'
  return probe.status === 0 ? null : `bubblewrap cannot make a sandbox here: ${probe.stderr.toString().trim()}`
}
