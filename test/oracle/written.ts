import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealed } from './sandbox.ts'
import { layOut, snapshot, workspace } from './world.ts'

export interface Written {
  /** Paths outside the workspace that were created, deleted or changed. */
  readonly changed: readonly string[]
  /** The changed paths that are new. */
  readonly created: ReadonlySet<string>
}

/** Runs each script in real bash with the real file tools, on fresh files; returns what it changed outside the workspace. */
export function writtenBy(scripts: readonly string[]): readonly Written[] {
  // Files are created again after every script that changes them, in memory if possible.
  const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sallyport-oracle-'))
  let made = 0
  let root = ''
  let before: ReadonlyMap<string, string> = new Map()
  const renew = (): void => {
    if (root !== '') rmSync(root, { recursive: true, force: true })
    root = mkdtempSync(join(base, `${made++}-`))
    layOut(root)
    before = snapshot(root)
  }
  try {
    renew()
    return scripts.map(script => {
      run(root, script)
      const after = snapshot(root)
      const isChanged = [...before, ...after].some(([path]) => before.get(path) !== after.get(path))
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        path => before.get(path) !== after.get(path) && path !== workspace && !path.startsWith(`${workspace}/`),
      )
      const created = new Set(changed.filter(path => !before.has(path)))
      if (isChanged) renew()
      return { changed, created }
    })
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

function run(root: string, script: string): void {
  spawnSync(
    'bwrap',
    [
      ...sealed,
      ...[
        '--bind',
        root,
        '/',
        '--ro-bind',
        '/usr',
        '/usr',
        '--ro-bind-try',
        '/etc/alternatives',
        '/etc/alternatives',
        '--dev',
        '/dev',
        '--proc',
        '/proc',
      ],
      ...['--setenv', 'PATH', '/usr/bin', '--chdir', workspace, '/usr/bin/bash', '--norc', '--noprofile', '-c', script],
    ],
    { stdio: 'ignore', timeout: 5_000, killSignal: 'SIGKILL' },
  )
}
