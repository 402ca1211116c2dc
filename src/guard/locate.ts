import type { World } from '../core/call.ts'
import { local, type Span, type Touch, type Where } from '../core/effect.ts'
import { baseName, isWithin, parentOf, resolvePath } from '../core/path.ts'
import type { Tier } from '../core/tier.ts'
import { type Hole, isKnown, knownPrefix, makeWord, type Word, yieldsNames } from '../core/word.ts'
import { holdsKept } from './floor.ts'
import { isListed, sensitivity } from './sensitive.ts'
import { isHarmlessDevice, topNames, zoneOf } from './zone.ts'

export interface TouchRequest {
  readonly kind: Touch['kind']
  /** As written, with `~` expanded; relative to `cwd` if not absolute. */
  readonly path: Word
  readonly cwd: Word
  readonly how: string
  readonly recursive?: boolean | undefined
  readonly span?: Span | null | undefined
  readonly chain?: readonly string[] | undefined
  readonly where?: Where | undefined
  readonly by?: number | null | undefined
}

/** The effect of touching a path: resolved, with its zone, its sensitivity and its tier. */
export function locate(request: TouchRequest, world: World): Touch {
  const where = request.where ?? local
  const { path, certain } = resolveWord(request, world, where)
  const text =
    typeof path === 'string' ? path : path.parts.map(part => (typeof part === 'string' ? part : '*')).join('')
  const zone = certain === null ? 'unknown' : zoneOf(certain, world.place)
  return {
    kind: request.kind,
    path,
    how: request.how,
    recursive: request.recursive ?? false,
    zone,
    sensitive:
      sensitiveReason(text, request, world) ??
      (isClimb(request, zone) ? 'climbs out of the project into system directories' : null) ??
      (certain === null && isKnown(path) ? 'link whose target cannot be resolved' : null) ??
      (certain === null && mayBeAnyFile(request, where) ? anyFile : null),
    tier: tierOf(request.kind, zone, text, certain, world),
    span: request.span ?? null,
    chain: request.chain ?? [],
    where,
    by: request.by ?? null,
  }
}

/** The absolute path, and the part of it that is certain: the whole path, or the directory in which a glob matches. */
function resolveWord(request: TouchRequest, world: World, where: Where): { path: Word; certain: string | null } {
  const named = absolute(request.path, request.cwd)
  const whole = request.kind === 'delete' ? named : inScratch(named, world)
  if (isKnown(whole)) {
    // `/dev/stdout` is a link into /proc; it is judged by its name, not by the link's target.
    const plain = resolvePath('/', whole)
    if (isHarmlessDevice(plain)) return { path: plain, certain: plain }
    const path = where.at === 'local' ? realPath(whole, request.kind, world) : resolvePath('/', whole)
    return { path: path ?? plain, certain: path }
  }
  const [first, ...rest] = whole.parts
  const onlyNames = whole.parts.every((part, i) =>
    typeof part === 'string'
      ? !climbs(part)
      : yieldsNames(part) && (part.isRest !== true || isWhole(whole.parts[i + 1])),
  )
  if (typeof first !== 'string' || !first.startsWith('/') || !onlyNames) return { path: whole, certain: null }
  const directory = realPath(parentOf(`${first}x`), 'read', world)
  if (directory === null) return { path: whole, certain: null }
  const stem = first.slice(first.lastIndexOf('/') + 1)
  return { path: makeWord([directory === '/' ? `/${stem}` : `${directory}/${stem}`, ...rest]), certain: directory }
}

/**
 * `$TMPDIR/x`, where the value is not known: a new name in scratch space. If the variable is empty, the path is `/x`, so
 * that must be a name that the root directory does not have. A delete would lose too much if that were wrong.
 */
function inScratch(path: Word, { facts }: World): Word {
  if (isKnown(path)) return path
  const [first, next, ...rest] = path.parts
  if (typeof first !== 'object' || first.temporary !== true || typeof next !== 'string') return path
  const [, name = '', more = ''] = /^\/+([^/]*)(.*)$/s.exec(next) ?? []
  if (name === '' || path.parts.some(part => typeof part === 'string' && climbs(part))) return path
  const isPart = more === '' && rest.length > 0
  const isTaken = [...topNames, ...(facts.names('/') ?? [])].some(one => (isPart ? one.startsWith(name) : one === name))
  return isTaken ? path : makeWord([`/tmp${next}`, ...rest])
}

