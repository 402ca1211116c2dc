import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealed } from './sandbox.ts'

/** A program that bash started, with its arguments. */
export interface Start {
  readonly program: string
  readonly args: readonly string[]
}

/** Programs that really run, because they start others, or because the analysis predicts their output. */
const real = ['bash', 'sh', 'env', 'nice', 'timeout', 'xargs', 'find', 'cat', 'wc', 'sleep', 'tr', 'cut', 'sed']

/** Logs its name, the number of its arguments and the arguments, each ended by a NUL, in one write, so that lines do not mix. */
const stub = `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" $# "$@" >> "$ORACLE_LOG"\n`

const driver =
  'for s in /tmp/oracle/in/*; do n=${s##*/}; export ORACLE_LOG=/tmp/oracle/out/$n; timeout 5 bash --norc --noprofile "$s" </dev/null >/dev/null 2>&1; done; true'

/** Runs scripts in real bash with stubs for programs; returns the programs that each script started. */
export function startedBy(scripts: readonly string[], programs: readonly string[]): readonly (readonly Start[])[] {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-oracle-'))
  try {
    layOut(root, scripts, programs)
    execFileSync(
      'bwrap',
      [
        ...sealed,
        ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
        ...['--tmpfs', '/tmp', '--tmpfs', '/home', '--tmpfs', '/root', '--bind', root, '/tmp/oracle'],
        ...['--dir', '/home/dev/project/src', '--chdir', '/home/dev/project'],
        ...['--setenv', 'PATH', '/tmp/oracle/stub:/tmp/oracle/real', '/bin/bash', '-c', driver],
      ],
      { stdio: 'ignore', timeout: 600_000 },
    )
    return scripts.map((_, i) => readLog(join(root, 'out', name(i))))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const name = (index: number): string => String(index).padStart(6, '0')

function layOut(root: string, scripts: readonly string[], programs: readonly string[]): void {
  for (const directory of ['in', 'out', 'stub', 'real']) mkdirSync(join(root, directory))
  for (const [i, script] of scripts.entries()) writeFileSync(join(root, 'in', name(i)), script)
  const first = join(root, 'stub', '.stub')
  writeFileSync(first, stub)
  chmodSync(first, 0o755)
  for (const program of programs) linkSync(first, join(root, 'stub', program))
  for (const program of real) {
    const path = ['/bin', '/usr/bin'].map(directory => join(directory, program)).find(existsSync)
    if (path !== undefined) symlinkSync(path, join(root, 'real', program))
  }
}

function readLog(path: string): readonly Start[] {
  if (!existsSync(path)) return []
  const fields = readFileSync(path, 'utf8').split('\0').slice(0, -1)
  const starts: Start[] = []
  for (let at = 0; at < fields.length; ) {
    const count = Number(fields[at + 1])
    starts.push({ program: fields[at] ?? '', args: fields.slice(at + 2, at + 2 + count) })
    at += 2 + count
  }
  return starts
}
