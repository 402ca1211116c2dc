import { nowhere, type Place, projectPolicyName } from '../core/call.ts'
import { baseName, expandHome, isWithin, resolvePath } from '../core/path.ts'
import { isKept } from '../guard/floor.ts'
import { foldPath } from '../guard/fold-path.ts'
import { isSystemRoot } from '../guard/zone.ts'
import { rememberedSensitivity } from './remembered-sensitivity.ts'

type PathPlace = Pick<Place, 'home' | 'workspace' | 'own'>

/**
 * Why the fence never lets a command write to an absolute path; null if a policy or a person may name it.
 * INVARIANT: secrets, settings that run code later, the system's own files and Sallyport's own files stay as they are.
 */
export function unwritableReason(path: string, named: PathPlace): string | null {
  const place: Place = { ...nowhere, ...named }
  const folded = foldPath(path)
  if (isSystemRoot(path, place)) return 'the fence must not open everything below it'
  if (systemDirectories.some(root => isWithin(folded, root))) return 'it belongs to the system'
  if (isKept(path, place) || baseName(path) === projectPolicyName) return 'it belongs to Sallyport'
  if (place.own.some(own => isWithin(own, path))) return "Sallyport's own files are in it"
  if (settingsDirectories.some(name => path === `${place.home}/${name}`))
    return 'settings of other programs are in it; name one directory in it'
  const why = rememberedSensitivity(path, 'read') ?? keptReason(path)
  return why === null ? null : `it is protected: ${why}`
}

/**
 * The directory that gets an overlay so that a command can write to a path: the path itself, or the directory that it is in,
 * or would be created in. Null if the fence must not open that. Only changes of the path itself are committed.
 */
export const overlayGround = (path: string, directory: string, named: PathPlace): string | null =>
  unwritableReason(path, named) === null && unwritableReason(directory, named) === null ? directory : null

const systemDirectories = [
  ...['/proc', '/sys', '/dev', '/etc', '/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/boot'],
  ...['/run', '/var/run', '/var/lib', '/nix', '/snap', '/system', '/library', '/private/etc'],
]

/** Directories of the home in which programs look for settings, some of which run code. */
const settingsDirectories = ['.config', '.local', '.local/share', '.local/state', 'Library']

/** Why a name is kept from changes. Lock files and package settings stay writable, since builds write them. */
export function keptReason(path: string): string | null {
  const why = rememberedSensitivity(path, 'change')
  return why === null || rememberedSensitivity(path, 'read') !== null || writtenByBuilds.has(why) ? null : why
}

const writtenByBuilds = new Set([
  'pinned dependencies',
  'package source settings',
  'name that programs take for an option',
])

/** The paths that a policy names: absolute, `~/…`, or relative to each workspace. */
export const namedPaths = (
  paths: readonly string[],
  { home, workspace }: Pick<Place, 'home' | 'workspace'>,
): readonly string[] =>
  paths.flatMap(path => {
    const expanded = expandHome(path, home)
    return expanded.startsWith('/') ? [resolvePath('/', expanded)] : workspace.map(root => resolvePath(root, expanded))
  })
