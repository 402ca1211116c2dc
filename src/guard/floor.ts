import { assertNever } from '../core/assert-never.ts'
import { type Place, projectPolicyName } from '../core/call.ts'
import type { Decision } from '../core/decision.ts'
import type { Effect, Run, Touch } from '../core/effect.ts'
import { expandHome, isWithin, parentOf, resolvePath } from '../core/path.ts'
import type { Reason } from '../core/verdict.ts'
import { isKnown, wordText } from '../core/word.ts'
import { effectWords } from '../core/wording/effect-words.ts'
import { foldPath } from './fold-path.ts'
import { isSystemRoot } from './zone.ts'

export interface FloorSubject {
  readonly effects: readonly Effect[]
  readonly place: Place
  /** The floor keeps file tools from more paths than shell commands (R5, R6, C35). */
  readonly isFileTool: boolean
}

/** Denies what no policy, mode or person can allow. In a pod, or in a container without host files, it asks instead. */
export function floor(subject: FloorSubject): readonly Reason[] {
  const reasons: Reason[] = []
  subject.effects.forEach((effect, index) => {
    const detail = breach(effect, subject)
    if (detail === null) return
    const words = `${effectWords(effect, subject.effects)}${detail === '' ? '' : `, ${detail}`}`
    reasons.push(
      isContained(effect)
        ? reason('ask', `${words} (the floor always asks about this)`, index)
        : reason('deny', `${words} (the floor never allows this)`, index),
    )
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

/** Why the floor forbids the effect, or '' where the effect's own words say enough; null if it does not forbid it. */
function breach(effect: Effect, subject: FloorSubject): string | null {
  switch (effect.kind) {
    case 'read':
      return readBreach(effect, subject)
    case 'write':
    case 'delete':
      return changeBreach(effect, subject)
    case 'change':
      return forbiddenChanges.has(`${effect.system}/${effect.action}`) ? '' : null
    case 'run':
      return runBreach(effect, subject)
    case 'connect':
    case 'spawn':
    case 'opaque':
      return null
    default:
      return assertNever(effect)
  }
}

const forbiddenChanges = new Set([
  'disk/format',
  'disk/overwrite',
  'disk/zero',
  'process/fork-bomb',
  'files/root',
  'sallyport/control',
  'typed/forbidden',
  'agent/unguarded',
])

function readBreach(effect: Touch, subject: FloorSubject): string | null {
  const path = foldPath(wordText(effect.path))
  if (subject.isFileTool && fileToolBreach(path) !== null) return fileToolBreach(path)
  if (accountSecrets.some(root => isWithin(path, root))) return 'which holds account secrets'
  if (rawDisk.test(path)) return 'a raw disk'
  if (processSecrets.test(path)) return "a process's memory, environment or open files"
  if (/(^|\/)(token|key)[^/]*$/.test(path) && isOwn(path, subject.place)) return "one of Sallyport's own secrets"
  return isTicket(path, subject.place) ? ticketText : null
}

/** Only Sallyport itself tells a client to start the runner: an agent that names it, or a ticket, has made the call up. */
function runBreach({ program, args, cwd }: Run, { place }: FloorSubject): string | null {
  const named = [program, ...args].flatMap(word => (isKnown(word) && word.includes('/') ? [word] : []))
  const directory = isKnown(cwd) ? cwd : '/'
  return named.some(word => isTicket(foldPath(resolvePath(directory, expandHome(word, place.home))), place))
    ? ticketText
    : null
}

const isTicket = (path: string, place: Place): boolean =>
  place.own.some(root => isWithin(path, `${foldPath(root)}/contain`))
const ticketText = "which belongs to Sallyport's contained calls"

/** Whether the floor protects the path by its name, in any zone. */
export function isKept(path: string, place: Place): boolean {
  const folded = foldPath(path)
  return (
    accountFiles.some(root => isWithin(folded, root)) ||
    rawDisk.test(folded) ||
    processSecrets.test(folded) ||
    isOwn(folded, place)
  )
}

/** Whether files that must never be read are below the path. */
export function holdsKept(path: string): boolean {
  const folded = foldPath(path)
  return accountSecrets.some(root => isWithin(root, folded)) || processFolder.test(folded)
}

function changeBreach(effect: Touch, subject: FloorSubject): string | null {
  const path = foldPath(wordText(effect.path))
  if (subject.isFileTool && fileToolBreach(path) !== null) return fileToolBreach(path)
  if (effect.zone === 'device') return 'a device or kernel file'
  if (isOwn(path, subject.place)) return "one of Sallyport's own files"
  if (accountFiles.some(root => isWithin(path, root))) return 'a file that defines user accounts'
  if (effect.zone === 'workspace' || effect.zone === 'scratch')
    return effect.kind === 'delete' && holdsGuard(path, subject.place) ? containsOwn : null
  if (systemFiles.some(root => isWithin(path, root))) return "part of the system's own programs"
  const takesAll = effect.kind === 'delete' || effect.recursive
  if (takesAll && isSystemRoot(path, subject.place)) return 'a whole system or home directory'
  if (effect.kind === 'write') return null
  if (holdsOwn(path, subject.place)) return containsOwn
  return isEverythingBelow(effect, subject.place) ? 'everything in a system or home directory' : null
}

/** `rm -rf /*` and `rm -rf /usr/*`: a glob for everything in a system directory. */
function isEverythingBelow(effect: Touch, place: Place): boolean {
  if (effect.kind !== 'delete' || typeof effect.path === 'string') return false
  const text = effect.path.parts.map(part => (typeof part === 'string' ? part : '*')).join('')
  const parent = parentOf(text)
  return /^[*.]+$/.test(text.slice(parent.length).replace('/', '')) && isSystemRoot(parent, place)
}

function fileToolBreach(path: string): string | null {
  if (kernelRoots.some(root => isWithin(path, root))) return 'below /proc, /sys or /dev, which file tools may not touch'
  return accountFiles.some(root => isWithin(path, root)) ? 'an account file, which file tools may not touch' : null
}

// The paths below are folded, like the names they are compared with.
const isOwn = (path: string, place: Place): boolean => ownFiles(place).some(root => isWithin(path, root))
const holdsOwn = (path: string, place: Place): boolean => ownFiles(place).some(root => isWithin(root, path))

/** Deleting a project may delete its policy file, but never settings with the installed hook. */
const holdsGuard = (path: string, place: Place): boolean => place.own.some(root => isWithin(foldPath(root), path))
const containsOwn = "which contains Sallyport's own files"

const ownFiles = (place: Place): readonly string[] => [
  ...place.own.map(foldPath),
  ...place.workspace.map(root => foldPath(`${root}/${projectPolicyName}`)),
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
  '/system',
]
const kernelRoots = ['/proc', '/sys', '/dev']
const accountSecrets = ['shadow', 'shadow-', 'gshadow', 'master.passwd', 'sudoers', 'sudoers.d'].flatMap(name => [
  `/etc/${name}`,
  // On macOS, `/etc` is a link to it.
  `/private/etc/${name}`,
])
const accountFiles = ['/etc/passwd', ...accountSecrets]
const rawDisk =
  /^\/dev\/(sd[a-z]|nvme\d|vd[a-z]|xvd[a-z]|hd[a-z]|disk\d|rdisk\d|mmcblk\d|dm-\d|md\d|loop\d|nbd\d|zd\d|pmem\d|bcache\d|disk\/|block\/|mapper\/|mem$|kmem$|port$)|^\/proc\/kcore$/
const processFolder = /^\/proc(\/(\d+|self|thread-self)(\/task(\/\d+)?)?)?$/
const processSecrets = /^\/proc\/(?!self\/fd\/[012]$)[^/]+\/(task\/[^/]+\/)?(environ|mem|fd|root)(\/|$)/
