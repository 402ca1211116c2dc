import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { markVariable } from './process-tree.ts'

let own: string | null = null

/**
 * A mark for the processes of commands without the fence. With the first one starts a small shell that waits for the end of this
 * process and then kills every process with such a mark, so that none survives, even if this process is killed. In the fence the
 * kernel does the same.
 */
export function watchedMark(): string {
  own ??= startWatchdog()
  count += 1
  return `${own}-${count}-`
}

let count = 0

function startWatchdog(): string {
  const mark = randomBytes(12).toString('hex')
  const dog = spawn('/bin/sh', ['-c', script, 'sh', `${markVariable}=${mark}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A session of its own: signals for this process's group, such as Ctrl-C, are not for it.
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  })
  dog.on('error', () => {})
  dog.stdin.on('error', () => {})
  dog.unref()
  if ('unref' in dog.stdin && typeof dog.stdin.unref === 'function') dog.stdin.unref()
  return mark
}

/** `read` returns when the pipe closes, that is when the process that holds its other end is gone. */
const script = `read -r _
for round in 1 2 3 4 5 6 7 8 9; do
  found=$(grep -lasF -- "$1" /proc/[0-9]*/environ)
  test -n "$found" || exit 0
  for file in $found; do
    pid=\${file#/proc/}
    kill -9 "\${pid%/environ}"
  done
done`
