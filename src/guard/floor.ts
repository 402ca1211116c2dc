import { assertNever } from '../core/assert-never.ts'
import { type Place, projectPolicyName } from '../core/call.ts'
import type { Decision } from '../core/decision.ts'
import type { Effect, Touch } from '../core/effect.ts'
import { effectText } from '../core/effect-text.ts'
import { isWithin, parentOf } from '../core/path.ts'
import type { Reason } from '../core/verdict.ts'
import { wordText } from '../core/word.ts'
import { isSystemRoot } from './zone.ts'

export interface FloorSubject {
  readonly effects: readonly Effect[]
  readonly place: Place
  /** File tools keep R5 and R6 to the letter; shell commands follow C35. */
  readonly isFileTool: boolean
}

/** What is denied whatever any policy, mode or person says. In a container without the host's files it asks. */
export function floor(subject: FloorSubject): readonly Reason[] {
  const reasons: Reason[] = []
  subject.effects.forEach((effect, index) => {
    const because = breach(effect, subject)
    if (because === null) return
    const decision = isContained(effect) ? 'ask' : 'deny'
    reasons.push(reason(decision, `${because}: \`${effectText(effect)}\``, index))
  })
  return reasons
}

const reason = (decision: Decision, because: string, effect: number | null): Reason => ({
  layer: 'floor',
  decision,
  code: 'floor',
  because,
  effect,
  rule: null,
  instead: null,
})

const isContained = (effect: Effect): boolean =>
  (effect.where.at === 'container' && !effect.where.mounts) || effect.where.at === 'pod'

function breach(effect: Effect, subject: FloorSubject): string | null {
  switch (effect.kind) {
    case 'read':
      return readBreach(effect, subject)
    case 'write':
    case 'delete':
      return changeBreach(effect, subject)
    case 'change':
      return forbiddenChanges.get(`${effect.system}/${effect.action}`) ?? null
    case 'run':
    case 'connect':
    case 'spawn':
    case 'opaque':
      return null
    default:
      return assertNever(effect)
  }
}

const forbiddenChanges = new Map([
  ['disk/format', 'formatting a disk is never allowed'],
  ['disk/overwrite', 'overwriting a disk is never allowed'],
  ['disk/zero', 'writing out /dev/zero is never allowed'],
  ['process/fork-bomb', 'a fork bomb is never allowed'],
  ['files/root', 'deleting the root of the file system is never allowed'],
  ['sallyport/control', 'an agent does not control its own gatekeeper'],
  ['typed/forbidden', 'what is typed into a program keeps to the floor, too'],
  ['agent/unguarded', 'an agent does not start another one without its guard'],
])

function readBreach(effect: Touch, subject: FloorSubject): string | null {
  const path = wordText(effect.path)
  if (subject.isFileTool && fileToolBreach(path) !== null) return fileToolBreach(path)
  if (accountSecrets.some(root => isWithin(path, root))) return 'account secrets are never read'
  if (rawDisk.test(path)) return 'raw disks are never read'
  if (processSecrets.test(path)) return "another process's memory and environment are never read"
  if (/(^|\/)(token|key)[^/]*$/.test(path) && isOwn(path, subject.place))
    return "Sallyport's own secrets are never read"
  return null
}

/** Whether the floor keeps the path itself, whatever zone it lies in. */
export const isKept = (path: string, place: Place): boolean =>
  accountFiles.some(root => isWithin(path, root)) ||
  rawDisk.test(path) ||
  processSecrets.test(path) ||
  isOwn(path, place)

/** Whether files that are never read lie below the path. */
export const holdsKept = (path: string): boolean =>
  accountSecrets.some(root => isWithin(root, path)) || processFolder.test(path)

function changeBreach(effect: Touch, subject: FloorSubject): string | null {
  const path = wordText(effect.path)
  if (subject.isFileTool && fileToolBreach(path) !== null) return fileToolBreach(path)
  if (effect.zone === 'device') return 'devices and the kernel are never written to'
  if (isOwn(path, subject.place)) return "Sallyport's own files are not an agent's to change"
  if (accountFiles.some(root => isWithin(path, root))) return 'account files are never changed by hand'
  if (effect.zone === 'workspace' || effect.zone === 'scratch')
    return effect.kind === 'delete' && holdsGuard(path, subject.place) ? ownToDelete : null
  if (systemFiles.some(root => isWithin(path, root))) return "the system's own programs are never changed by hand"
  const takesAll = effect.kind === 'delete' || effect.recursive
  if (takesAll && isSystemRoot(path, subject.place))
    return 'a system directory or a home is never deleted or changed as a whole'
  if (effect.kind === 'write') return null
  if (holdsOwn(path, subject.place)) return ownToDelete
  return isEverythingBelow(effect, subject.place) ? 'everything in a system directory is never deleted' : null
}

/** `rm -rf /*` and `rm -rf /usr/*`: a glob straight below a system directory. */
function isEverythingBelow(effect: Touch, place: Place): boolean {
  if (effect.kind !== 'delete' || typeof effect.path === 'string') return false
  const text = effect.path.parts.map(part => (typeof part === 'string' ? part : '*')).join('')
  const parent = parentOf(text)
  return /^[*.]+$/.test(text.slice(parent.length).replace('/', '')) && isSystemRoot(parent, place)
}

function fileToolBreach(path: string): string | null {
  if (kernelRoots.some(root => isWithin(path, root))) return 'file tools never touch /proc, /sys and /dev'
  return accountFiles.some(root => isWithin(path, root)) ? 'file tools never touch account files' : null
}

const isOwn = (path: string, place: Place): boolean => ownFiles(place).some(root => isWithin(path, root))
const holdsOwn = (path: string, place: Place): boolean => ownFiles(place).some(root => isWithin(root, path))

/** A project's policy file may go with the project, settings that hold the hook may not. */
const holdsGuard = (path: string, place: Place): boolean => place.own.some(root => isWithin(root, path))
const ownToDelete = "Sallyport's own files are not an agent's to delete"

const ownFiles = (place: Place): readonly string[] => [
  ...place.own,
  ...place.workspace.map(root => `${root}/${projectPolicyName}`),
]

const systemFiles = [
  '/boot',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/System',
]
const kernelRoots = ['/proc', '/sys', '/dev']
const accountSecrets = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/sudoers', '/etc/sudoers.d']
const accountFiles = ['/etc/passwd', ...accountSecrets]
const rawDisk =
  /^\/dev\/(sd[a-z]|nvme\d|vd[a-z]|xvd[a-z]|hd[a-z]|disk\d|rdisk\d|mmcblk\d|dm-\d|md\d|loop\d|nbd\d|zd\d|pmem\d|bcache\d|disk\/|block\/|mapper\/|mem$|kmem$|port$)|^\/proc\/kcore$/
const processFolder = /^\/proc(\/(\d+|self|thread-self)(\/task(\/\d+)?)?)?$/
const processSecrets = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem|fd|root)(\/|$)/
