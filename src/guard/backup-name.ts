/**
 * The path of which a path is a backup or a temporary copy, by its name: `.netrc.bak`, `.env~`, `.id_rsa.swp`, `#.env#`. The path
 * itself if it is none. A copy of a copy (`.env.bak.gz`) is followed to the first file.
 */
export function originalOf(path: string): string {
  if (!marked.test(path)) return path
  const slash = path.lastIndexOf('/') + 1
  let name = path.slice(slash)
  for (let i = 0; i < mostMarks; i += 1) {
    const before = name
    name = name.replace(suffix, '').replace(/^\.?#([^/]+?)#?$/, '$1')
    if (name === before) break
  }
  return name === '' ? path : path.slice(0, slash) + name
}

/** Vim puts a dot before the name of a file for its swap file: `.id_rsa.swp`. */
export const isSwapFile = (path: string): boolean => /\/\.[^/]+\.sw[a-p]$/.test(path)

const mostMarks = 4

/** Suffixes that people, editors and tools add to a copy, with a number or a date. */
const suffix =
  /(?<=[^/.~])(~|\.~\d+~|[._-](bak|bkp|backup|old|orig|original|save|saved|prev|previous|copy|tmp|temp)\d*|\.sw[a-p]|\.(gz|bz2|xz|zst|lz4|zip)|\.\d[\d_.-]*)$/

/** Most paths have no such mark, and only the last name is looked at. */
const marked = /[~#]|[._-](bak|bkp|backup|old|orig|save|prev|copy|te?mp|sw[a-p]|gz|bz2|xz|zst|lz4|zip)|\.\d[\d_.-]*$/
