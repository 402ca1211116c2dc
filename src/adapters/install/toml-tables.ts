/** A table in a TOML text: its header as it is written, and its lines down to its last key. */
export interface TomlTable {
  readonly header: string
  readonly lines: readonly string[]
  /** The number of the header's line. */
  readonly at: number
}

/** The tables of a TOML text, which is read as lines: whatever stands in it stays as it is written. */
export function tablesIn(text: string): readonly TomlTable[] {
  const lines = text.split('\n').map(line => line.trim())
  const starts = lines.flatMap((line, at) => (line.startsWith('[') ? [at] : []))
  return starts.map((at, i) => {
    const own = lines.slice(at, starts[i + 1])
    // What stands below the last key may be said about the next table.
    const keys = own.findLastIndex(line => line !== '' && !line.startsWith('#')) + 1
    return { header: lines[at] ?? '', lines: own.slice(0, keys), at }
  })
}

/** Puts a table behind everything else. A text that did not end its last line does not end it now, and `withoutTable` is the reverse. */
export function withTable(text: string, lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const table = lines.join(eol)
  if (text === '') return `${table}${eol}`
  return text.endsWith('\n') ? `${text}${eol}${table}${eol}` : `${text}${eol}${eol}${table}`
}

/** Takes a table out, with one empty line beside it. */
export function withoutTable(text: string, { at, lines: { length } }: TomlTable): string {
  const lines = text.split('\n')
  const isBlank = (line: string | undefined): boolean => line?.trim() === ''
  const end = at + length
  const first = at > 0 && isBlank(lines[at - 1]) ? at - 1 : at
  const last = at === 0 && end < lines.length - 1 && isBlank(lines[end]) ? end + 1 : end
  const rest = [...lines.slice(0, first), ...lines.slice(last)].join('\n')
  return last === lines.length ? rest.replace(/\r$/, '') : rest
}
