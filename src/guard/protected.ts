import type { World } from '../core/call.ts'
import { isKept } from './floor.ts'
import { isListed, sensitiveNames, sensitivity } from './sensitive.ts'

/** Whether a path is one that something in the way of a call looks out for: a table of secrets, the floor, a policy's own list. */
export const isProtected = (path: string, { place, sensitive }: Pick<World, 'place' | 'sensitive'>): boolean =>
  sensitivity(path, 'change') !== null || isKept(path, place) || isListed(path, sensitive, place)

/** Names that a glob might mean: the secret ones, what runs later, and what the floor keeps. */
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
