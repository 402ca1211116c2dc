import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isObject, type Json, own } from '../../core/json.ts'
import { baseName } from '../../core/path.ts'
import { type GuardedName, type PlantedName, plantedNames } from '../../fence/planted.ts'
import { ownPaths } from '../paths.ts'
import { namesIn } from './git-directories.ts'
import { guardedNames } from './guarded-names.ts'
import { isRunning } from './is-running.ts'

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
  const { state } = ownPaths(env)
  const note = `${state}/fence/open/${process.pid}-${randomUUID()}.json`
  mkdirSync(`${state}/fence/open`, { recursive: true, mode: 0o700 })
  noteNames(note, roots, env)
  return { finish: () => finishNote(note, env) }
}

/** Writes the protected names of these directories down. */
export function noteNames(note: string, roots: readonly string[], env: NodeJS.ProcessEnv): void {
  const before = roots.flatMap(root => guardedNames(root, ownPaths(env).home))
  writeFileSync(note, JSON.stringify({ roots, before: before.map(({ path, leadsTo }) => [path, leadsTo]) }), {
    mode: 0o600,
  })
}

/** Moves the protected names away that were created since the note was written, and removes the note. */
export function finishNote(note: string, env: NodeJS.ProcessEnv): readonly QuarantinedName[] {
  const { home, state } = ownPaths(env)
  const read = readNote(note)
  const after = (read?.roots ?? []).flatMap(root => guardedNames(root, home))
  const planted = read === null ? [] : plantedNames(read.before, after, read.roots)
  const moved = moveAway(planted, `${state}/fence/quarantine`)
  rmSync(note, { force: true })
  return moved
}

/** Finishes runs whose Sallyport was killed. The sandbox ended with it, so nothing of theirs still runs. */
export function finishKilledRuns(env: NodeJS.ProcessEnv): readonly QuarantinedName[] {
  const notes = `${ownPaths(env).state}/fence/open`
  return namesIn(notes).flatMap(name =>
    isRunning(Number(/^\d+/.exec(name)?.[0] ?? Number.NaN)) ? [] : finishNote(`${notes}/${name}`, env),
  )
}

function moveAway(names: readonly PlantedName[], quarantine: string): readonly QuarantinedName[] {
  return names.map(planted => {
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

interface RunNote {
  readonly roots: readonly string[]
  readonly before: readonly Pick<GuardedName, 'path' | 'leadsTo'>[]
}

function readNote(path: string): RunNote | null {
  try {
    const note: Json = JSON.parse(readFileSync(path, 'utf8'))
    if (!isObject(note)) return null
    const before = own(note, 'before')
    const pairs = Array.isArray(before) ? before.map(texts) : []
    return {
      roots: texts(own(note, 'roots')),
      before: pairs.flatMap(([path, leadsTo]) =>
        path === undefined || leadsTo === undefined ? [] : [{ path, leadsTo }],
      ),
    }
  } catch {
    return null
  }
}

const texts = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
