import { projectPolicyName } from '../core/call.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { baseName, isWithin, parentOf } from '../core/path.ts'
import type { Mount, MountKind } from './fence.ts'
import type { Entry, FenceGround } from './ground.ts'
import { type EffectiveProfile, openedBy } from './profile.ts'
import { keptReason, namedPaths, overlayGround, unwritableReason } from './protected-path.ts'
import { rememberedSensitivity } from './remembered-sensitivity.ts'

/** A mount, and whether its path is a directory. They apply in order: a later one lies on top of an earlier one. */
export interface PlannedMount extends Mount {
  readonly kind: Entry['kind']
  /** Whether a policy or a person named it, so that new protected names in it must be found after the run. */
  readonly named?: true
  /** For a directory with an overlay: the only path in it whose changes may be kept. */
  readonly opens?: string
}

/** The files that a fenced command sees, and how. */
export function planMounts(profile: EffectiveProfile, ground: FenceGround): Result<readonly PlannedMount[]> {
  const named = namedRoots(profile, ground)
  if (!named.ok) return named
  const roots = [...writableRoots(profile, ground), ...named.value]
  const writable = roots.filter(({ how }) => how === 'write').map(({ path }) => path)
  const kept = keptEntries(profile, ground).filter(({ path }) => writable.some(root => isWithin(path, root)))
  const base = baseMounts(profile, ground)
  const hidden = hiddenEntries(profile, ground).filter(({ path }) => isSeen(path, [...base, ...roots]))
  const blind = hidden.find(({ path }) => isWithin(ground.place.cwd, path))
  if (blind !== undefined)
    return fail(
      'sandbox_denied',
      `the command starts in a directory that the fence hides: \`${blind.path}\` (${blind.because})`,
    )
  // In an overlay little has to be kept from changes, because they are looked at first. A directory of the real workspace cannot
  // be renamed there, so what is hidden or kept stays so without pins.
  const protection =
    profile.overlay === true
      ? [
          ...(profile.keepsProtected === true ? kept : keptRepositories(profile, ground)).map(
            ({ path, kind, because }) => ({ path, kind, because, how: 'read' as const }),
          ),
          ...hidden.map(({ path, kind, because }) => ({ path, kind, because, how: 'hide' as const })),
        ]
      : [...withPins(kept, writable, 'read'), ...withPins(hidden, writable, 'hide')]
  const mounts = [...base, ...roots, ...protection]
  const unique = withoutRepeats(mounts)
  if (unique.length > limits.fenceMounts)
    return fail(
      'sandbox_denied',
      `the plan has ${unique.length} mounts, more than ${limits.fenceMounts}; hide whole directories with \`fence.hide\``,
    )
  return ok(unique)
}

/** The directories in which new protected names must be found after the run. */
export const guardedRoots = (
  { readOnly }: Pick<EffectiveProfile, 'readOnly'>,
  { place }: FenceGround,
  mounts: readonly PlannedMount[],
): readonly string[] =>
  readOnly ? [] : [...place.workspace, ...mounts.flatMap(({ path, named }) => (named === true ? [path] : []))]

/** The directories whose changes go into an overlay: all writable ones but the fence's own caches. */
export const overlaidRoots = (mounts: readonly PlannedMount[], { caches }: FenceGround): readonly string[] =>
  mounts.flatMap(({ path, how }) => (how === 'write' && path !== caches ? [path] : []))

/** The paths outside the workspace whose changes in an overlay may be kept. */
export const openedPaths = (mounts: readonly PlannedMount[]): readonly string[] => [
  ...new Set(mounts.flatMap(({ opens, how }) => (opens === undefined || how !== 'write' ? [] : [opens]))),
]

/** Whether a path shows through one of these mounts: the innermost one decides. */
function isSeen(path: string, mounts: readonly PlannedMount[]): boolean {
  const over = mounts.filter(mount => isWithin(path, mount.path)).sort((a, b) => b.path.length - a.path.length)[0]
  return over !== undefined && over.how !== 'private'
}

/** Why a socket of another program is covered. */
export const hostSocket = 'a socket of this machine'

const directory = (path: string, how: MountKind, because: string): PlannedMount => ({
  path,
  how,
  because,
  kind: 'directory',
})

/** The machine below the workspace: everything but secrets, or only what programs need to run. */
function baseMounts(profile: EffectiveProfile, ground: FenceGround): readonly PlannedMount[] {
  const base =
    profile.reads === 'all but secrets'
      ? [directory('/', 'read', 'programs and files of this machine')]
      : [directory('/', 'private', 'nothing is visible unless it is listed'), ...programMounts(ground)]
  const resolver = '/run/systemd/resolve'
  return [
    ...base,
    ground.temporary === undefined
      ? directory('/tmp', 'private', 'temporary files of this run')
      : directory('/tmp', 'write', 'temporary files, in an overlay'),
    directory('/var/tmp', 'private', 'temporary files of this run'),
    directory('/run', 'private', 'sockets of services on this machine'),
    ...(profile.network === 'full' && ground.existing.has(resolver)
      ? [directory(resolver, 'read', 'the name servers')]
      : []),
  ]
}

