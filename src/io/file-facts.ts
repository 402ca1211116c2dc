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
  const rest = path.split('/').filter(part => part !== '' && part !== '.')
  let real = ''
  let links = 0
  while (rest.length > 0) {
    const part = rest.shift() ?? ''
    if (part === '..') {
      real = parentOf(real === '' ? '/' : real).replace(/^\/$/, '')
      continue
    }
    const next = `${real}/${part}`
    const target = quietly(() => (lstatSync(next).isSymbolicLink() ? readlinkSync(next) : null), null)
    if (target === null) {
      real = next
      continue
    }
    links += 1
    if (links > maxLinks) return null
    if (target.startsWith('/')) real = ''
    rest.unshift(...target.split('/').filter(one => one !== '' && one !== '.'))
  }
  return real === '' ? '/' : real
}

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
