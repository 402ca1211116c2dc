import { type PatchedFile, readPatch } from '../../core/patch-text.ts'
import { baseName, parentOf, resolvePath } from '../../core/path.ts'
import { isKnown, makeWord, type Word } from '../../core/word.ts'
import { locate } from '../../guard/locate.ts'
import { broughtTo } from '../brought-code.ts'
import { placeFrom, places } from '../scope.ts'
import type { ProgramCall } from './run.ts'
import { isStdin } from './shells.ts'

/** How a program applies patches. */
export interface Patching {
  /** Where the patches are; none: standard input. */
  readonly inputs: readonly Word[]
  /** Where the files are that they name. */
  readonly cwd: Word
  /** How many directories are taken off a name; null: all of them, or none. */
  readonly strip: number | null
  readonly isReversed: boolean
  /** Whether it goes by the names in the patch, and not by one that it is told. */
  readonly goesByNames: boolean
}

/** What patches do to the files that they name, as far as their text is known; whether any was. */
export function applyPatches(patching: Patching, call: ProgramCall): boolean {
  const inputs: readonly Word[] = patching.inputs.length === 0 ? ['-'] : patching.inputs
  const texts = inputs.flatMap(input => textsOf(input, call))
  for (const text of texts) {
    const patch = readPatch(text)
    if (patch.isEdScript) call.opaque('an ed script can run commands')
    if (patch.makesLinks) call.opaque('a patch that makes a link')
    if (!patching.goesByNames) continue
    for (const file of patch.files) applyFile(file, patching, call)
  }
  return texts.length > 0
}

function applyFile(file: PatchedFile, { strip, cwd, isReversed }: Patching, call: ProgramCall): void {
  const goes = file.does === (isReversed ? 'add' : 'remove')
  const count = strip === null ? null : Math.max(strip - (file.isBare ? 1 : 0), 0)
  for (const name of stripped(file.path, count)) {
    const path = withHoles(name)
    // What it takes away, the patch itself holds: nothing is lost.
    if (goes) call.move(placeFrom(cwd, path))
    else call.touch('write', path, 'patch', { cwd })
  }
}

/** A name without its first directories; without a number `patch` takes the last part, or the whole if that is there. */
function stripped(path: string, count: number | null): readonly string[] {
  if (count === null) return [...new Set([path, baseName(path)])]
  let rest = path
  for (let i = 0; i < count; i += 1) {
    const slash = /^[^/]*\/+/.exec(rest)
    if (slash === null) return []
    rest = rest.slice(slash[0].length)
  }
  return rest === '' ? [] : [rest]
}

/** Stands in a text for what nobody knows. */
const hole = '\0'

const withHoles = (name: string): Word =>
  makeWord(name.split(hole).flatMap((part, i) => (i === 0 ? [part] : [{ hole: '…', yields: 'text' as const }, part])))

/** The text of a patch that the call itself brings, or that lies on its own ground. */
function textsOf(input: Word, { frame }: ProgramCall): readonly string[] {
  const { stdin, world } = frame
  if (isStdin(input)) {
    if (stdin.from === 'file') return fileTexts(stdin.path)
    if (stdin.from !== 'text') return []
    const { text } = stdin
    return [isKnown(text) ? text : text.parts.map(part => (typeof part === 'string' ? part : hole)).join('')]
  }
  return fileTexts(input)

  function fileTexts(file: Word): readonly string[] {
    if (frame.where.at !== 'local') return []
    return places(frame.scope).flatMap(place => {
      const path = placeFrom(place, file)
      const { zone } = locate({ kind: 'read', path, cwd: place, how: 'patch' }, world)
      if (!isKnown(path) || (zone !== 'workspace' && zone !== 'scratch')) return []
      const plain = resolvePath('/', path)
      const brought = broughtTo(plain, frame)
      return (brought === null ? world.facts.text(plain) : brought.text) ?? []
    })
  }
}

/** The top of the repository that a directory is in: git takes the names of a patch from there. */
export function topOf(directory: Word, { frame }: ProgramCall): Word {
  if (!isKnown(directory) || frame.where.at !== 'local') return directory
  for (let top = resolvePath('/', directory); top !== '/'; top = parentOf(top))
    if (frame.world.facts.kind(`${top}/.git`) !== 'missing') return top
  return directory
}
