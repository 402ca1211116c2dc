import { lstatSync, readdirSync, type Stats } from 'node:fs'

/**
 * The files and directories below some directories that changed since a time, by the time that the kernel keeps for each of them
 * and that no program can set. After `most` entries, a directory that was not looked at counts as changed. Git's own directories
 * are left out: a contained run cannot write there.
 */
export function filesChangedSince(
  roots: readonly string[],
  { since, most }: { readonly since: number; readonly most: number },
): readonly string[] {
  const changed: string[] = []
  const isNew = (path: string): boolean => (look(path)?.ctimeMs ?? 0) >= since
  const waiting = roots.filter(root => look(root)?.isDirectory() === true)
  changed.push(...roots.filter(root => !waiting.includes(root) && isNew(root)))
  let looked = 0
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const names = looked > most ? null : namesIn(path)
    looked += names?.length ?? 0
    if (names === null) {
      changed.push(path)
      continue
    }
    const entries = names.flatMap(name => {
      const entry = `${path}/${name}`
      const stat = name === '.git' ? undefined : look(entry)
      return stat === undefined ? [] : [{ entry, isNew: stat.ctimeMs >= since, isDirectory: stat.isDirectory() }]
    })
    // A directory that changed, with nothing new in it, was moved here or lost a file. A root cannot be moved.
    if (isNew(path) && !roots.includes(path) && !entries.some(one => one.isNew)) changed.push(path)
    else
      for (const one of entries)
        if (one.isDirectory) waiting.push(one.entry)
        else if (one.isNew) changed.push(one.entry)
  }
  return changed
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

/** Null if this user cannot list the directory. */
function namesIn(path: string): readonly string[] | null {
  try {
    return readdirSync(path)
  } catch {
    return null
  }
}
