import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import type { FileFacts } from '../../core/facts.ts'
import { isWithin, parentOf, resolvePath } from '../../core/path.ts'
import { errorCode } from '../journal/journal-disk.ts'
import { askGit } from './ask-git.ts'
import { readRegular } from './read-regular.ts'

const maxText = 262_144
const maxLinks = 40
/** The longest path that the kernel accepts. */
const maxPath = 4_095

/** Facts from the real file system. Every failure is an answer, because an odd file must never stop the gate. */
export const fileFacts: FileFacts = {
  realPath: path => followLinks(path),
  kind: path => quietly(() => kindOf(path), 'missing'),
  text: path => quietly(() => readText(path), null),
  names: path => quietly(() => readdirSync(path).sort(), null),
  links: path => quietly(() => linksIn(path), null),
  ignored: path => isIgnored(path),
}

/**
 * Resolves a path like the kernel, component by component, so that `link/..` is the parent of the link's target. A missing part
 * stays as written. Null if the path cannot be known: too many links, a name that is not UTF-8, or a different target in every process.
 */
function followLinks(path: string): string | null {
  if (Buffer.byteLength(path) > maxPath || path.includes('\ufffd')) return null
  // In reverse, so that the next component is the last one: removing the first would move all the others.
  const rest = componentsOf(path).reverse()
  let real = ''
  let links = 0
  /** The first missing directory; nothing below it can be a link. */
  let missing: string | null = null
  while (rest.length > 0) {
    const part = rest.pop() ?? ''
    if (part === '..') {
      real = parentOf(real === '' ? '/' : real).replace(/^\/$/, '')
      if (missing !== null && !isWithin(real, missing)) missing = null
      continue
    }
    const next: string = `${real}/${part}`
    if (ofAProcess.test(next)) return null
    const found: Link = missing === null ? linkAt(next) : 'missing'
    if (found === null) return null
    if (found === 'missing') missing ??= next
    if (found === 'missing' || found === 'none') {
      real = next
      continue
    }
    links += 1
    if (links > maxLinks) return null
    if (found.target.startsWith('/')) real = ''
    rest.push(...componentsOf(found.target).reverse())
  }
  return real === '' ? '/' : real
}

const componentsOf = (path: string): string[] => path.split('/').filter(part => part !== '' && part !== '.')

/** Links with a different target in each process: the hook would not see what the call sees. */
const ofAProcess = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(cwd|root|exe|fd\/[^/]+)$/

/** The target of a link; null if it cannot be known whether the path is a link. */
type Link = { readonly target: string } | 'none' | 'missing' | null

function linkAt(path: string): Link {
  try {
    if (!lstatSync(path).isSymbolicLink()) return 'none'
    const target = readlinkSync(path)
    return target.includes('\ufffd') ? null : { target }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing'
    // A path that this user may not look at is closed to every program that the user starts.
    return code === 'EACCES' || code === 'EPERM' ? 'none' : null
  }
}

const linksIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap(entry => (entry.isSymbolicLink() ? [entry.name] : []))

function kindOf(path: string): 'file' | 'directory' | 'other' {
  const stat = statSync(path)
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other'
}

function readText(path: string): string | null {
  const text = readRegular(path, { maxBytes: maxText })?.toString('utf8') ?? null
  return text?.includes('\0') ? null : text
}

/**
 * Whether git ignores the path and tracks nothing below it. Committed work does not count as ignored, even if an agent has just
 * written an ignore line for it or created a repository inside another.
 */
function isIgnored(path: string): boolean {
  const directory = existingParent(path)
  if (directory === null || askGit(directory, ['check-ignore', '-q', '--', path]) === null) return false
  for (let at: string | null = directory; at !== null; at = aboveRepository(at))
    if (askGit(at, ['ls-files', '--cached', '--', path]) !== '') return false
  return true
}

/** The parent directory of a repository, if that belongs to another repository. */
function aboveRepository(directory: string): string | null {
  const root = gitRoot(directory)
  if (root === null || root === '/') return null
  return gitRoot(parentOf(root)) === null ? null : parentOf(root)
}

function existingParent(path: string): string | null {
  for (let at = parentOf(path); ; at = parentOf(at)) {
    if (quietly(() => statSync(at).isDirectory(), false)) return at
    if (at === '/') return null
  }
}

function quietly<T, F>(ask: () => T, otherwise: F): T | F {
  try {
    return ask()
  } catch {
    return otherwise
  }
}

/** The nearest directory, from `start` upwards, that contains `.git`; null if there is none. */
export function gitRoot(start: string): string | null {
  for (let at = resolvePath('/', start); ; at = parentOf(at)) {
    if (quietly(() => lstatSync(`${at}/.git`, { throwIfNoEntry: false }) !== undefined, false)) return at
    if (at === '/') return null
  }
}