/** The reason why a read of an unknown file is sensitive. */
export const anyFile = 'may be any file'

/**
 * Whether only the run decides which file is read: `cat $(cat list.txt)`. A known last name, or its known extension, shows
 * that the file is none of the protected ones: `$(go env GOROOT)/lib/time/update.bash`.
 */
function mayBeAnyFile({ kind, how, path }: TouchRequest, where: Where): boolean {
  if (kind !== 'read' || how === 'list' || where.at !== 'local' || isKnown(path)) return false
  // The words that it may be are judged one by one.
  if (path.parts.some(part => typeof part !== 'string' && part.mayBe !== undefined)) return false
  const last = path.parts.at(-1)
  return (
    typeof last !== 'string' || !/\/[^/]+$|[^/]\.[a-z0-9]{1,8}$/i.test(`${path.parts.length > 1 ? '*' : ''}${last}`)
  )
}

/** Whether the text after the rest of a name makes it a name even if that rest is empty: `.ts` does, `/x` does not. */
const isWhole = (next: string | Hole | undefined): boolean =>
  next === undefined || (typeof next === 'string' && /^[^/]*[^/.]/.test(next))

/** `../../../etc/hosts`: an honest command would name a system file from the root. */
const isClimb = ({ path }: TouchRequest, zone: Touch['zone']): boolean =>
  (zone === 'system' || zone === 'foreign' || zone === 'device') && /^(\.\/)*(\.\.\/){2,}[^./]/.test(knownPrefix(path))

const climbs = (text: string): boolean => text.split('/').includes('..')

function absolute(path: Word, cwd: Word): Word {
  const start = isKnown(path) ? path : path.parts[0]
  if (typeof start === 'string' && start.startsWith('/')) return path
  // Files that a command lists by full path are below the directory that it searched.
  if (typeof start === 'object' && start.listed?.below !== undefined && !isKnown(path))
    return makeWord([`${start.listed.below}/`, ...path.parts])
  // A hole that yields names means files in the working directory; any other may be an absolute path.
  if (typeof start !== 'string' && (start === undefined || !yieldsNames(start))) return path
  if (isKnown(path) && isKnown(cwd)) return `${cwd}/${path}`
  const base = isKnown(cwd) ? [cwd, '/'] : [...cwd.parts, '/']
  return makeWord([...base, ...(isKnown(path) ? [path] : path.parts)])
}

/**
 * Follows links; null if the target cannot be resolved. A delete removes the link itself, so only its directory is
 * followed, unless the path ends with a slash.
 */
function realPath(path: string, kind: Touch['kind'], world: World): string | null {
  const plain = resolvePath('/', path)
  const takesLink = kind === 'delete' && plain !== '/' && !climbs(path) && !path.endsWith('/')
  const followed = world.facts.realPath(takesLink ? parentOf(plain) : path)
  if (followed === null) return null
  return takesLink ? resolvePath(followed, baseName(plain)) : resolvePath('/', followed)
}

/** Checks the resolved path, the path as written (a link may hide the name), and the known part of a glob. */
function sensitiveReason(path: string, request: TouchRequest, world: World): string | null {
  // It is not a secret that a project has a file of secrets.
  if (request.how === 'list' && world.place.workspace.some(root => isWithin(path, root))) return null
  if (request.kind === 'delete' && gitLock.test(path)) return null
  const use = request.kind === 'read' ? 'read' : 'change'
  const asWritten = isKnown(request.path) ? resolvePath('/', request.path) : path.replaceAll('*', '')
  if (request.kind === 'write' && /^-./.test(knownPrefix(request.path))) return optionName
  const known = sensitivity(path, use) ?? (addsNothing(asWritten, path) ? null : sensitivity(asWritten, use))
  // Once deleted, the file cannot be taken for an option.
  const isOption = request.kind === 'delete' && known === optionName
  const isOnlyListed = request.how === 'list' && known !== null && !tellingNames.has(known)
  if (known !== null && !isOption && !isOnlyListed) return known
  const listed = listedReason(request.path)
  if (listed !== null) return listed
  for (const text of [...spelledOut(request.path), ...joined(request.path)]) {
    const spelled = sensitivity(text, use)
    if (spelled !== null) return spelled
  }
  if (request.kind === 'read' && request.recursive === true) {
    const { home } = world.place
    if (isWithin(home, path)) return 'includes the whole home directory'
    if (isWithin(path, home) && stores.has(path.slice(home.length + 1))) return 'settings and tokens of many programs'
    if (holdsKept(path)) return 'contains files that must never be read'
  }
  return isListed(path, world.sensitive, world.place) ? 'listed as sensitive' : null
}

