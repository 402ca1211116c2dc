import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import type { FileFacts } from '../core/facts.ts'
import { parentOf, resolvePath } from '../core/path.ts'
import { askGit } from './ask-git.ts'
import { readRegular } from './read-regular.ts'

const maxText = 262_144
const maxLinks = 40

/** What the real file system says. Every failure is an answer: a gate must never stop because a file is odd. */
export const fileFacts: FileFacts = {
  realPath: path => followLinks(path),
  kind: path => quietly(() => kindOf(path), 'missing'),
  text: path => quietly(() => readText(path), null),
  names: path => quietly(() => readdirSync(path).sort(), null),
  ignored: path => isIgnored(path),
}

/** The kernel's way: component by component, so that `link/..` means the link's target. What is missing stays as written. */
function followLinks(path: string): string | null {
  // The next one last: to take the first of very many moves all the others.
  const rest = componentsOf(path).reverse()
  let real = ''
  let missing: string | null = null
  let links = 0
  while (rest.length > 0) {
    const part = rest.pop() ?? ''
    if (part === '..') {
      real = parentOf(real === '' ? '/' : real).replace(/^\/$/, '')
      continue
    }
    const next = `${real}/${part}`
    if (missing !== null && real.length < missing.length) missing = null
    // What lies below something that is missing is missing, too: nobody needs to ask a thousand times.
    const target = missing === null ? targetOf(next) : null
    if (target === undefined) missing = next
    if (target === null || target === undefined) {
      real = next
      continue
    }
    links += 1
    if (links > maxLinks) return null
    if (target.startsWith('/')) real = ''
    rest.push(...componentsOf(target).reverse())
  }
  return real === '' ? '/' : real
}

const componentsOf = (path: string): string[] => path.split('/').filter(part => part !== '' && part !== '.')

/** Where a link leads; null if it is none or cannot be asked, undefined if nothing is there. */
const targetOf = (path: string): string | null | undefined =>
  quietly(() => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat?.isSymbolicLink() === true ? readlinkSync(path) : stat && null
  }, null)

function kindOf(path: string): 'file' | 'directory' | 'other' {
  const stat = statSync(path)
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other'
}

function readText(path: string): string | null {
  const text = readRegular(path, { maxBytes: maxText })?.toString('utf8') ?? null
  return text?.includes('\0') ? null : text
}

/** Ignored, and nothing below it is tracked: an ignore line that an agent just wrote does not cover committed work. */
function isIgnored(path: string): boolean {
  const directory = existingParent(path)
  if (directory === null) return false
  return (
    askGit(directory, ['check-ignore', '-q', '--', path]) !== null &&
    askGit(directory, ['ls-files', '--cached', '--', path]) === ''
  )
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

/** The directory above `start` that holds `.git`; null if there is none. */
export function gitRoot(start: string): string | null {
  for (let at = resolvePath('/', start); ; at = parentOf(at)) {
    if (quietly(() => lstatSync(`${at}/.git`, { throwIfNoEntry: false }) !== undefined, false)) return at
    if (at === '/') return null
  }
}
