/** A table in a TOML text: its header as written, and its lines down to the last key. */
export interface TomlTable {
  readonly header: string
  readonly lines: readonly string[]
  /** The index of the header's line. */
  readonly at: number
}

/** The tables of a TOML text. The text is read as lines, so that edits keep everything else as written. */
export function tablesIn(text: string): readonly TomlTable[] {
  const lines = text.split('\n').map(line => line.trim())
  const starts = lines.flatMap((line, at) => (line.startsWith('[') ? [at] : []))
  return starts.map((at, i) => {
    const own = lines.slice(at, starts[i + 1])
    // A comment below the last key may belong to the next table.
    const keys = own.findLastIndex(line => line !== '' && !line.startsWith('#')) + 1
    return { header: lines[at] ?? '', lines: own.slice(0, keys), at }
  })
}

/** Adds a table at the end. Keeps a missing final newline missing, so that `withoutTable` restores the text exactly. */
export function withTable(text: string, lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const table = lines.join(eol)
  if (text === '') return `${table}${eol}`
  return text.endsWith('\n') ? `${text}${eol}${table}${eol}` : `${text}${eol}${eol}${table}`
}

/** Removes a table together with one empty line next to it. */
export function withoutTable(text: string, { at, lines: { length } }: TomlTable): string {
  const lines = text.split('\n')
  const isBlank = (line: string | undefined): boolean => line?.trim() === ''
  const end = at + length
  const first = at > 0 && isBlank(lines[at - 1]) ? at - 1 : at
  const last = at === 0 && end < lines.length - 1 && isBlank(lines[end]) ? end + 1 : end
  const rest = [...lines.slice(0, first), ...lines.slice(last)].join('\n')
  return last === lines.length ? rest.replace(/\r$/, '') : rest
}
