import { readFileSync, realpathSync, statSync } from 'node:fs'
import { arch } from 'node:os'
import type { Call } from '../../core/call.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { isWithin, parentOf, resolvePath } from '../../core/path.ts'
import { hiddenProcess, readOnlyProcess } from '../../fence/bubblewrap.ts'
import type { Entry, FenceGround, NamedFile } from '../../fence/ground.ts'
import { gitNames, programPaths, systemSecrets } from '../../fence/mounts.ts'
import { effectiveProfile, type FenceProfile, reachesRegistries } from '../../fence/profile.ts'
import { namedPaths } from '../../fence/protected-path.ts'
import { architectures } from '../../fence/seccomp/system-calls.ts'
import { realPathOf } from '../files/real-path.ts'
import { ownPaths } from '../paths.ts'
import { openCaches } from './caches.ts'
import { groupedLimits } from './control-group.ts'
import { gitDirectories, namesIn, obeyedPaths } from './git-directories.ts'
import { hostSockets } from './host-sockets.ts'
import { entryAt, listEntries } from './list-entries.ts'
import { readRegistries } from './read-registries.ts'
import { generatedDirectories, workspaceEntries } from './workspace-entries.ts'

/** Collects the facts that a plan depends on. Opens the workspace's caches, and changes nothing else. */
export function readGround(profile: FenceProfile, call: Call, env: NodeJS.ProcessEnv): Result<FenceGround> {
  const architecture = architectures.find(one => one === arch())
  if (architecture === undefined) return fail('sandbox_denied', `the fence does not know the processor \`${arch()}\``)
  const cwd = realDirectory(call.place.cwd)
  const workspace = call.place.workspace.flatMap(root => realDirectory(root) ?? [])
  const home = realDirectory(call.place.home) ?? call.place.home
  if (cwd === null || workspace.length < call.place.workspace.length)
    return fail('sandbox_denied', `the directory \`${call.place.cwd}\` or a workspace does not exist`)
  const paths = ownPaths(env)
  // INVARIANT: what a contained run leaves in its caches is not found by other runs.
  const caches = openCaches(`${paths.cache}/${profile.contained ? 'contained' : 'fence'}`, workspace)
  if (!caches.ok) return caches
  const named = namedPaths([...effectiveProfile(profile).write, ...profile.hide], { home, workspace }).flatMap(
    path => entryAt(path) ?? [],
  )
  // A directory that a policy or a person makes writable has secrets and settings in it like a workspace.
  const opened = named.flatMap(({ path, kind }) => (kind === 'directory' ? [path] : []))
  const inWorkspace = [...workspace, ...opened].map(root => ({ root, listed: workspaceEntries(root) }))
  const repositories = [...new Set(inWorkspace.flatMap(({ root, listed }) => gitDirectories(root, listed)))]
  const gitObeys = [...workspace, ...opened].flatMap(root => obeyedPaths(root, home, repositories))
  const sockets = hostSockets()
  const temporary = sharedTemporary(profile, [home, ...workspace, paths.state, caches.value], env)
  const entries = [
    ...homeEntries(home),
    ...(temporary === null ? [] : listEntries(temporary.root, { depth: 2, skips: generatedDirectories, most: 4_000 })),
    ...inWorkspace.flatMap(({ listed }) => listed),
    ...repositories.flatMap(settingsOf),
    ...named,
    ...[...call.place.own, ...gitObeys].flatMap(path => entryAt(path) ?? []),
  ]
  return ok({
    place: { cwd, workspace, home, own: call.place.own },
    architecture,
    isRoot: process.geteuid?.() === 0,
    env: Object.keys(env),
    programs: (env['PATH'] ?? '').split(':').flatMap(path => (path.startsWith('/') ? (realDirectory(path) ?? []) : [])),
    entries,
    repositories,
    gitObeys,
    scratch: scratchOf(call, env),
    ...(temporary === null ? {} : { temporary }),
    sockets: [...sockets.paths, ...entries.flatMap(({ path, kind }) => (kind === 'socket' ? [path] : []))],
    hasAbstractSockets: sockets.hasAbstract,
    hasLostSockets: sockets.hasLost,
    state: paths.state,
    otherHomes: otherHomes(home, workspace),
    existing: new Set(
      [
        ...[...programPaths, ...systemSecrets.map(({ path }) => path), ...readOnlyProcess, ...hiddenProcess],
        ...[paths.state, '/run/systemd/resolve'],
      ].filter(exists),
    ),
    named: profile.overlay === true ? namedFiles(profile, { home, workspace }) : [],
    caches: caches.value,
    registries: reachesRegistries(profile) ? readRegistries([...new Set([...workspace, cwd])], paths.state) : [],
    grouped: groupedLimits(),
  })
}

