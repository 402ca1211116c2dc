import { ok, type Result } from '../core/fault.ts'
import { parentOf } from '../core/path.ts'
import type { FencePlan, Mount } from './fence.ts'
import type { FenceGround } from './ground.ts'
import { guardedRoots, planMounts } from './mounts.ts'
import { type EffectiveProfile, effectiveProfile, type FenceKey, type FenceProfile, unlimited } from './profile.ts'
import { reachableHosts } from './reachable-hosts.ts'
import { cacheVariables, passedVariables } from './variables.ts'

/** The sandbox of macOS. Always by this path: another `sandbox-exec` on the PATH could be anything. */
export const sandboxExec = '/usr/bin/sandbox-exec'

/** macOS has no limits for a group of processes, so memory, processors and processes are missing here. */
export const seatbeltKeys: readonly FenceKey[] = ['read_only', 'network', 'hosts', 'write', 'hide', 'env', 'seconds']

/** The parameter with the address of the proxy. Without it the command reaches no host at all. */
const proxyParameter = 'PROXY'

/** The plan for a command in the sandbox of macOS. */
export function seatbeltPlan(profile: FenceProfile, ground: FenceGround): Result<FencePlan> {
  const effective = effectiveProfile(profile)
  const planned = planMounts(effective, ground)
  if (!planned.ok) return planned
  const mounts = withSystem(effective, planned.value)
  const added = {
    ...cacheVariables(ground.caches),
    TMPDIR: `${ground.caches}/tmp`,
    SALLYPORT_FENCE: profile.name,
  }
  const paths = parameterPaths(effective, mounts)
  return ok({
    argv: [
      ...[sandboxExec, '-p', seatbeltRules(effective, mounts, paths)],
      ...paths.flatMap((path, index) => ['-D', `${parameterName(index)}=${path}`]),
      ...['--', '/usr/bin/env', ...Object.entries(added).map(([name, value]) => `${name}=${value}`)],
      ...['/bin/sh', '-c', reportStart, 'sh'],
    ],
    env: passedVariables(ground.env, effective.env).filter(name => !Object.hasOwn(added, name)),
    mounts,
    seccomp: null,
    ...reachableHosts(profile, ground),
    limits: { ...unlimited, seconds: effective.limits.seconds },
    guarded: guardedRoots(profile, ground, planned.value),
  })
}

/** Tells that the command starts: its exit code alone does not tell a broken sandbox from a command that fails. */
const reportStart = 'echo \'{"started": 1}\' >&4; exec 3>&- 4>&-; exec "$@"'

/** The words of a plan with the port at which its proxy listens on this machine. */
export const withProxyPort = (argv: readonly string[], port: number): readonly string[] => {
  const [program = '', ...words] = argv
  return [program, '-D', `${proxyParameter}=localhost:${port}`, ...words]
}

/** Files that every program of macOS needs to start, where a profile does not show the whole machine. */
const systemPaths = [
  ...[
    '/System',
    '/Library/Apple',
    '/Library/Developer',
    '/Library/Frameworks',
    '/Library/Java',
    '/Applications/Xcode.app',
  ],
  ...[
    '/private/var/db/timezone',
    '/private/var/db/dyld',
    '/private/var/select',
    '/private/etc/ssl',
    '/private/etc/shells',
  ],
]

function withSystem({ reads }: EffectiveProfile, mounts: readonly Mount[]): readonly Mount[] {
  const own = mounts.map(({ path, how, because }) => ({ path: realPath(path), how, because }))
  const [root, ...others] = own
  if (reads === 'all but secrets' || root === undefined) return own
  return [root, ...systemPaths.map(path => ({ path, how: 'read' as const, because: 'programs need it' })), ...others]
}

/** The sandbox compares real paths, and these three directories are links on macOS. */
const realPath = (path: string): string => (/^\/(?:etc|tmp|var)(?:\/|$)/.test(path) ? `/private${path}` : path)

const parameterName = (index: number): string => `PATH_${index}`

/** The paths that the rules name: those of the mounts, and the directories above them where the rest is not visible. */
function parameterPaths({ reads }: EffectiveProfile, mounts: readonly Mount[]): readonly string[] {
  const shown = mounts.filter(({ how }) => how === 'read' || how === 'write')
  const above = reads === 'all but secrets' ? [] : shown.flatMap(({ path }) => ancestorsOf(path))
  return [...new Set([...mounts.map(({ path }) => path), ...above])]
}

