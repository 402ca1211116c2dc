import { assertNever } from '../../../core/assert-never.ts'
import { type PatchedFile, patchedFiles, readPatch } from '../../../core/patch/patch-text.ts'
import { baseName, parentOf, resolvePath } from '../../../core/path.ts'
import { isKnown, makeWord, type Word } from '../../../core/word.ts'
import { locate } from '../../../guard/locate.ts'
import { expandGlob } from '../../frame/globs.ts'
import { placeFrom, places } from '../../frame/scope.ts'
import { holdsChanges } from '../../output/patch-source.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { isProcessOutput, isStdin } from '../languages/shells.ts'

/** How a program applies patches. */
export interface Patching {
  /** The patch files; empty for standard input. */
  readonly inputs: readonly Word[]
  /** The directory that the names in the patch are relative to. */
  readonly cwd: Word
  /** How many leading directories are removed from a name; null: all of them, or none. */
  readonly strip: number | null
  readonly isReversed: boolean
  /** Whether it uses the names in the patch rather than a file given as an operand. */
  readonly goesByNames: boolean
  /** Whether that directory differs from the working directory. */
  readonly hasOtherDirectory: boolean
}

/** Records the changes to the files that patches name, as far as the text is known; returns whether any text was known. */
export function applyPatches(patching: Patching, call: ProgramCall): boolean {
  const inputs: readonly Word[] = patching.inputs.length === 0 ? ['-'] : patching.inputs
  const found = inputs.flatMap(input => textsOf(input, patching, call))
  if (found.includes(null)) call.opaque('a patch whose text cannot be read')
  const texts = found.filter(text => text !== null)
  for (const text of texts) {
    const patch = readPatch(text)
    const files = patchedFiles(patch)
    if (patch.isEdScript) call.opaque('an ed script, which can run commands')
    // A name that is not UTF-8 is a different name to the program that applies it.
    if (files.some(file => file.path.includes('\uFFFD'))) call.opaque('a patch whose names cannot be read')
    if (patch.makesLinks) call.opaque('a patch that creates a link')
    if (!patching.goesByNames) continue
    for (const file of files) applyFile(file, patching, call)
  }
  return texts.length > 0
}

function applyFile(file: PatchedFile, { strip, cwd, isReversed }: Patching, call: ProgramCall): void {
  const goes = file.does === (isReversed ? 'add' : 'remove')
  const count = strip === null ? null : Math.max(strip - (file.isBare ? 1 : 0), 0)
  for (const name of stripped(file.path, count)) {
    const path = withHoles(name)
    // The patch contains the removed content, so nothing is lost.
    if (goes) call.move(placeFrom(cwd, path))
    else call.touch('write', path, 'patch', { cwd })
  }
}

/**
 * A name without its first directories; without a number, `patch` uses the last part, or the whole name if that file
 * exists.
 */
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

/** Marks the unknown parts of a text. */
const hole = '\0'

const withHoles = (name: string): Word =>
  makeWord(name.split(hole).flatMap((part, i) => (i === 0 ? [part] : [{ hole: '…', yields: 'text' as const }, part])))

/**
 * The texts of a patch that the call contains or that is in the workspace or scratch space; null for one that cannot be
 * read.
 */
function textsOf(input: Word, patching: Patching, call: ProgramCall): readonly (string | null)[] {
  const { stdin } = call.frame
  if (!isStdin(input)) return expandGlob(input, call.frame).flatMap(file => fileTexts(file, patching, call))
  switch (stdin.from) {
    case 'file':
      return isStdin(stdin.path) ? [null] : fileTexts(stdin.path, patching, call)
    case 'text': {
      const { text } = stdin
      return [isKnown(text) ? text : text.parts.map(part => (typeof part === 'string' ? part : hole)).join('')]
    }
    case 'pipe':
      return stdin.patch === 'repository' ? ownChanges(patching) : pipedTexts(stdin.patch ?? null, patching, call)
    // `exec < x`: standard input may be a file that the shell opened earlier.
    case 'nothing':
      return call.frame.recorder.effects.some(effect => effect.kind === 'read' && effect.how.startsWith('<'))
        ? [null]
        : []
    default:
      return assertNever(stdin)
  }
}

/**
 * A patch that git prints for a repository uses the repository's own file names; with another directory or strip count the
 * names may be any.
 */
const ownChanges = ({ strip, hasOtherDirectory }: Patching): readonly null[] =>
  strip === null || strip > 1 || hasOtherDirectory ? [null] : []

/** `cat a b | git apply`: treated as one text, because a name may begin in one file and end in the next. */
function pipedTexts(
  files: readonly string[] | null,
  patching: Patching,
  call: ProgramCall,
): readonly (string | null)[] {
  if (files === null) return [null]
  const texts = files.flatMap(file => (isStdin(file) ? [null] : fileTexts(file, patching, call)))
  return texts.length === 0 || texts.includes(null) ? texts : [texts.join('')]
}

function fileTexts(file: Word, patching: Patching, { frame }: ProgramCall): readonly (string | null)[] {
  const { facts } = frame.world
  if (frame.where.at !== 'local') return []
  if (isProcessOutput(file)) return [null]
  return places(frame.scope).flatMap((place): readonly (string | null)[] => {
    const path = placeFrom(place, file)
    // Without access to a file system, no file exists.
    if (!isKnown(path)) return facts.kind('/') === 'missing' ? [] : [null]
    const plain = resolvePath('/', path)
    const written = introducedAt(plain, frame)
    if (written?.text === null && holdsChanges(plain, frame)) return ownChanges(patching)
    const { zone } = locate({ kind: 'read', path, cwd: place, how: 'patch' }, frame.world)
    const isOwn = zone === 'workspace' || zone === 'scratch'
    if (written !== null) return [isOwn ? written.text : null]
    return facts.kind(plain) === 'missing' ? [] : [isOwn ? facts.text(plain) : null]
  })
}

/** The top of the repository that contains a directory: git resolves the names of a patch from there. */
export function topOf(directory: Word, { frame }: ProgramCall): Word {
  if (!isKnown(directory) || frame.where.at !== 'local') return directory
  for (let top = resolvePath('/', directory); top !== '/'; top = parentOf(top))
    if (frame.world.facts.kind(`${top}/.git`) !== 'missing') return top
  return directory
}
