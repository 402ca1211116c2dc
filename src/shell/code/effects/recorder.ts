import type { CodeEffect, CodeReading } from '../../../core/code.ts'
import { isKnown, makeWord, type Word, wordText } from '../../../core/word.ts'
import { isAnchored, joinPaths, pathWord } from '../evaluation/path-words.ts'
import { commandEffect, type EnvPair, type StartedCommand } from './commands.ts'

/** Collects the effects of a piece of code. */
export interface CodeRecorder {
  readonly touch: (kind: 'read' | 'write' | 'delete', path: Word, recursive: boolean) => void
  readonly command: (command: StartedCommand) => void
  readonly connect: (address: Word, sends: boolean) => void
  readonly change: (change: `${string}/${string}`, target: Word | null) => void
  readonly opaque: (why: string) => void
  /** The code changes its working directory at some point. */
  readonly enter: (directory: Word) => void
  readonly setVariable: (name: Word, value: Word) => void
  /** `load`: a module without a table; `use`: a member of such a module that the code uses, under its full name. */
  readonly load: (path: string, why: string) => void
  readonly use: (name: string) => void
  /** `search`: modules are also loaded from this directory; `unplace`: they may be loaded from anywhere. */
  readonly search: (directory: Word) => void
  readonly unplace: () => void
  readonly finish: () => CodeReading
}

const mostEffects = 400

/**
 * A recorder for one piece of code. The order of statements is not tracked, so a change of directory or environment may
 * come before any effect: each effect is recorded without it and with it.
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

  /** In another directory the same name is a different module. */
  function moduleEffects(): readonly CodeEffect[] {
    if (isUnplaced || directories.length > 0) {
      for (const reason of loads.values()) opaque(reason)
      if (searched.length > 0) opaque('changes where modules are found')
      return []
    }
    return [
      ...searched.map(directory => ({ kind: 'search', directory: pathWord(directory) }) as const),
      ...[...loads].map(([path, reason]) => {
        const root = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path
        const uses = [...used].filter(
          name => name === root || name.startsWith(`${root}.`) || name.startsWith(`${root}/`),
        )
        return { kind: 'load', path, uses, why: reason } as const
      }),
    ]
  }

  return {
    touch: (kind, path, recursive) => void touches.push({ kind, path, recursive }),
    command: command => void commands.push(command),
    connect: (address, sends) => void others.push({ kind: 'connect', address, sends }),
    change: (change, target) => void others.push({ kind: 'change', change, target }),
    opaque,
    enter: directory => void directories.push(directory),
    setVariable: (name, value) =>
      isKnown(name) ? void variables.push({ name, value }) : opaque(`sets the variable \`${wordText(name)}\``),
    load: (path, reason) => void loads.set(path, reason),
    use: name => void used.add(name),
    search: directory => void searched.push(directory),
    unplace: () => {
      isUnplaced = true
    },
    finish,
  }
}

/** A single directory is exact; several relative ones may be entered in any order, so the result is unknown. */
function reachable(directories: readonly Word[]): readonly Word[] {
  const relative = directories.filter(directory => !isAnchored(directory))
  if (relative.length < 2 && (relative.length === 0 || directories.length === 1)) return directories
  return [...directories.filter(isAnchored), makeWord([{ hole: relative.map(wordText).join('/'), yields: 'text' }])]
}

const below = (place: Word | null, path: Word): Word => (place === null ? path : joinPaths([place, path]))
