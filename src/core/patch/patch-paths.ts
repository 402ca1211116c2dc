import { type PatchName, readPatch } from './patch-text.ts'

/** One file that a patch writes or deletes. */
export interface PatchPath {
  readonly kind: 'write' | 'delete'
  readonly path: string
}

/** The files that a tool for patches would touch: the names of an envelope, and those of diffs without their `a/` and `b/`. */
export function patchPaths(patch: string): readonly PatchPath[] {
  const found = new Map<string, PatchPath>()
  const add = (name: PatchName) => {
    const path = name.isBare ? name.path : name.path.replace(/^[ab]\//, '')
    // The old name of a rename is deleted, and not written too.
    if (path === '' || (name.isOldName && found.has(`delete ${path}`))) return
    const kind = name.does === 'remove' ? 'delete' : 'write'
    found.set(`${kind} ${path}`, { kind, path })
  }
  const names = readPatch(patch).names.filter(({ isInChange }) => !isInChange)
  for (const name of names) if (!name.isOldName) add(name)
  for (const name of names) if (name.isOldName) add(name)
  return [...found.values()]
}
