import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { isObject, type Json, own } from '../../core/json.ts'
import type { ReachableHost } from '../../fence/fence.ts'
import { findRegistries, registryFiles } from '../../fence/registries.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { nodeHash } from '../node-hash.ts'

/**
 * The registries of the projects in these directories. INVARIANT: hosts that the project's files name count only if they did when
 * the workspace was first seen. Fenced code can write a lock file, and must not open the network for its next run.
 */
export function readRegistries(directories: readonly string[], state: string): readonly ReachableHost[] {
  const found = directories.map(directory => findRegistries(textsIn(directory)))
  const named = found.flatMap(one => one.named)
  const known = knownHosts(`${state}/fence/registries/${nodeHash(directories.join('\n')).slice(0, 16)}.json`, named)
  return [...found.flatMap(({ usual }) => usual), ...named.filter(({ host }) => known.has(host))]
}

const textsIn = (directory: string): ReadonlyMap<string, string> =>
  new Map(
    registryFiles.flatMap(name => {
      const text = startOf(`${directory}/${name}`)
      return text === null ? [] : [[name, text] as const]
    }),
  )

const mostBytes = 4 * 2 ** 20

/** The beginning of a regular file; null if there is none. */
function startOf(path: string): string | null {
  let fd: number | null = null
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = fstatSync(fd)
    if (!fstatSync(fd).isFile()) return null
    const bytes = Buffer.alloc(Math.min(size, mostBytes))
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0))
  } catch {
    return null
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

/** The hosts from the first look at this workspace. This one is the first if no file says otherwise. */
function knownHosts(file: string, named: readonly ReachableHost[]): ReadonlySet<string> {
  const stored = startOf(file)
  if (stored !== null) return new Set(hostsIn(stored))
  const hosts = named.map(({ host }) => host)
  try {
    mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 })
    writeAtomic(file, `${JSON.stringify({ hosts })}\n`)
    return new Set(hosts)
  } catch {
    return new Set()
  }
}

function hostsIn(text: string): readonly string[] {
  try {
    const stored: Json = JSON.parse(text)
    const hosts = isObject(stored) ? own(stored, 'hosts') : undefined
    return Array.isArray(hosts) ? hosts.filter(host => typeof host === 'string') : []
  } catch {
    return []
  }
}
