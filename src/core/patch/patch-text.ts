import { changeAt, type EnvelopeChange, envelopeNames } from './patch-envelope.ts'
import { headerAt, type PatchHeader } from './patch-header.ts'
import { type Hunk, hunkAt, restOf } from './patch-hunk.ts'

/** The text of a patch, read for every program that might apply it. */
export interface Patch {
  /** Every name of a file, in the order of the text. */
  readonly names: readonly PatchName[]
  /** Whether it is a script for `ed` instead. */
  readonly isEdScript: boolean
  readonly makesLinks: boolean
}

/** A file by one of its names. It may have several, and each program picks its own. */
export interface PatchedFile {
  readonly path: string
  readonly does: 'add' | 'change' | 'remove'
  /** Whether the name has no `a/` or `b/` that a program takes off: `rename to x`, `*** Add File: x`. */
  readonly isBare: boolean
}

export interface PatchName extends PatchedFile {
  /** `hunk`: a pair of headers among the lines that a hunk counts as its own. */
  readonly form: 'diff' | 'envelope' | 'hunk'
  /** Whether the line is part of a change, and only `patch` might take it for a header: `--- x` for a removed `-- x`. */
  readonly isInChange: boolean
  /** Whether it is the old name of a `diff --git` line. */
  readonly isOldName: boolean
}

/**
 * Reads unified and context diffs, git's lines between them, and the envelope form (`*** Update File: x`).
 * INVARIANT: it reports every name that some program takes from the text, so it is as lenient as the most lenient of them.
 */
export function readPatch(text: string): Patch {
  const lines = text.split(/\r\n|\r|\n/)
  const diffs = readDiffs(lines)
  return { ...diffs, names: [...envelopeNames(lines), ...diffs.names] }
}

/** The files as `patch` and `git apply` see them: each name once, with the last that is done to it. */
export const patchedFiles = ({ names }: Patch): readonly PatchedFile[] => [
  ...new Map(names.map(name => [nameKey(name), name])).values(),
]

const nameKey = ({ form, isBare, path }: PatchName): string => `${form} ${isBare} ${path}`

function readDiffs(lines: readonly string[]): Patch {
  const names: PatchName[] = []
  const pairsInHunks = new Set<string>()
  let before: PatchHeader | null = null
  let modes = new Set<string>()
  let hunk: Hunk | null = null
  let change: EnvelopeChange = 'none'
  let isEdScript = false
  let makesLinks = false
  for (const [i, line] of lines.entries()) {
    const isSecondOfPair = isPair(lines, i - 1)
    change = changeAt(line, change)
    const wasInHunk: boolean = hunk !== null
    hunk = hunk === null ? null : restOf(hunk, line)
    // A program that does not count the lines of a hunk takes a pair inside it for headers.
    if (wasInHunk && isSecondOfPair) pairsInHunks.add(`${lines[i - 1]}\n${line}`)
    if (hunk !== null) continue
    hunk = hunkAt(line)
    isEdScript ||= edCommand.test(line)

    const isInChange = change !== 'none' && !isSecondOfPair && !isPair(lines, i) && !gitLine.test(line)
    const add = (paths: readonly string[], does: PatchedFile['does'], more: Partial<PatchName> = {}) => {
      for (const path of paths)
        names.push({ path, does, isBare: false, form: 'diff', isInChange, isOldName: false, ...more })
    }
    const [, made, bits] = /^(new|deleted) file mode (\d+)/.exec(line) ?? []
    if (made !== undefined) {
      makesLinks ||= bits === '120000'
      // Once for each header: a hostile text repeats the line.
      if (!modes.has(made)) add(before?.paths ?? [], made === 'new' ? 'add' : 'remove')
      modes.add(made)
    }
    const header = headerAt(line)
    if (header === null) continue
    addHeader(header, { before, isSecondOfPair, names, add })
    before = header
    modes = new Set()
  }
  for (const pair of pairsInHunks) names.push(...pairNames(pair))
  return { names, isEdScript, makesLinks }
}

/** `---` with its `+++` on the next line: a header for every program. */
const isPair = (lines: readonly string[], i: number): boolean =>
  lines[i]?.startsWith('--- ') === true && lines[i + 1]?.startsWith('+++ ') === true

interface HeaderAt {
  readonly before: PatchHeader | null
  readonly isSecondOfPair: boolean
  readonly names: PatchName[]
  readonly add: (paths: readonly string[], does: PatchedFile['does'], more?: Partial<PatchName>) => void
}

function addHeader({ word, paths, longName }: PatchHeader, { before, isSecondOfPair, names, add }: HeaderAt): void {
  const isSecond = word === '+++' || (word === '---' && before?.word === '***')
  if (longName !== undefined) add([longName], 'change')
  if (paths === null) {
    const oldSide = (isSecond ? before?.paths : null) ?? []
    if (isSecondOfPair && before?.longName !== undefined) add([before.longName], 'remove')
    if (isSecondOfPair && longName === undefined && before?.word === '---') removeLast(oldSide, names)
    else add(oldSide, 'remove')
  } else if (word.startsWith('rename') || word.startsWith('copy')) {
    add(paths, word === 'rename from' ? 'remove' : 'add', { isBare: true })
  } else if (word === 'diff --git') {
    add(paths.slice(0, 1), 'change', { isOldName: paths.length > 1 })
    add(paths.slice(1), 'change')
  } else add(paths, isSecond && before?.paths === null ? 'add' : 'change')
}

/** The names of the header before are not changed but removed: the new side is `/dev/null`. */
function removeLast(paths: readonly string[], names: PatchName[]): void {
  for (const path of paths) {
    const at = names.findLastIndex(name => name.path === path)
    const name = names[at]
    if (name !== undefined) names[at] = { ...name, does: 'remove' }
  }
}

/** The names of a `---` line and the `+++` line after it. */
function pairNames(pair: string): readonly PatchName[] {
  const [from, to] = pair.split('\n').map(headerAt)
  const name = (path: string, does: PatchedFile['does']): PatchName => ({
    ...{ path, does, isBare: false },
    ...{ form: 'hunk', isInChange: false, isOldName: false },
  })
  const longNames = [from?.longName ?? [], to?.longName ?? []].flat()
  const isRemoved = to?.paths === null && to.longName === undefined
  return [
    ...[from?.paths ?? [], isRemoved ? (from?.longName ?? []) : []]
      .flat()
      .map(path => name(path, isRemoved ? 'remove' : 'change')),
    ...[...(to?.paths ?? []), ...longNames].map(path => name(path, 'change')),
  ]
}

/** `5,7c` alone, where a diff would have a number after it. */
const edCommand = /^\s*\d+(,\d+)?[acdis]$/

const gitLine = /^(diff --git|rename from|rename to|copy to) /

/** The lines that a patch adds, in any format, without the `+`. */
export const addedText = (patch: string): string =>
  patch
    .split('\n')
    .flatMap(line => (line.startsWith('+') && !line.startsWith('+++ ') ? [line.slice(1)] : []))
    .join('\n')
