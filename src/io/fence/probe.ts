import { spawn } from 'node:child_process'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { BubblewrapPrograms } from '../../fence/bubblewrap.ts'
import { seccompBytes } from '../../fence/seccomp/filter.ts'
import { architectures } from '../../fence/seccomp/system-calls.ts'
import { findSystemProgram, programDirectories } from './find-programs.ts'

/** Messages of bubblewrap, why they appear, and how to fix it. The first that matches counts. */
const failures: readonly (readonly [message: RegExp, why: string, fix: string])[] = [
  [
    /setting up uid map: Permission denied|Failed RTM_NEWADDR|loopback/,
    'AppArmor does not let bubblewrap create a user namespace',
    'install the AppArmor profile for bubblewrap (`apt install apparmor-profiles`, then load `bwrap-userns-restrict`)',
  ],
  [
    /nesting depth|max_\w+_namespaces exceeded/,
    'this machine does not allow more namespaces',
    'raise `user.max_user_namespaces` with sysctl, or leave the sandbox around Sallyport',
  ],
  [
    /No permissions to create a? ?new namespace|Creating new namespace failed|setting up uid map/,
    'user namespaces are turned off, or a container forbids them',
    'set `kernel.unprivileged_userns_clone=1` with sysctl; in a container allow `unshare` in its seccomp profile',
  ],
  [
    /Can't mount proc/,
    'this container hides parts of /proc, so a sandbox cannot have its own',
    'start the container with `--security-opt systempaths=unconfined`',
  ],
  [
    /Failed to make \/ slave/,
    'this container does not allow changes of mounts',
    'start the container with mount permissions (`--cap-add SYS_ADMIN`)',
  ],
  [/unknown option|Unknown option/, 'this bubblewrap is too old', 'install bubblewrap 0.8 or newer'],
]

/** Starts `true` with the flags of a real plan. A fault says what is missing and how to fix it. */
export async function probeBubblewrap(
  workspace: readonly string[] = [],
  directories: readonly string[] = programDirectories,
): Promise<Result<BubblewrapPrograms>> {
  const bwrap = findSystemProgram('bwrap', workspace, directories)
  const prlimit = findSystemProgram('prlimit', workspace, directories)
  const taskset = findSystemProgram('taskset', workspace, directories)
  if (bwrap === null)
    return fail('sandbox_denied', 'bubblewrap is not installed; install it, for example with `apt install bubblewrap`')
  if (prlimit === null || taskset === null)
    return fail('sandbox_denied', '`prlimit` or `taskset` is missing; install util-linux')
  const architecture = architectures.find(one => one === process.arch)
  if (architecture === undefined)
    return fail('sandbox_denied', `the fence does not know the processor \`${process.arch}\``)
  const filter = seccompBytes({
    architecture,
    unixSockets: false,
    choosesProcessors: true,
    isRoot: process.geteuid?.() === 0,
  })
  const { status, stderr } = await tryOut(bwrap, filter)
  if (status === 0) return ok({ bwrap, prlimit, taskset })
  const [, why, fix] = failures.find(([message]) => message.test(stderr)) ?? []
  const line = stderr.trim().split('\n').at(-1) ?? ''
  return why === undefined
    ? fail('sandbox_denied', `bubblewrap cannot make a sandbox here: ${line === '' ? 'no message' : line}`)
    : fail('sandbox_denied', `${why} (${line}); ${fix}`)
}

const flags = [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--unshare-net'],
  ...['--die-with-parent', '--cap-drop', 'ALL', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--ro-bind', '/proc/sys', '/proc/sys', '--tmpfs', '/tmp', '--perms', '0000', '--tmpfs', '/run'],
  ...['--remount-ro', '/run', '--seccomp', '3', '--json-status-fd', '4', '--', 'true'],
]

function tryOut(bwrap: string, filter: Uint8Array): Promise<{ readonly status: number; readonly stderr: string }> {
  return new Promise(resolve => {
    const child = spawn(bwrap, flags, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin' },
      // Its own process group: a sandbox that fails half-way can leave a process behind, which is killed with the group.
      detached: true,
    })
    const kill = () => killGroup(child.pid)
    const timer = setTimeout(kill, 8_000)
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-4_096)
    })
    const pipe = child.stdio[3]
    if (pipe !== null && pipe !== undefined && 'end' in pipe) {
      pipe.on('error', () => {})
      pipe.end(filter)
    }
    const end = (status: number, message: () => string) => {
      clearTimeout(timer)
      kill()
      // The message may arrive after the exit.
      setImmediate(() => resolve({ status, stderr: message() }))
    }
    child.once('error', error => end(-1, () => error.message))
    child.once('exit', code => end(code ?? -1, () => stderr))
  })
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}
