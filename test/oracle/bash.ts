import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Programs that really run, because starting others is what they are for. */
const real = ['bash', 'sh', 'env', 'nice', 'timeout', 'xargs', 'find', 'cat', 'wc', 'sleep']

/** Why real bash cannot be asked here; null if it can. */
export function whyNoBash(): string | null {
  const probe = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--dev', '/dev', '/bin/bash', '-c', 'true'])
  if (probe.error !== undefined) return 'bubblewrap is not installed'
  return probe.status === 0 ? null : `bubblewrap cannot make a sandbox here: ${probe.stderr.toString().trim()}`
}

/** Runs scripts in real bash, without a network and with stubs for programs; tells which programs each one started. */
export function startedBy(scripts: readonly string[], programs: readonly string[]): readonly ReadonlySet<string>[] {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-oracle-'))
  try {
    layOut(root, scripts, programs)
    const driver =
      'for s in /tmp/oracle/in/*; do n=${s##*/}; export ORACLE_LOG=/tmp/oracle/out/$n; timeout 5 bash --norc --noprofile "$s" </dev/null >/dev/null 2>&1; done; true'
    execFileSync(
      'bwrap',
      [
        ...[
          '--unshare-all',
          '--die-with-parent',
          '--ro-bind',
          '/',
          '/',
          '--dev',
          '/dev',
          '--proc',
          '/proc',
          '--tmpfs',
          '/tmp',
          '--tmpfs',
          '/home',
          '--tmpfs',
          '/root',
        ],
        ...['--bind', root, '/tmp/oracle', '--dir', '/home/dev/project', '--chdir', '/home/dev/project'],
        ...[
          '--clearenv',
          '--setenv',
          'PATH',
          '/tmp/oracle/stub:/tmp/oracle/real',
          '--setenv',
          'HOME',
          '/home/dev',
          '/bin/bash',
          '-c',
          driver,
        ],
      ],
      { stdio: 'ignore', timeout: 600_000 },
    )
    return scripts.map((_, i) => {
      const log = join(root, 'out', name(i))
      return new Set(
        existsSync(log)
          ? readFileSync(log, 'utf8')
              .split('\n')
              .filter(line => line !== '')
          : [],
      )
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const name = (index: number): string => String(index).padStart(6, '0')

function layOut(root: string, scripts: readonly string[], programs: readonly string[]): void {
  for (const directory of ['in', 'out', 'stub', 'real']) mkdirSync(join(root, directory))
  for (const [i, script] of scripts.entries()) writeFileSync(join(root, 'in', name(i)), script)
  for (const program of programs) {
    const stub = join(root, 'stub', program)
    writeFileSync(stub, '#!/bin/sh\necho "${0##*/}" >> "$ORACLE_LOG"\n')
    chmodSync(stub, 0o755)
  }
  for (const program of real) {
    const path = ['/bin', '/usr/bin'].map(directory => join(directory, program)).find(existsSync)
    if (path !== undefined) symlinkSync(path, join(root, 'real', program))
  }
}
