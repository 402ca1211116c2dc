// Installs system programs with apt-get, if this is root on Debian.
import { spawnSync } from 'node:child_process'

export const hasProgram = program => spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

/** Returns those that are still missing afterwards, each as `{ program, package }`. */
export function installPrograms(needed) {
  const missing = needed.filter(({ program }) => !hasProgram(program))
  if (missing.length === 0 || process.getuid?.() !== 0 || !hasProgram('apt-get')) return missing
  const run = (...args) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  if (run('update')) run('install', '-y', '--no-install-recommends', ...missing.map(one => one.package))
  return missing.filter(({ program }) => !hasProgram(program))
}

export const howToInstall = missing =>
  `missing: ${missing.map(one => one.program).join(', ')}. Install them first, for example: sudo apt-get install ${missing.map(one => one.package).join(' ')}`
