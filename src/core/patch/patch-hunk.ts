/** How many lines of either side are still to come. A removed line can look like a header. */
export interface Hunk {
  readonly indent: number
  readonly old: number
  readonly new: number
}

export function hunkAt(line: string): Hunk | null {
  const found = /^([ \tX]*)@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
  if (found === null) return null
  return { indent: found[1]?.length ?? 0, old: Number(found[2] ?? 1), new: Number(found[3] ?? 1) }
}

/** The hunk after one more of its lines; null if the line is not part of it. */
export function restOf(hunk: Hunk, line: string): Hunk | null {
  if (hunk.old <= 0 && hunk.new <= 0) return null
  const sign = line.charAt(hunk.indent)
  if (!' +-\\'.includes(sign)) return null
  const isOld = sign === '' || sign === ' ' || sign === '-'
  const isNew = sign === '' || sign === ' ' || sign === '+'
  return { ...hunk, old: hunk.old - (isOld ? 1 : 0), new: hunk.new - (isNew ? 1 : 0) }
}
