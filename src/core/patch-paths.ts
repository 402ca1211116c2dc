import { unquote } from './patch-text.ts'

/** One file that a patch writes or deletes. */
export interface PatchPath {
  readonly kind: 'write' | 'delete'
  readonly path: string
}

/** The files that a patch names, in the envelope form (`*** Update File: x`) and in the unified form. */
export function patchPaths(patch: string): readonly PatchPath[] {
  const found = new Map<string, PatchPath>()
  const add = (kind: PatchPath['kind'], path: string) => {
    if (path !== '') found.set(`${kind} ${path}`, { kind, path })
  }
  const lines = patch.split(/\r\n|\r|\n/)
  let updated = ''
  for (const [i, line] of lines.entries()) {
    const envelope = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/.exec(line)
    if (envelope !== null) {
      const path = (envelope[2] ?? '').trim()
      if (envelope[1] === 'Update File') updated = path
      // A move deletes the file at its old path.
      if (envelope[1] === 'Move to') {
        found.delete(`write ${updated}`)
        add('delete', updated)
      }
      add(envelope[1] === 'Delete File' ? 'delete' : 'write', path)
    } else addUnified(line, lines[i + 1] ?? '', add)
  }
  return [...found.values()]
}

type Add = (kind: PatchPath['kind'], path: string) => void

/** A removed line can look like a header, so `---` counts only with its `+++`. */
function addUnified(line: string, next: string, add: Add): void {
  if (line.startsWith('--- ') && next.startsWith('+++ ')) {
    const before = headerPath(line.slice(4))
    const after = headerPath(next.slice(4))
    if (after === null && before !== null) add('delete', before)
    if (after !== null) add('write', after)
    // A tool may use either name, so a file with two names counts twice.
    if (after !== null && before !== null && before !== after) add('write', before)
    return
  }
  const git = /^(rename from|rename to|copy to) (.*)$/.exec(line)
  if (git !== null) return add(git[1] === 'rename from' ? 'delete' : 'write', unquote(git[2] ?? ''))
  // A change of mode, or of a file that is not text, has no other header.
  const both = /^diff --git (?:a\/.*|"a\/.*") (b\/.*|"b\/.*")$/.exec(line)
  if (both !== null) add('write', headerPath(both[1] ?? '') ?? '')
}

/** The path of a `---` or `+++` line; null for the empty side of a new or deleted file. */
function headerPath(text: string): string | null {
  const path = unquote(text.startsWith('"') ? text : (text.split('\t')[0] ?? '').trimEnd())
  return path === '/dev/null' ? null : path.replace(/^[ab]\//, '')
}