function ancestorsOf(path: string): readonly string[] {
  const above: string[] = []
  for (let one = parentOf(path); one !== '/'; one = parentOf(one)) above.unshift(one)
  return above
}

/**
 * The rules, in the order of the mounts, since the last match wins. Paths are parameters: as a part of the text, a path with a
 * quote could add rules.
 */
function seatbeltRules({ network }: EffectiveProfile, mounts: readonly Mount[], paths: readonly string[]): string {
  const parameter = (path: string) => `(param "${parameterName(paths.indexOf(path))}")`
  const mounted = new Set(mounts.map(({ path }) => path))
  return [
    '(version 1)',
    '(deny default)',
    ...processRules,
    '(allow file-map-executable)',
    // The loader of programs reads the root directory itself.
    '(allow file-read* (literal "/"))',
    // Programs ask about every directory above their own. They see no more than that it exists.
    ...paths.filter(path => !mounted.has(path)).map(path => `(allow file-read-metadata (literal ${parameter(path)}))`),
    ...mounts.flatMap(({ path, how }) => (path === '/' && how === 'private' ? [] : fileRules[how](parameter(path)))),
    // A mounted path cannot be moved away, so that no other file takes its place.
    ...[...mounted].filter(path => path !== '/').map(path => `(deny file-write-unlink (literal ${parameter(path)}))`),
    '(deny file-write-setugid)',
    ...deviceRules,
    ...networkRules(network),
    '',
  ].join('\n')
}

const fileRules: Readonly<Record<Mount['how'], (path: string) => readonly string[]>> = {
  read: path => [`(allow file-read* (subpath ${path}))`, `(deny file-write* (subpath ${path}))`],
  write: path => [`(allow file-read* file-write* (subpath ${path}))`],
  hide: closed,
  // A directory of the run's own cannot be put over another one here, so the command has none at this path.
  private: closed,
}

/** A function, so that it can be used above its definition. */
function closed(path: string): readonly string[] {
  return [`(deny file-read* file-write* file-map-executable process-exec (subpath ${path}))`]
}

/** A command sees and signals only its own processes, and asks no service that could act for it or hold secrets. */
const processRules = [
  '(allow process-exec process-fork)',
  '(allow process-info* signal (target same-sandbox))',
  '(allow sysctl-read ipc-posix-sem)',
  '(allow mach-lookup',
  '  (global-name "com.apple.system.opendirectoryd.libinfo")',
  '  (global-name "com.apple.system.opendirectoryd.membership")',
  '  (global-name "com.apple.system.notification_center")',
  '  (global-name "com.apple.system.logger")',
  '  (global-name "com.apple.logd"))',
]

/** Without `file-ioctl` on the terminal that it was started in, a command cannot type there. */
const deviceRules = [
  '(deny file-read* file-write* (subpath "/dev"))',
  '(allow file-read* (literal "/dev") (literal "/dev/random") (literal "/dev/urandom") (subpath "/dev/fd"))',
  '(allow file-read* file-write* file-ioctl (literal "/dev/null") (literal "/dev/zero") (literal "/dev/dtracehelper"))',
  '(allow file-read* file-write* (literal "/dev/tty") (literal "/dev/stdin") (literal "/dev/stdout") (literal "/dev/stderr"))',
  '(allow pseudo-tty)',
  '(allow file-read* file-write* file-ioctl (literal "/dev/ptmx"))',
  '(allow file-read* file-write* file-ioctl',
  '  (require-all (regex #"^/dev/ttys[0-9]+$") (extension "com.apple.sandbox.pty")))',
]

/** Unix sockets stay closed in both cases: services behind them act for every program that connects. */
const networkRules = (network: EffectiveProfile['network']): readonly string[] =>
  network === 'full'
    ? [
        '(allow system-socket)',
        '(allow network-outbound (remote ip))',
        '(allow network-bind network-inbound (local ip))',
        '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
        '(allow mach-lookup (global-name "com.apple.trustd.agent") (global-name "com.apple.SystemConfiguration.configd"))',
      ]
    : [`(if (param "${proxyParameter}") (allow network-outbound (remote ip (param "${proxyParameter}"))))`]
