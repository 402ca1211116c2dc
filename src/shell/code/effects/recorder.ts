import type { CodeEffect, CodeReading } from '../../../core/code.ts'
import { isKnown, makeWord, type Word, wordText } from '../../../core/word.ts'
import { isAnchored, joinPaths, pathWord } from '../evaluation/path-words.ts'
import { commandEffect, type EnvPair, type StartedCommand } from './commands.ts'

/** Gathers what code does. */
export interface CodeRecorder {
  readonly touch: (kind: 'read' | 'write' | 'delete', path: Word, recursive: boolean) => void
  readonly command: (command: StartedCommand) => void
  readonly connect: (host: Word, sends: boolean) => void
  readonly change: (change: `${string}/${string}`, target: Word | null) => void
  readonly opaque: (why: string) => void
  /** The code works in another directory, from some point on. */
  readonly enter: (directory: Word) => void
  readonly setVariable: (name: Word, value: Word) => void
  /** A module that nobody vouches for, and that such a module is used, by the first part of its path. */
  readonly load: (path: string, why: string) => void
  readonly use: (root: string) => void
  /** Modules are found in this directory too, or anywhere at all. */
  readonly search: (directory: Word) => void
  readonly unplace: () => void
  readonly finish: () => CodeReading
}

const mostEffects = 400

/**
 * A recorder for one piece of code. Since the order of statements is not followed, a change of directory or of the
 * environment may stand before any effect: each is recorded without it and with it.
 */
export function newCodeRecorder(): CodeRecorder {
  const touches: { readonly kind: 'read' | 'write' | 'delete'; readonly path: Word; readonly recursive: boolean }[] = []
  const commands: StartedCommand[] = []
  const others: CodeEffect[] = []
  const directories: Word[] = []
  const variables: EnvPair[] = []
  const loads = new Map<string, string>()
  const used = new Set<string>()
  const searched: Word[] = []
  let isUnplaced = false
  let why: string | null = null

  const opaque = (reason: string): void => {
    why ??= reason
  }

  function finish(): CodeReading {
    const places: readonly (Word | null)[] = [null, ...reachable(directories)]
    const effects = [
      ...touches.flatMap(touch => places.map(place => ({ ...touch, path: pathWord(below(place, touch.path)) }))),
      ...commands.flatMap(command =>
        places.map(place => {
          const cwd = place === null ? command.cwd : command.cwd === null ? place : below(place, command.cwd)
          return commandEffect({ ...command, cwd, env: [...variables, ...command.env] })
        }),
      ),
      ...others,
      ...moduleEffects(),
    ]
    const distinct = [...new Map(effects.map(effect => [JSON.stringify(effect), effect])).values()]
    if (distinct.length > mostEffects) opaque(`more than ${mostEffects} effects`)
    return { effects: distinct.slice(0, mostEffects), opaque: why }
  }

  /** From another directory the same name is another module. */
  function moduleEffects(): readonly CodeEffect[] {
    if (isUnplaced || directories.length > 0) {
      for (const reason of loads.values()) opaque(reason)
      if (searched.length > 0) opaque('changes where modules are found')
      return []
    }
    return [
      ...searched.map(directory => ({ kind: 'search', directory: pathWord(directory) }) as const),
      ...[...loads].map(([path, reason]) => {
        const looksOnly = /^\w/.test(path) && !used.has(path.split('/')[0] ?? '')
        return { kind: 'load', path, looksOnly, why: reason } as const
      }),
    ]
  }

  return {
    touch: (kind, path, recursive) => void touches.push({ kind, path, recursive }),
    command: command => void commands.push(command),
    connect: (host, sends) => void others.push({ kind: 'connect', host, sends }),
    change: (change, target) => void others.push({ kind: 'change', change, target }),
    opaque,
    enter: directory => void directories.push(directory),
    setVariable: (name, value) =>
      isKnown(name) ? void variables.push({ name, value }) : opaque(`sets the variable \`${wordText(name)}\``),
    load: (path, reason) => void loads.set(path, reason),
    use: root => void used.add(root),
    search: directory => void searched.push(directory),
    unplace: () => {
      isUnplaced = true
    },
    finish,
  }
}

/** One directory is where it says; several relative ones may be entered in any order, from anywhere. */
function reachable(directories: readonly Word[]): readonly Word[] {
  const relative = directories.filter(directory => !isAnchored(directory))
  if (relative.length < 2 && (relative.length === 0 || directories.length === 1)) return directories
  return [...directories.filter(isAnchored), makeWord([{ hole: relative.map(wordText).join('/'), yields: 'text' }])]
}

const below = (place: Word | null, path: Word): Word => (place === null ? path : joinPaths([place, path]))
