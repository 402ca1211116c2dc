import { randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { parentOf } from '../../core/path.ts'
import { type GroupLimit, groupLimits } from '../../fence/ground.ts'
import type { FenceLimits } from '../../fence/profile.ts'
import { isRunning } from './is-running.ts'

/** A control group of the kernel, which limits all processes of one run together. */
export interface ControlGroup {
  /** The words that put a command into the group. If they fail, the command does not start. */
  readonly enter: readonly string[]
  /** The limit that the kernel enforced so far. */
  reached(): 'memory' | 'processes' | null
  /** Removes the group. Returns false while it still has processes. */
  remove(): boolean
}

/** Where a group for a limit can be made, and which version of the kernel's interface it is. */
interface GroupPlace {
  readonly directory: string
  readonly version: 1 | 2
}

const controllers: Readonly<Record<GroupLimit, string>> = { memory: 'memory', processes: 'pids', cpus: 'cpu' }

/** The limits for which this user can make control groups here. */
export const groupedLimits = (system = systemGroups()): readonly GroupLimit[] =>
  groupLimits.filter(limit => placeFor(limit, system) !== null)

/** Makes a group with these limits. Call `remove` after the run. */
export function makeControlGroup(
  grouped: readonly GroupLimit[],
  limits: FenceLimits,
  system = systemGroups(),
): Result<ControlGroup> {
  const name = `${groupPrefix}${process.pid}-${randomUUID()}`
  const made = new Map<GroupLimit, GroupPlace>()
  const remove = () => [...made.values()].map(({ directory }) => removeGroup(directory)).every(done => done)
  for (const limit of grouped) {
    const above = placeFor(limit, system)
    const amount = limits[limit]
    if (amount === null) continue
    if (above === null) return fail('sandbox_denied', `there is no control group for \`${limit}\``)
    removeLeftGroups(above.directory)
    const place = { ...above, directory: `${above.directory}/${name}` }
    try {
      mkdirSync(place.directory, { recursive: true })
      made.set(limit, place)
      setLimit(limit, place, amount)
    } catch {
      remove()
      return fail('sandbox_denied', `the control group for \`${limit}\` cannot be made in ${above.directory}`)
    }
  }
  const files = [...new Set([...made.values()].map(({ directory }) => `${directory}/cgroup.procs`))]
  return ok({
    enter: files.length === 0 ? [] : ['/bin/sh', '-c', enterScript, 'sh', `${files.length}`, ...files],
    reached: () => {
      const memory = made.get('memory')
      const processes = made.get('processes')
      if (memory !== undefined && killedForMemory(memory)) return 'memory'
      return processes !== undefined && counted(`${processes.directory}/pids.events`, 'max') > 0 ? 'processes' : null
    },
    remove,
  })
}

const groupPrefix = 'sallyport-'

/** The shell enters each group itself and then becomes the command, so no process of the run is ever outside. */
const enterScript =
  'n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ > "$1" || exit 125; shift; n=$((n - 1)); done; exec "$@"'

function setLimit(limit: GroupLimit, { directory, version }: GroupPlace, amount: number): void {
  const set = (name: string, value: number | string) =>
    writeFileSync(`${directory}/${name}`, `${value}`, { flag: 'r+' })
  const setIfKnown = (name: string, value: number) => {
    try {
      set(name, value)
    } catch {
      // This kernel does not account for swap.
    }
  }
  if (limit === 'processes') return set('pids.max', amount)
  if (limit === 'cpus') {
    const quota = Math.round(amount * cpuPeriod)
    return version === 2 ? set('cpu.max', `${quota} ${cpuPeriod}`) : setCpuQuota(set, quota)
  }
  set(version === 2 ? 'memory.max' : 'memory.limit_in_bytes', amount)
  if (version === 2) {
    setIfKnown('memory.swap.max', 0)
    setIfKnown('memory.oom.group', 1)
  } else setIfKnown('memory.memsw.limit_in_bytes', amount)
}

function setCpuQuota(set: (name: string, value: number) => void, quota: number): void {
  set('cpu.cfs_period_us', cpuPeriod)
  set('cpu.cfs_quota_us', quota)
}

/** Microseconds. */
const cpuPeriod = 100_000

const killedForMemory = ({ directory, version }: GroupPlace): boolean =>
  counted(`${directory}/${version === 2 ? 'memory.events' : 'memory.oom_control'}`, 'oom_kill') > 0

function counted(file: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(textOf(file))?.[1] ?? 0)
}

/** The kernel's list of the control groups of this process. */
export interface SystemGroups {
  /** `/proc/self/cgroup` and `/proc/self/mountinfo`. */
  readonly own: string
  readonly mounts: string
}

const systemGroups = (): SystemGroups => ({
  own: textOf('/proc/self/cgroup'),
  mounts: textOf('/proc/self/mountinfo'),
})

/** The directory in which a group for this limit can be made; null if there is none. */
function placeFor(limit: GroupLimit, { own, mounts }: SystemGroups): GroupPlace | null {
  const controller = controllers[limit]
  for (const { version, names, root, at } of hierarchies(mounts)) {
    if (version === 1 && !names.includes(controller)) continue
    const listed = own.split('\n').map(line => /^\d+:([^:]*):(.*)$/.exec(line))
    const path = listed.find(line =>
      version === 2 ? line?.[1] === '' : line?.[1]?.split(',').includes(controller),
    )?.[2]
    if (path === undefined) continue
    const directory = `${at}${withoutRoot(path, root)}`.replace(/\/$/, '')
    const place = version === 1 ? directory : delegatedAbove(directory, at, controller)
    if (place !== null && canWrite(`${place}/cgroup.procs`) && canWrite(place)) return { directory: place, version }
  }
  return null
}

interface Hierarchy {
  readonly version: 1 | 2
  readonly names: readonly string[]
  /** The group that is mounted, and where. */
  readonly root: string
  readonly at: string
}

const hierarchies = (mounts: string): readonly Hierarchy[] =>
  mounts.split('\n').flatMap(line => {
    const [, root, at, type, options] = /^\d+ \d+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)/.exec(line) ?? []
    if (root === undefined || at === undefined) return []
    return [{ version: type === 'cgroup2' ? 2 : 1, names: (options ?? '').split(','), root, at }]
  })

const withoutRoot = (path: string, root: string): string =>
  path.startsWith(root) ? `/${path.slice(root.length)}`.replace('//', '/') : path

/**
 * The nearest group above this process that gives the controller to its children. A group with processes cannot do so, which
 * leaves out the one that this process is in.
 */
function delegatedAbove(directory: string, top: string, controller: string): string | null {
  for (let above = directory; above.startsWith(top); above = parentOf(above)) {
    if (textOf(`${above}/cgroup.subtree_control`).trim().split(' ').includes(controller)) return above
    if (above === top) return null
  }
  return null
}

/** Groups of runs whose Sallyport was killed. The kernel removes only empty ones. */
function removeLeftGroups(directory: string): void {
  for (const name of namesIn(directory))
    if (name.startsWith(groupPrefix) && !isRunning(Number.parseInt(name.slice(groupPrefix.length), 10)))
      removeGroup(`${directory}/${name}`)
}

function removeGroup(directory: string): boolean {
  try {
    rmdirSync(directory)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
