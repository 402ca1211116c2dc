/** The content of a patch, independent of the tool that applies it. */
export interface Patch {
  readonly files: readonly PatchedFile[]
  /** Whether it is an `ed` script instead. */
  readonly isEdScript: boolean
  readonly makesLinks: boolean
}

/** A file under one of its names in the patch. A file may have several names, and tools choose differently. */
export interface PatchedFile {
  readonly path: string
  readonly does: 'add' | 'change' | 'remove'
  /** Whether the name has no `a/` or `b/` prefix: `rename to x`. */
  readonly isBare: boolean
}

/** Reads unified and context diffs and git's header lines, as leniently as `patch`: indented, or incomplete. */
export function readPatch(text: string): Patch {
  const files = new Map<string, PatchedFile>()
  const add = (paths: readonly string[], does: PatchedFile['does'], isBare = false) => {
    for (const path of paths) files.set(path, { path, does, isBare })
  }
  let before: Header | null = null
  let hunk: Hunk | null = null
  let isEdScript = false
  let makesLinks = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    hunk = hunk === null ? null : restOf(hunk, line)
    if (hunk !== null) continue
    hunk = hunkAt(line)
    isEdScript ||= edCommand.test(line)
    const mode = /^(new|deleted) file mode (\d+)/.exec(line)
    if (mode !== null) {
      makesLinks ||= mode[2] === '120000'
      add(before?.paths ?? [], mode[1] === 'new' ? 'add' : 'remove')
    }
    const header = headerAt(line)
    if (header === null) continue
    const { word, paths } = header
    const isSecond = word === '+++' || (word === '---' && before?.word === '***')
    if (paths === null) add(isSecond ? (before?.paths ?? []) : [], 'remove')
    else if (word.startsWith('rename') || word.startsWith('copy'))
      add(paths, word === 'rename from' ? 'remove' : 'add', true)
    else add(paths, isSecond && before?.paths === null ? 'add' : 'change')
    before = header
  }
  return { files: [...files.values()], isEdScript, makesLinks }
}

/** `5,7c` alone on a line; a normal diff has a number after it. */
const edCommand = /^\s*\d+(,\d+)?[acdis]$/

interface Header {
  readonly word: string
  /** The possible names; null for the missing side of a new or deleted file. */
  readonly paths: readonly string[] | null
}

function headerAt(line: string): Header | null {
  const found = /^[ \tX]*(---|\+\+\+|\*\*\*|Index:|diff --git|rename from|rename to|copy to) (.+)$/.exec(line)
  const [, word = '', text = ''] = found ?? []
  // A range line of a context diff: `*** 1,5 ****`.
  if (found === null || /^\d+(,\d+)? [-*]{4}$/.test(text)) return null
  return { word, paths: word === 'diff --git' ? bothNames(text) : namesIn(text) }
}

/** The name ends at a tab; without one, a date may follow after a space. */
function namesIn(text: string): readonly string[] | null {
  const name = unquote(text.startsWith('"') ? text : (text.split('\t')[0] ?? '').trim())
  if (/^\/dev\/null(\s|$)/.test(name)) return null
  const word = text.startsWith('"') ? name : (name.split(' ')[0] ?? '')
  return word === name || text.includes('\t') ? [name] : [name, word]
}

/** `a/x b/x`: two names that are equal after the first directory, or any two words. */
function bothNames(text: string): readonly string[] {
  const quoted = text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? []
  const half = text.slice(0, (text.length - 1) / 2)
  return text.includes('"') || quoted.length === 2
    ? quoted.map(unquote)
    : [half, text.slice(half.length + 1), ...quoted]
}

/** The lines that a patch adds, in any format, without the `+`. */
export const addedText = (patch: string): string =>
  patch
    .split('\n')
    .flatMap(line => (line.startsWith('+') && !line.startsWith('+++ ') ? [line.slice(1)] : []))
    .join('\n')

/** Git quotes unusual names as C does: `"a/\303\244.txt"`. */
export function unquote(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)
  if (quoted === null) return text
  const body = quoted[1] ?? ''
  const bytes: number[] = []
  for (const part of body.matchAll(/\\([0-7]{1,3})|\\(.)|([^\\]+)/gs)) {
    if (part[1] !== undefined) bytes.push(Number.parseInt(part[1], 8) & 0xff)
    else
      bytes.push(
        ...new TextEncoder().encode(part[2] === undefined ? (part[3] ?? '') : (escapes.get(part[2]) ?? part[2])),
      )
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
])

/** How many lines of each side are still to come: a removed line can look like a header. */
interface Hunk {
  readonly indent: number
  readonly old: number
  readonly new: number
}

function hunkAt(line: string): Hunk | null {
  const found = /^([ \tX]*)@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
  if (found === null) return null
  return { indent: found[1]?.length ?? 0, old: Number(found[2] ?? 1), new: Number(found[3] ?? 1) }
}

/** The hunk after one more line; null if the line is not part of it. */
function restOf(hunk: Hunk, line: string): Hunk | null {
  if (hunk.old <= 0 && hunk.new <= 0) return null
  const sign = line.charAt(hunk.indent)
  if (!' +-\\'.includes(sign)) return null
  const isOld = sign === '' || sign === ' ' || sign === '-'
  const isNew = sign === '' || sign === ' ' || sign === '+'
  return { ...hunk, old: hunk.old - (isOld ? 1 : 0), new: hunk.new - (isNew ? 1 : 0) }
}
