import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What every path of a tree is: kind, mode, content, target, other names, and whether the run changed its time. */
export type Tree = ReadonlyMap<string, string>

/** The times of a tree before a run, by path. */
export type Times = ReadonlyMap<string, bigint>

export function readTimes(root: string): Times {
  const times = new Map<string, bigint>()
  walk(root, (path, stats) => {
    times.set(path, stats.mtimeNs)
    return true
  })
  return times
}

/** Describes a tree after a run. `skips` says which paths are left out, with everything below them. */
export function readTree(root: string, before: Times, skips: (path: string) => boolean): Tree {
  const tree = new Map<string, string>()
  const firstNames = new Map<bigint, string>()
  walk(root, (path, stats) => {
    if (skips(path)) return false
    const kind = kindOf(stats)
    const first = firstNames.get(stats.ino)
    if (stats.nlink > 1n && kind === 'file' && first === undefined) firstNames.set(stats.ino, path)
    const parts = [
      kind === 'link' ? `link to ${readlinkSync(`${root}/${path}`)}` : `${kind} ${(stats.mode & 0o7777n).toString(8)}`,
      ...(kind === 'file' ? [before.get(path) === stats.mtimeNs ? 'old time' : 'new time'] : []),
      ...(first === undefined ? [] : [`same file as ${first}`]),
      ...(kind === 'file' ? [readFileSync(`${root}/${path}`, 'latin1')] : []),
    ]
    tree.set(path, parts.join('\n'))
    return true
  })
  return tree
}

function walk(root: string, see: (path: string, stats: BigIntStats) => boolean): void {
  const visit = (below: string) => {
    for (const name of readdirSync(`${root}/${below}`).sort()) {
      const path = below === '' ? name : `${below}/${name}`
      const stats = lstatSync(`${root}/${path}`, { bigint: true })
      if (see(path, stats) && stats.isDirectory()) visit(path)
    }
  }
  visit('')
}

const kindOf = (stats: BigIntStats): string =>
  stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'special'
