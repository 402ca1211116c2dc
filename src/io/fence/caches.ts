import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { removeTree } from '../files/remove-tree.ts'
import { nodeHash } from '../node-hash.ts'
import { findSystemProgram } from './find-programs.ts'
import { isRunning } from './is-running.ts'

/** One cache directory for each workspace, so that one project's builds cannot poison another's. It is in use from now on. */
export function openCaches(base: string, workspace: readonly string[]): Result<string> {
  const name = nodeHash(workspace.join('\n')).slice(0, 16)
  const path = `${base}/${name}`
  try {
    if (isDue(base)) pruneCaches(base, limits.fenceCacheBytes)
    markUse(base, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return ok(realpathSync.native(path))
  } catch {
    return fail('sandbox_denied', `the cache directory \`${path}\` cannot be created`)
  }
}

/**
 * Removes the caches that were used longest ago, until all together take at most `bytes`. Commands cannot change the names that
 * it works on: each one sees only the inside of its own workspace's directory. INVARIANT: caches of a workspace in which a run
 * may be going on stay, and no link is followed.
 */
export function pruneCaches(base: string, bytes: number): void {
  mkdirSync(`${base}/${notes}`, { recursive: true, mode: 0o700 })
  writeFileSync(`${base}/${notes}/pruned`, '')
  for (const name of namesIn(`${base}/${notes}`)) if (name.startsWith(removing)) removeTree(`${base}/${notes}/${name}`)
  const caches = measured(base)
  let total = caches.reduce((sum, { size }) => sum + size, 0)
  const oldestFirst = [...caches].sort((a, b) => a.usedAt - b.usedAt || a.changedAt - b.changedAt)
  for (const { workspace, path, size } of oldestFirst) {
    if (total <= bytes) return
    if (isInUse(base, workspace)) continue
    const aside = `${base}/${notes}/${removing}${randomUUID()}`
    renameSync(path, aside)
    removeTree(aside)
    total -= size
  }
}

/** A directory beside those of the workspaces. Its name cannot be the hash of one. */
const notes = 'notes'
const removing = 'removing-'

interface Cache {
  readonly workspace: string
  readonly path: string
  readonly size: number
  readonly usedAt: number
  readonly changedAt: number
}

/** The size of each program's cache in each workspace. `du` does not follow links, and stays on one file system. */
function measured(base: string): readonly Cache[] {
  const du = findSystemProgram('du')
  if (du === null) return []
  const { stdout } = spawnSync(du, ['-x', '-B1', '-d2', '--', base], {
    encoding: 'utf8',
    timeout: measureMs,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  })
  return stdout.split('\n').flatMap(line => {
    const [, size, path] = /^(\d+)\t(.+)$/.exec(line) ?? []
    const [workspace, cache, deeper] = path?.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : []
    if (path === undefined || workspace === undefined || cache === undefined || deeper !== undefined) return []
    if (workspace === notes) return []
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return [{ workspace, path, size: Number(size), usedAt: lastUse(base, workspace), changedAt }]
  })
}

/** Measuring many files takes time, so it is cut off, and done at most every ten minutes. */
const measureMs = 10_000
const betweenMs = 600_000

function isDue(base: string): boolean {
  const last = statSync(`${base}/${notes}/pruned`, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return existsSync(base) && Date.now() - last > betweenMs
}

/** Notes that this process uses the caches of a workspace, and forgets processes that have ended. */
function markUse(base: string, workspace: string): void {
  const directory = `${base}/${notes}/${workspace}`
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const pid of namesIn(directory)) if (!isRunning(Number(pid))) rmSync(`${directory}/${pid}`, { force: true })
  writeFileSync(`${directory}/${process.pid}`, '')
}

const isInUse = (base: string, workspace: string): boolean =>
  namesIn(`${base}/${notes}/${workspace}`).some(pid => isRunning(Number(pid)))

const lastUse = (base: string, workspace: string): number =>
  Math.max(
    0,
    ...namesIn(`${base}/${notes}/${workspace}`).map(
      pid => statSync(`${base}/${notes}/${workspace}/${pid}`, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  )

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