const optionName = 'name that programs take for an option'

/** Whether the resolved path has every name that the path as written has; only `/proc` paths are matched from their start. */
const addsNothing = (asWritten: string, path: string): boolean =>
  asWritten === path || (path.endsWith(asWritten) && !asWritten.startsWith('/proc/'))

/** If a listing command searches for a sensitive name, the files it lists are sensitive. */
function listedReason(path: Word): string | null {
  if (isKnown(path)) return null
  for (const part of path.parts)
    if (typeof part !== 'string' && part.listed?.sensitive !== undefined) return part.listed.sensitive
  return null
}

/** Directories in a home where all programs keep their files. */
const stores = new Set(['.config', '.local', '.local/share', '.local/state', 'Library', 'Library/Application Support'])

/** Paths that are written inside a hole: `${x:-~/.ssh/id_rsa}`, `~/.{aws/credentials,x}`. */
const spelledOut = (path: Word): readonly string[] =>
  isKnown(path)
    ? []
    : path.parts.flatMap((part, i) => {
        if (typeof part === 'string' || !/^(\$\{|\{)/.test(part.hole)) return []
        const before = path.parts[i - 1]
        return part.hole
          .split(/[^\w./~-]+/)
          .filter(text => text.length > 2)
          .map(text => `${typeof before === 'string' ? before : ''}${text}`)
      })

/** The path if its unknown parts are slashes or end with one: `${PATH:0:1}etc${PATH:0:1}shadow`, `${x}.env`. */
const joined = (path: Word): readonly string[] =>
  isKnown(path) || path.parts.every(part => typeof part === 'string' || yieldsNames(part))
    ? []
    : [path.parts.map(part => (typeof part === 'string' ? part : yieldsNames(part) ? '*' : '/')).join('')]

function tierOf(kind: Touch['kind'], zone: Touch['zone'], path: string, certain: string | null, world: World): Tier {
  if (kind === 'write' && certain !== null && isHarmlessDevice(certain)) return 'read'
  if (kind !== 'delete') return kind
  if (certain === null) return 'destructive'
  const { workspace, scratch } = world.place
  const isWhole = path === certain || /\/[*.]*$/.test(path)
  if (isWhole && [...workspace, ...scratch].some(root => isWithin(root, certain))) return 'destructive'
  if (zone === 'scratch' || (zone === 'workspace' && gitLock.test(path))) return 'write'
  return zone === 'workspace' && (isGenerated(path) || world.facts.ignored(path)) ? 'write' : 'destructive'
}

/** Where the names alone help an attacker: which keys, hosts and accounts there are. The names of other secrets are none. */
const tellingNames = new Set([
  ...[
    'ssh keys',
    'private key',
    'key ring',
    'network keys',
    'cluster credentials',
    'service secrets',
    'system secrets',
  ],
  ...['browser profile', 'messages and mail', 'process internals'],
])

/** A lock that a git command left behind when it was killed. */
const gitLock = /\/\.git\/(worktrees\/[^/*]+\/)?(index|HEAD|config|packed-refs|shallow|refs\/[^*]+)\.lock$/

/** Generated files that a tool can generate again, by names that are used for nothing else; even without a `.gitignore`. */
const isGenerated = (path: string): boolean =>
  /\/(node_modules|__pycache__|\.(pytest|mypy|ruff|parcel|vite|turbo|webpack|eslint|stylelint)[_-]?cache|\.(next|nuxt|svelte-kit|turbo|nyc_output|tox|nox|hypothesis|ipynb_checkpoints|eggs|gradle|dart_tool)|htmlcov|_build|test-results|playwright-report|storybook-static|cmake-build-[a-z]+)(\/|$)|\.(pyc|pyo|tsbuildinfo|orig|rej|o|class|gcda|gcno)$|\/(\.DS_Store|Thumbs\.db|\.coverage|\.eslintcache)$/.test(
    path,
  )
