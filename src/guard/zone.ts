import type { Place } from '../core/call.ts'
import type { Zone } from '../core/effect.ts'
import { isWithin, parentOf } from '../core/path.ts'
import { foldPath } from './fold-path.ts'

/** The zone of an absolute, resolved path. Only zones that restrict are compared folded: `/w/PROJECT` may not be `/w/project`. */
export function zoneOf(path: string, place: Place): Zone {
  if (isHarmlessDevice(path) || sharedScratch.test(path)) return 'scratch'
  const folded = foldPath(path)
  if (devices.some(root => isWithin(folded, root))) return 'device'
  if (place.workspace.some(root => isWithin(path, root))) return 'workspace'
  const scratch = place.scratch.filter(root => isWithin(path, root))
  // A home in a temporary directory is still a home; a temporary directory in a home is scratch.
  if (isWithin(path, place.home)) return scratch.some(root => isWithin(root, place.home)) ? 'scratch' : 'home'
  if (scratch.length > 0) return 'scratch'
  if (path === '/' || homes.includes(folded)) return 'system'
  if (homes.some(root => isWithin(folded, root))) return 'foreign'
  return systemRoots.some(root => isWithin(folded, root)) ? 'system' : 'outside'
}

/** Whether losing the directory would break the machine or a home: `/`, `/usr`, `/home`, every home and its parents. */
export function isSystemRoot(given: string, place: Place): boolean {
  const path = foldPath(given)
  if (path === '/' || isWithin(foldPath(place.home), path)) return true
  if (homes.includes(path) || (homes.includes(parentOf(path)) && parentOf(path) !== '/root')) return true
  return systemRoots.includes(path) || devices.includes(path)
}

/** Whether a directory can be a workspace: never `/`, a home, or a parent of one. */
export const isGround = (root: string, home: string): boolean =>
  root !== '/' &&
  !isWithin(home, root) &&
  !homes.includes(foldPath(root)) &&
  !(homes.includes(foldPath(parentOf(root))) && parentOf(root) !== '/root')

/**
 * Whether a directory may be scratch space because the environment says so. A project can set the environment of its tools, so
 * the path itself must look like one: `~/.cache/tmp`, but not `~/.ssh`.
 */
export const isScratchRoot = (root: string, home: string): boolean =>
  isGround(root, home) && (sharedScratch.test(root) || /\/\.?(te?mp|scratch)([-_.][^/]*)?(\/|$)/i.test(root))

/** Memory and per-user directories for temporary files: of Linux, of macOS, and of Windows as Unix shells there name them. */
const sharedScratch =
  /^\/dev\/shm\/[^/.]|^(\/private)?\/var\/folders\/[^/]+\/[^/]+\/T(\/|$)|^(\/mnt)?\/[a-z]\/Users\/[^/]+\/AppData\/Local\/Temp(\/|$)/

/** `/dev/null` and similar devices: writing to them changes nothing. */
export const isHarmlessDevice = (path: string): boolean =>
  harmlessDevices.has(path) || /^\/dev\/fd\/\d+$|^\/proc\/self\/fd\/[012]$/.test(path)

/** Devices that commands use every day and that store nothing. */
const harmlessDevices = new Set([
  '/dev/null',
  '/dev/stdin',
  '/dev/stdout',
  '/dev/stderr',
  '/dev/tty',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
  '/dev/full',
])

const devices = ['/proc', '/sys', '/dev']

// The names below are folded.
const homes = ['/home', '/root', '/users', '/var/root']

const systemRoots = [
  '/bin',
  '/boot',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/sbin',
  '/usr',
  '/usr/bin',
  '/usr/lib',
  '/usr/local',
  '/usr/sbin',
  '/usr/share',
  '/var',
  '/var/lib',
  '/var/log',
  '/opt',
  '/srv',
  '/run',
  '/system',
  '/library',
  '/applications',
  '/private',
  '/private/etc',
  '/private/var',
  '/nix',
  '/snap',
  '/mnt',
  '/media',
]

/** The names that a root directory usually has. */
export const topNames: readonly string[] = [
  ...new Set([...systemRoots, ...devices, ...homes].map(path => path.split('/')[1] ?? '')),
]