/** The paths that may be written, except directories: files, and paths that do not exist yet. */
const namedFiles = (profile: FenceProfile, place: Pick<Call['place'], 'home' | 'workspace'>): readonly NamedFile[] =>
  namedPaths(effectiveProfile(profile).write, place).flatMap(named => {
    const path = realPathOf(named)
    if (realDirectory(path) !== null) return []
    let directory = parentOf(path)
    while (realDirectory(directory) === null && directory !== '/') directory = parentOf(directory)
    return [{ named, path, directory }]
  })

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

function realDirectory(path: string): string | null {
  try {
    const real = realpathSync.native(path)
    return statSync(real).isDirectory() ? real : null
  } catch {
    return null
  }
}

/** Secrets lie in hidden files and directories of the home, at most three levels deep. */
const homeEntries = (home: string): readonly Entry[] =>
  listEntries(home, {
    depth: 3,
    skips: generatedDirectories,
    enters: (path, depth) => depth > 1 || /\/(?:\.[^/]*|Library)$/.test(path),
    most: 6_000,
  })

const settingsOf = (repository: string): readonly Entry[] =>
  [...gitNames].flatMap(name => entryAt(`${repository}/${name}`) ?? [])

/** The session's temporary directory, and temporary paths that the call names. */
function scratchOf({ input, place }: Call, env: NodeJS.ProcessEnv): FenceGround['scratch'] {
  const named = [...JSON.stringify(input).matchAll(/\/(?:var\/)?tmp\/[\w.@%+=:,/-]+/g)].map(([path]) => path)
  const own = env['TMPDIR'] ?? '/tmp'
  return [own, ...named].flatMap(path => {
    const entry = entryAt(resolvePath('/', path))
    const isTemporary = entry !== null && place.scratch.some(root => isWithin(entry.path, root))
    const isWhole = entry === null || ['/tmp', '/var/tmp', '/private/tmp'].includes(entry.path)
    return isWhole || entry.kind === 'socket' || !isTemporary || holds(entry, place) ? [] : [entry]
  })
}

/**
 * The directory for temporary files that a contained call sees in an overlay; null if it gets an empty one. A socket or a pipe in
 * an overlay leads nowhere, so no service of this machine can be reached there.
 */
function sharedTemporary(
  { contained, overlay, name }: FenceProfile,
  others: readonly string[],
  env: NodeJS.ProcessEnv,
): NonNullable<FenceGround['temporary']> | null {
  const root = '/tmp'
  if (contained !== true || overlay !== true || name === 'strict' || realDirectory(root) !== root) return null
  // An overlay cannot show what is mounted in the directory, and must not hold Sallyport's own files.
  if (others.some(path => isWithin(path, root)) || hasMounts(root)) return null
  const own = realDirectory(env['TMPDIR'] ?? root)
  return { root, own: own !== null && isWithin(own, root) ? own : root }
}

function hasMounts(root: string): boolean {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .some(line => (line.split(' ')[4] ?? '').startsWith(`${root}/`))
  } catch {
    return true
  }
}

/** Whether a directory contains the home or a workspace: making it writable would open both. */
const holds = ({ path }: Entry, { home, workspace }: Call['place']): boolean =>
  [home, ...workspace].some(one => isWithin(one, path))

/** Homes of other people. Only root can read most of them. */
function otherHomes(home: string, workspace: readonly string[]): readonly string[] {
  const all = ['/root', ...namesIn('/home').map(name => `/home/${name}`)]
  return all.filter(path => {
    const real = realDirectory(path)
    return real !== null && real === path && ![home, ...workspace].some(one => isWithin(one, path))
  })
}
