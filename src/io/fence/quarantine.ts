import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isObject, type Json, own } from '../../core/json.ts'
import { baseName } from '../../core/path.ts'
import type { Entry } from '../../fence/ground.ts'
import { type PlantedName, plantedNames } from '../../fence/planted.ts'
import { ownPaths } from '../paths.ts'
import { guardedEntries } from './workspace-entries.ts'

/** A protected name that a fenced command created, and where it was moved. */
export interface QuarantinedName extends PlantedName {
  readonly movedTo: string
}

export interface NameGuard {
  /** Moves protected names that were created since the start out of the workspace. Call it when the command has ended. */
  finish(): readonly QuarantinedName[]
}

/** Remembers the protected names of these directories, also on disk, so that they are found even if Sallyport is killed. */
export function guardNames(roots: readonly string[], env: NodeJS.ProcessEnv): NameGuard {
  const before = roots.flatMap(guardedEntries)
  const directory = `${ownPaths(env).state}/fence`
  const note = `${directory}/open/${process.pid}-${randomUUID()}.json`
  mkdirSync(`${directory}/open`, { recursive: true, mode: 0o700 })
  writeFileSync(note, JSON.stringify({ roots, before: before.map(({ named }) => named) }), { mode: 0o600 })
  return {
    finish: () => {
      const moved = moveAway(roots, before, `${directory}/quarantine`)
      rmSync(note, { force: true })
      return moved
    },
  }
}

/** Finishes runs whose Sallyport was killed. The sandbox ended with it, so nothing of theirs still runs. */
export function finishKilledRuns(env: NodeJS.ProcessEnv): readonly QuarantinedName[] {
  const directory = `${ownPaths(env).state}/fence`
  return namesIn(`${directory}/open`).flatMap(name => {
    const note = `${directory}/open/${name}`
    if (isRunning(Number(/^\d+/.exec(name)?.[0] ?? Number.NaN))) return []
    const read = readNote(note)
    const moved =
      read === null
        ? []
        : moveAway(
            read.roots,
            read.before.map(path => ({ path, named: path, kind: 'file' as const })),
            `${directory}/quarantine`,
          )
    rmSync(note, { force: true })
    return moved
  })
}

function moveAway(roots: readonly string[], before: readonly Entry[], quarantine: string): readonly QuarantinedName[] {
  return plantedNames(before, roots.flatMap(guardedEntries)).map(planted => {
    const movedTo = `${quarantine}/${randomUUID()}-${baseName(planted.path)}`
    mkdirSync(quarantine, { recursive: true, mode: 0o700 })
    try {
      renameSync(planted.path, movedTo)
    } catch {
      // Another file system. Links are copied as links, so nothing outside is read.
      cpSync(planted.path, movedTo, { recursive: true, verbatimSymlinks: true })
      rmSync(planted.path, { recursive: true, force: true })
    }
    return { ...planted, movedTo }
  })
}

function readNote(path: string): { readonly roots: readonly string[]; readonly before: readonly string[] } | null {
  try {
    const note: Json = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(note) ? { roots: texts(own(note, 'roots')), before: texts(own(note, 'before')) } : null
  } catch {
    return null
  }
}

const texts = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