/** Directories and files that programs need to start. */
export const programPaths: readonly string[] = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/nix/store'],
  ...[
    ...['alternatives', 'ca-certificates', 'ssl/certs', 'ssl/openssl.cnf', 'pki', 'ld.so.cache', 'ld.so.conf'],
    ...['ld.so.conf.d', 'passwd', 'group', 'hosts', 'hostname', 'host.conf', 'nsswitch.conf', 'resolv.conf'],
    ...['localtime', 'timezone', 'locale.alias', 'mime.types', 'services', 'protocols', 'gitconfig', 'profile'],
    ...['bash.bashrc', 'os-release', 'debian_version', 'terminfo', 'fonts', 'magic', 'python3', 'java-17-openjdk'],
    ...['maven', 'php', 'perl', 'xdg'],
  ].map(name => `/etc/${name}`),
]

function programMounts({ existing, programs, place }: FenceGround): readonly PlannedMount[] {
  const system = programPaths.filter(path => existing.has(path))
  const ofUser = programs
    .filter(path => !system.some(root => isWithin(path, root)) && !isWithin(place.home, path))
    .flatMap(path => [path, ...toolchainOf(path, place.home)])
  return [
    ...system.map(path => directory(path, 'read', 'programs need it')),
    ...ofUser.map(path => directory(path, 'read', 'a directory on the PATH')),
  ]
}

/** The prefix of a toolchain such as `~/.nvm/versions/node/v20`, for its libraries; not a directory that also has other things. */
function toolchainOf(path: string, home: string): readonly string[] {
  const prefix = parentOf(path)
  const isShared = isWithin(home, prefix) || prefix === `${home}/.local` || prefix === '/'
  return baseName(path) === 'bin' && !isShared ? [prefix] : []
}

/** The places where the command may write. */
function writableRoots(profile: EffectiveProfile, ground: FenceGround): readonly PlannedMount[] {
  const { place, caches, repositories } = ground
  const inWorkspace: MountKind = profile.readOnly ? 'read' : 'write'
  const outside = repositories.filter(
    path => ![...place.workspace, ...repositories].some(root => root !== path && isWithin(path, root)),
  )
  return [
    ...scratchMounts(profile, ground),
    ...place.workspace.map(path => directory(path, inWorkspace, 'the workspace')),
    ...outside.map(path =>
      directory(path, profile.contained ? 'read' : inWorkspace, "the repository of the workspace's worktree"),
    ),
    directory(caches, 'write', 'caches of this workspace'),
  ]
}

/** Temporary files that a call names lie in a directory that is private otherwise. */
const scratchMounts = (
  { readOnly, overlay }: EffectiveProfile,
  { scratch, temporary }: FenceGround,
): readonly PlannedMount[] =>
  readOnly
    ? []
    : scratch
        .filter(({ path }) => temporary === undefined || !isWithin(path, temporary.root))
        .map(({ path, kind }) => ({
          ...{ path, kind, because: 'temporary files that the call uses' },
          // Only a directory can have an overlay.
          how: overlay === true && kind !== 'directory' ? 'read' : 'write',
        }))

/**
 * The places that a policy or a person lets the command write to, as far as they exist. In an overlay, a file needs one over its
 * directory, and need not exist.
 */
function namedRoots(profile: EffectiveProfile, ground: FenceGround): Result<readonly PlannedMount[]> {
  const { place, entries, named: files = [] } = ground
  const mounts: PlannedMount[] = []
  for (const named of profile.readOnly ? [] : profile.write) {
    for (const path of namedPaths([named], place)) {
      const file = profile.overlay === true ? files.find(one => one.named === path) : undefined
      const above = file === undefined ? null : overlayGround(file.path, file.directory, place)
      if (file !== undefined && above !== null && unwritableReason(path, place) === null) {
        const because = openedBy(profile, 'path', named)
        mounts.push({ ...directory(above, 'write', because), named: true, opens: file.path })
        continue
      }
      const entry = entries.find(one => one.named === path)
      if (entry === undefined) continue
      const why = unwritableReason(path, place) ?? unwritableReason(entry.path, place)
      if (why !== null) return fail('sandbox_denied', `\`${named}\` cannot be made writable: ${why}`)
      mounts.push({
        path: entry.path,
        // Only a directory can have an overlay.
        how: profile.overlay === true && entry.kind !== 'directory' ? 'read' : 'write',
        kind: entry.kind,
        because: openedBy(profile, 'path', named),
        named: true,
        opens: entry.path,
      })
    }
  }
  return ok(mounts)
}

type MarkedEntry = Pick<Entry, 'path' | 'kind'> & { readonly because: string }

