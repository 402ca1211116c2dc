import { ok, type Result } from '../core/fault.ts'
import type { FencePlan } from './fence.ts'
import type { FenceGround } from './ground.ts'
import { guardedRoots, openedPaths, overlaidRoots, type PlannedMount, planMounts } from './mounts.ts'
import { type EffectiveProfile, effectiveProfile, type FenceProfile } from './profile.ts'
import { reachableHosts } from './reachable-hosts.ts'
import { seccompBytes } from './seccomp/filter.ts'
import { cacheVariables, passedVariables } from './variables.ts'

/** The programs that a bubblewrap plan starts, by absolute path. */
export interface BubblewrapPrograms {
  readonly bwrap: string
  /** Sets the limits of each process, from inside. */
  readonly prlimit: string
  /** Limits the processors, from outside. */
  readonly taskset: string
}

/** The descriptors that a bubblewrap plan reads and writes: the system call filter, and reports on the run. */
export const fenceDescriptors = { seccomp: 3, status: 4 } as const

/** The plan for a command in bubblewrap. */
export function bubblewrapPlan(
  profile: FenceProfile,
  ground: FenceGround,
  programs: BubblewrapPrograms,
): Result<FencePlan> {
  const effective = effectiveProfile(profile)
  const mounts = planMounts(effective, ground)
  if (!mounts.ok) return mounts
  const variables = cacheVariables(ground.caches)
  const added = { ...variables, TMPDIR: ground.temporary?.own ?? '/tmp', SALLYPORT_FENCE: profile.name }
  const filter = seccompBytes({
    architecture: ground.architecture,
    unixSockets: mayUseUnixSockets(effective, ground),
    isRoot: ground.isRoot,
    choosesProcessors: effective.limits.cpus === null || ground.grouped.includes('cpus'),
  })
  return ok({
    argv: [
      ...affinity(effective, ground, programs),
      programs.bwrap,
      ...namespaces(effective),
      ...['--cap-drop', 'ALL'],
      ...mounts.value.filter(({ path }) => path === '/').flatMap(mountWordsFor(effective)),
      ...['--dev', '/dev', ...sizedTmpfs(effective, '/dev/shm'), '--proc', '/proc'],
      ...processWords(ground),
      ...mounts.value.filter(({ path }) => path !== '/').flatMap(mountWordsFor(effective)),
      ...(effective.reads === 'programs only' ? ['--remount-ro', '/'] : []),
      ...Object.entries(added).flatMap(([name, value]) => ['--setenv', name, value]),
      ...['--chdir', ground.place.cwd],
      ...['--seccomp', `${fenceDescriptors.seccomp}`, '--json-status-fd', `${fenceDescriptors.status}`],
      '--',
      ...processLimits(effective, ground, programs),
    ],
    env: passedVariables(ground.env, effective.env).filter(name => !Object.hasOwn(added, name)),
    mounts: mounts.value.map(({ path, how, because }) => ({ path, how, because })),
    seccomp: base64(filter),
    ...reachableHosts(profile, ground),
    limits: effective.limits,
    grouped: ground.grouped.filter(limit => effective.limits[limit] !== null),
    guarded: effective.overlay === true ? [] : guardedRoots(profile, ground, mounts.value),
    ...(effective.overlay === true
      ? { overlay: overlaidRoots(mounts.value, ground), opened: openedPaths(mounts.value) }
      : {}),
  })
}

/** Namespaces by name: `--unshare-all` leaves out the user namespace for root in some versions. */
const namespaces = ({ network }: EffectiveProfile): readonly string[] => [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...(network === 'full' ? [] : ['--unshare-net']),
  '--die-with-parent',
]

/**
 * Unix sockets have no namespace if they have a path, and share the host's if the network is shared. `planMounts` hides
 * the sockets that are known. One that was renamed after its creation cannot be found, so none may be used then.
 */
const mayUseUnixSockets = (
  { name, network }: EffectiveProfile,
  { hasAbstractSockets, hasLostSockets }: FenceGround,
): boolean => name !== 'strict' && !hasLostSockets && !(network === 'full' && hasAbstractSockets)

const mountWordsFor =
  (profile: EffectiveProfile) =>
  ({ path, how, kind }: PlannedMount): readonly string[] => {
    if (how === 'read') return ['--ro-bind', path, path]
    if (how === 'write') return ['--bind', path, path]
    if (how === 'private') return sizedTmpfs(profile, path)
    // A directory without permissions, and a device on a mount without devices: both fail with EACCES.
    return kind === 'directory'
      ? ['--perms', '0000', '--tmpfs', path, '--remount-ro', path]
      : ['--ro-bind', '/dev/null', path]
  }

/** Files in such a directory take memory that belongs to no process, so it has the limit as its size. */
const sizedTmpfs = ({ limits: { memory } }: EffectiveProfile, path: string): readonly string[] => [
  ...(memory === null ? [] : ['--size', `${memory}`]),
  ...['--tmpfs', path],
]

/** Kernel settings are not namespaced: as root, a writable `/proc/sys` is a way to run code on the host. */
const processWords = ({ existing }: FenceGround): readonly string[] => [
  ...readOnlyProcess.filter(path => existing.has(path)).flatMap(path => ['--ro-bind', path, path]),
  ...hiddenProcess.filter(path => existing.has(path)).flatMap(path => ['--ro-bind', '/dev/null', path]),
]

export const readOnlyProcess = ['/proc/sys', '/proc/irq', '/proc/bus', '/proc/acpi', '/proc/fs']
export const hiddenProcess = [
  ...['/proc/sysrq-trigger', '/proc/kcore', '/proc/keys', '/proc/key-users', '/proc/timer_list', '/proc/kmsg'],
  ...['/proc/sched_debug', '/proc/latency_stats'],
]

const affinity = (
  { limits: { cpus } }: EffectiveProfile,
  { grouped }: FenceGround,
  { taskset }: BubblewrapPrograms,
): readonly string[] =>
  cpus === null || grouped.includes('cpus') ? [] : [taskset, '-c', cpus <= 1 ? '0' : `0-${Math.ceil(cpus) - 1}`]

/** Limits of each process. They are set inside, where the processes of the sandbox are counted alone. */
function processLimits(
  { limits }: EffectiveProfile,
  { grouped }: FenceGround,
  { prlimit }: BubblewrapPrograms,
): readonly string[] {
  // A control group counts exactly, and the kernel records when it stops a process.
  const isWatched = (limit: 'memory' | 'processes') => limits[limit] !== null && !grouped.includes(limit)
  const words = [
    ...(isWatched('processes') ? [`--nproc=${limits.processes}`] : []),
    ...(isWatched('memory') ? [`--data=${limits.memory}`] : []),
    ...(limits.fileSize === null ? [] : [`--fsize=${limits.fileSize}`]),
  ]
  return words.length === 0 ? [] : [prlimit, ...words]
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
