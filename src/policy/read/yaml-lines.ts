export interface LineColumn {
  readonly line: number
  readonly column: number
}

/** Turns offsets into lines and columns, both counted from 1 as editors do. */
export function lineFinder(source: string): (offset: number) => LineColumn {
  const starts = lineStarts(source)
  return offset => {
    const line = lineOf(starts, offset)
    return { line, column: Math.max(offset - (starts[line - 1] ?? 0), 0) + 1 }
  }
}

const lineBreak = /\r\n|\r|\n/g

function lineStarts(source: string): readonly number[] {
  // A byte order mark does not count as a column.
  const starts = [source.startsWith('\uFEFF') ? 1 : 0]
  for (const found of source.matchAll(lineBreak)) starts.push(found.index + found[0].length)
  return starts
}

/** The number of the last line that starts at or before the offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
