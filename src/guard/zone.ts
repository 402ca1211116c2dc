import type { Place } from '../core/call.ts'
import type { Zone } from '../core/effect.ts'
import { isWithin, parentOf } from '../core/path.ts'
import { foldPath } from './fold-path.ts'

/** The zone of an absolute, resolved path. Only zones that restrict are compared folded: `/w/PROJECT` may not be `/w/project`. */
export function zoneOf(path: string, place: Place): Zone {
  if (isHarmlessDevice(path)) return 'scratch'
  const folded = foldPath(path)
  if (devices.some(root => isWithin(folded, root))) return 'device'
  if (place.workspace.some(root => isWithin(path, root))) return 'workspace'
  if (isWithin(path, place.home)) return 'home'
  if (place.scratch.some(root => isWithin(path, root))) return 'scratch'
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
