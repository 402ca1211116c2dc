import type { World } from '../core/call.ts'
import { isKept } from './floor.ts'
import { isListed, sensitiveNames, sensitivity } from './sensitive.ts'

/** Whether a path is protected: by the tables of sensitive paths, by the floor, or by a policy's own list. */
export const isProtected = (path: string, { place, sensitive }: Pick<World, 'place' | 'sensitive'>): boolean =>
  sensitivity(path, 'change') !== null || isKept(path, place) || isListed(path, sensitive, place)

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
