import type { EnvEntry } from '../../core/effect.ts'
import { resolvePath } from '../../core/path.ts'
import { isKnown, makeWord, type Word, wordText } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { placeFrom, places } from '../frame/scope.ts'
import { isInstallPath, systemDirectories } from '../provenance/installed.ts'
import { introducedAt } from '../provenance/introduced-code.ts'

/**
 * The file that a bare program name means, if a directory of the agent's comes before the system's in `PATH`:
 * `PATH=bin:$PATH ls` starts `bin/ls` if there is one. Null if the name means the system's program. Relative entries are
 * looked up in the current directory, as the shell does at each start.
 */
export function foundOnPath(program: Word, env: readonly EnvEntry[], frame: Frame): Word | null {
  const path = env.findLast(({ name }) => name === 'PATH')?.value ?? frame.scope.variables.get('PATH')
  if (path === undefined || !isKnown(program) || program.includes('/') || frame.where.at !== 'local') return null
  for (const entry of wordText(path).split(':')) {
    if (isInherited(entry) || isSystems(entry, frame)) return null
    // Unknown entries are opaque where `PATH` is set.
    if (/[$`~]/.test(entry)) continue
    for (const place of places(frame.scope)) {
      const file = placeFrom(place, `${entry === '' ? '.' : entry}/${program}`)
      if (!isKnown(file)) return makeWord([{ hole: '$PWD', yields: 'text' }, `/${entry}/${program}`])
      if (mayExist(resolvePath('/', file), frame)) return resolvePath('/', file)
    }
  }
  return null
}

const isInherited = (entry: string): boolean => entry === '$PATH' || entry === '${PATH}'

const isSystems = (entry: string, { world }: Frame): boolean =>
  systemDirectories.has(entry) || isInstallPath(entry, world.place)

const mayExist = (file: string, frame: Frame): boolean =>
  frame.world.facts.kind(file) !== 'missing' || introducedAt(file, frame) !== null
