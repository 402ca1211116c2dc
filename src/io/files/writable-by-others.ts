import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

/** The first path that users other than root and `owner` can write to, among the paths, everything below them and the directories above; null if there is none. */
export function writableByOthers(paths: readonly string[], owner = 0): string | null {
  for (const path of paths.map(one => realpathSync(one))) {
    for (const one of [...above(path), ...below(path)]) if (isOpen(lstatSync(one), owner)) return one
  }
  return null
}

/** In a directory with the sticky bit, other users can add files but not remove or replace those of someone else. */
function isOpen(stats: Stats, owner: number): boolean {
  if (stats.uid !== 0 && stats.uid !== owner) return true
  if (stats.isSymbolicLink() || (stats.isDirectory() && (stats.mode & 0o1000) !== 0)) return false
  return (stats.mode & 0o022) !== 0
}

const above = (path: string): readonly string[] => (dirname(path) === path ? [path] : [...above(dirname(path)), path])

const below = (path: string): readonly string[] =>
  lstatSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map(name => join(path, name))
    : []