/** Files that programs obey later without a prompt. They cannot be changed from inside. */
function keptEntries(profile: Pick<EffectiveProfile, 'contained'>, ground: FenceGround): readonly MarkedEntry[] {
  const { entries, repositories, gitObeys, place } = ground
  const settings = entries.flatMap(entry => {
    const why = keptReason(entry.named)
    return why === null || repositories.some(root => isWithin(entry.named, root)) ? [] : [{ ...entry, because: why }]
  })
  const inGit = entries.flatMap(entry => {
    const root = innermost(entry.named, repositories)
    const isKept = gitObeys.includes(entry.named) || (root !== null && gitNames.has(entry.named.slice(root.length + 1)))
    return isKept ? [{ ...entry, because: 'git hooks and configuration' }] : []
  })
  const policies = place.workspace.map(root => `${root}/${projectPolicyName}`)
  const own = entries
    .filter(({ named }) => [...place.own, ...policies].includes(named))
    .map(entry => ({ ...entry, because: "Sallyport's own files" }))
  return outermost([...own, ...settings, ...inGit, ...keptRepositories(profile, ground)])
}

/** A contained call cannot write to a repository: what it left there could run, or be taken for the project's history. */
const keptRepositories = (
  { contained }: Pick<EffectiveProfile, 'contained'>,
  { repositories }: Pick<FenceGround, 'repositories'>,
): readonly MarkedEntry[] =>
  contained === true
    ? repositories.map(path => ({
        path,
        kind: 'directory' as const,
        because: "git's files stay as they are while a call is contained",
      }))
    : []

/** The files of a repository that make git start programs. Git must be able to write the others. */
export const gitNames: ReadonlySet<string> = new Set([
  ...['hooks', 'config', 'config.worktree', 'info/attributes'],
  // It says in which directory a worktree finds the four above.
  'commondir',
])

/** Files that the command does not see. */
function hiddenEntries(profile: EffectiveProfile, ground: FenceGround): readonly MarkedEntry[] {
  const { entries, state, existing, otherHomes, sockets } = ground
  const secrets = entries.flatMap(entry => {
    const why = rememberedSensitivity(entry.named, 'read')
    return why === null ? [] : [{ ...entry, because: why }]
  })
  const listed = namedPaths(profile.hide, ground.place).flatMap(path => {
    const entry = entries.find(one => one.path === path || one.named === path)
    return entry === undefined ? [] : [{ ...entry, because: 'the policy hides it' }]
  })
  return outermost([
    ...(existing.has(state) ? [{ path: state, kind: 'directory' as const, because: "Sallyport's own files" }] : []),
    ...otherHomes.map(path => ({ path, kind: 'directory' as const, because: 'the home of another user' })),
    ...systemSecrets
      .filter(({ path }) => existing.has(path))
      .map(entry => ({ ...entry, because: 'secrets of this machine' })),
    ...secrets,
    ...listed,
    ...sockets.map(path => ({ path, kind: 'socket' as const, because: hostSocket })),
  ])
}

export const systemSecrets: readonly Pick<Entry, 'path' | 'kind'>[] = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers'].map(path => ({
    path,
    kind: 'file' as const,
  })),
  ...['/etc/sudoers.d', '/etc/ssl/private', '/etc/wireguard', '/etc/openvpn', '/var/lib/sss', '/etc/kubernetes'].map(
    path => ({ path, kind: 'directory' as const }),
  ),
]

/** Without the entries that lie below another one. */
function outermost(entries: readonly MarkedEntry[]): readonly MarkedEntry[] {
  const directories = new Set(entries.filter(({ kind }) => kind === 'directory').map(({ path }) => path))
  const isBelow = (path: string): boolean => {
    for (let above = parentOf(path); above !== '/'; above = parentOf(above)) if (directories.has(above)) return true
    return false
  }
  return entries.filter(({ path }) => !isBelow(path))
}

/**
 * The mounts over these entries. INVARIANT: every directory between a writable root and the entry is a mount as well.
 * Otherwise the command could rename the directory and put another one in its place.
 */
function withPins(
  entries: readonly MarkedEntry[],
  writable: readonly string[],
  how: MountKind,
): readonly PlannedMount[] {
  return entries.flatMap(({ path, kind, because }) => {
    const root = innermost(path, writable)
    const pins = root === null ? [] : directoriesBetween(root, path)
    return [
      ...pins.map(pin => directory(pin, 'write', 'keeps the directory of a protected file in place')),
      { path, how, kind, because },
    ]
  })
}

const innermost = (path: string, roots: readonly string[]): string | null =>
  roots.filter(root => isWithin(path, root) && root !== path).sort((a, b) => b.length - a.length)[0] ?? null

function directoriesBetween(root: string, path: string): readonly string[] {
  const between: string[] = []
  for (let above = parentOf(path); above !== root && above !== '/'; above = parentOf(above)) between.unshift(above)
  return between
}

/** Without a mount that an earlier one has done already in the same way; a pin never lies on top of a stricter mount. */
function withoutRepeats(mounts: readonly PlannedMount[]): readonly PlannedMount[] {
  const done = new Map<string, MountKind>()
  return mounts.filter(({ path, how }) => {
    const before = done.get(path)
    if (before === how || (how === 'write' && (before === 'read' || before === 'hide') && path !== '/')) return false
    done.set(path, how)
    return true
  })
}
