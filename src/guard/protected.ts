import type { World } from '../core/call.ts'
import { matchWildcard } from '../core/glob.ts'
import { isKept } from './floor.ts'
import { foldPath } from './fold-path.ts'
import { isListed, sensitiveNames, sensitivity } from './sensitive.ts'

/** Whether a path is protected: by the tables of sensitive paths, by the floor, or by a policy's own list. */
export const isProtected = (path: string, { place, sensitive }: Pick<World, 'place' | 'sensitive'>): boolean =>
  sensitivity(path, 'change') !== null || isKept(path, place) || isListed(path, sensitive, place)

/**
 * Why a glob for one name selects a sensitive one in particular: `.[e]nv`, `*env*`, `id_r?a`. Null for a glob that also
 * matches everyday names, such as `*.json`.
 */
export function picksSensitive(glob: string): string | null {
  // A class of characters counts as any character: matching too much is safe.
  const pattern = foldPath(glob.replaceAll(/\[[^\][]{1,100}\]/g, '?'))
  if (!/[*?]/.test(pattern) || everydayNames.some(name => matchWildcard(pattern, name))) return null
  // `secrets*` names no certain file, but only secrets.
  if (/^(secret|credential|password)s?[*?.]*$/.test(pattern)) return 'credentials'
  for (const name of secretNameList) if (matchWildcard(pattern, name)) return sensitivity(`/${name}`, 'read')
  return null
}

const everydayNames = [
  ...[
    'index.ts',
    'main.py',
    'app.js',
    'readme.md',
    'package.json',
    'config.yml',
    'docker-compose.yaml',
    'makefile',
    'src',
  ],
  ...['.gitignore', '.github', '.prettierrc', 'test.txt', 'settings.xml', 'data.db', 'app.log', 'a.conf'],
]

/** The names that are sensitive to read. */
const secretNameList: readonly string[] = sensitiveNames()
  .map(foldPath)
  .filter(name => sensitivity(`/${name}`, 'read') !== null)

/** Protected names that a glob might match: sensitive ones, and those that the floor protects. */
export const protectedNames: ReadonlySet<string> = new Set([
  ...sensitiveNames(),
  'shadow',
  'shadow-',
  'gshadow',
  'sudoers',
  'sudoers.d',
  'passwd',
  'environ',
  'mem',
  'fd',
  'root',
  'etc',
  'usr',
  'bin',
  'sbin',
  'boot',
  'home',
  'lib',
  'opt',
  'var',
  'dev',
  'sys',
  'proc',
  'sallyport.yaml',
  'sallyport',
])
