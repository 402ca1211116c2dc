import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { marker } from './generate-hidden.ts'
import { sealed } from './sandbox.ts'

/** Programs that scripts may start; `busybox` brings its own. */
const real = [
  'bash',
  'dash',
  'busybox',
  'sh',
  'env',
  'timeout',
  'xargs',
  'find',
  'cat',
  'ls',
  'touch',
  'tee',
  'tr',
  'sleep',
]
const languages = ['awk', 'perl', 'python3', 'script', 'diff', 'rm', 'mkdir']

/**
 * Runs every script in its own copy of bash, with fresh files where the one before changed them. The log of a script gets a
 * letter for each start of the marker and for a file outside the workspace. A copy is a fork, which takes a tenth of the time
 * of a new bash. The guard ends a script that is still running after two looks.
 */
const driver = `
exec </dev/null >/dev/null 2>&1
fresh() {
  cd /; rm -rf /home/dev; mkdir -p /home/dev/project/src; cd /home/dev/project
  echo text > a.txt; echo text > src/b.ts
}
: > /tmp/running
{ before=; while sleep 3; do
    read -r script process < /tmp/running
    [ "$script" != "$before" ] || kill -KILL "$process"
    before=$script
  done; } &
guard=$!
shopt -s nullglob dotglob
fresh
for s in /tmp/oracle/in/*; do
  IFS= read -rd '' code < "$s"
  export ORACLE_LOG=/tmp/oracle/out/\${s##*/}
  set --
  ( shopt -u nullglob dotglob; unset -f fresh; unset guard s; eval "$code" ) &
  process=$!
  echo "$s $process" > /tmp/running
  wait "$process"
  set -- /home/dev/*
  [ "$*" = /home/dev/project ] || printf w >> "$ORACLE_LOG"
  set -- "$@" /home/dev/project/* /home/dev/project/src/*
  [ "$*" = '/home/dev/project /home/dev/project/a.txt /home/dev/project/src /home/dev/project/src/b.ts' ] || fresh
done
kill -KILL "$guard"
`

export interface Marked {
  readonly script: string
  /** The script started the marker, or wrote outside the workspace. */
  readonly did: 'started' | 'wrote'
}

/** Runs scripts in real bash, where `sh` is a given shell; returns those that started the marker or wrote outside. */
export function markedBy(scripts: readonly string[], sh: string): readonly Marked[] {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-oracle-'))
  try {
    for (const directory of ['in', 'out', 'bin']) mkdirSync(join(root, directory))
    for (const [i, script] of scripts.entries()) writeFileSync(join(root, 'in', name(i)), script)
    writeFileSync(join(root, 'bin', marker), '#!/tmp/oracle/bin/bash\nprintf s >> "$ORACLE_LOG"\n', { mode: 0o755 })
    for (const program of [...real, ...languages]) {
      const path = program === 'sh' ? sh : pathOf(program)
      if (path !== null) symlinkSync(path, join(root, 'bin', program))
    }
    execFileSync(
      'bwrap',
      [
        ...sealed,
        ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--ro-bind', sh, realpathSync('/bin/sh')],
        ...['--tmpfs', '/tmp', '--tmpfs', '/home', '--tmpfs', '/root', '--ro-bind', root, '/tmp/oracle'],
        ...['--bind', join(root, 'out'), '/tmp/oracle/out', '--setenv', 'PATH', '/tmp/oracle/bin'],
        ...['/bin/bash', '-c', driver],
      ],
      { stdio: 'ignore', timeout: 900_000 },
    )
    return readdirSync(join(root, 'out')).map(file => ({
      script: scripts[Number(file)] ?? '',
      did: readFileSync(join(root, 'out', file), 'utf8').includes('s') ? 'started' : 'wrote',
    }))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const name = (index: number): string => String(index).padStart(6, '0')

/** The path of a program, without links. */
export function pathOf(program: string): string | null {
  const path = ['/bin', '/usr/bin'].map(directory => join(directory, program)).find(existsSync)
  return path === undefined ? null : realpathSync(path)
}
