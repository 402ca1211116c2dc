import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

/** The first of the paths, of what lies below them and of the directories above that someone besides root and `owner` can write; null if there is none. */
export function writableByOthers(paths: readonly string[], owner = 0): string | null {
  for (const path of paths.map(one => realpathSync(one))) {
    for (const one of [...above(path), ...below(path)]) if (isOpen(lstatSync(one), owner)) return one
  }
  return null
}

/** In a directory with the sticky bit others can add, but neither remove nor replace what is not theirs. */
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
