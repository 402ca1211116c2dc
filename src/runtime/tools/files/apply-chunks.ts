import { fail, ok, type Result } from '../../../core/fault.ts'
import type { PatchChunk } from './parse-patch.ts'

/** The text after the chunks of a patch: all of them, or a fault that names the first one that does not fit. */
export function applyChunks(text: string, chunks: readonly PatchChunk[], path: string): Result<string> {
  const endsInNewline = text === '' || text.endsWith('\n')
  const lines = text === '' ? [] : (endsInNewline ? text.slice(0, -1) : text).split('\n')
  const out: string[] = []
  let at = 0
  for (const chunk of chunks) {
    const found = placeOf(chunk, lines, at)
    if (!found.ok) return fail(found.faults[0].code, `\`${path}\`: ${found.faults[0].message}`)
    out.push(...lines.slice(at, found.value))
    at = found.value
    for (const { sign, text: line } of chunk.lines) {
      // A line that stays is kept as the file has it: it may have been found with other blanks.
      if (sign === ' ') out.push(lines[at] ?? line)
      if (sign === '+') out.push(line)
      else at += 1
    }
  }
  out.push(...lines.slice(at))
  return ok(out.length === 0 ? '' : `${out.join('\n')}${endsInNewline ? '\n' : ''}`)
}

function placeOf(chunk: PatchChunk, lines: readonly string[], from: number): Result<number> {
  let start = from
  for (const place of chunk.after) {
    const found = search([place], lines, start)
    if (found === null) return fail('not_found', `there is no line \`${place.slice(0, 80)}\``)
    start = found + 1
  }
  const old = chunk.lines.flatMap(({ sign, text }) => (sign === '+' ? [] : [text]))
  if (old.length === 0) return ok(chunk.after.length === 0 ? lines.length : start)
  const found = search(old, lines, chunk.atEnd ? Math.max(start, lines.length - old.length) : start)
  if (found !== null) return ok(found)
  return fail('not_found', `the patch does not fit: these lines are not in the file:\n${old.slice(0, 5).join('\n')}`)
}

/** Looks for the lines as they are, then without blanks at their ends, then without any blanks around them. */
function search(wanted: readonly string[], lines: readonly string[], from: number): number | null {
  for (const same of [(line: string) => line, (line: string) => line.trimEnd(), (line: string) => line.trim()]) {
    const searched = wanted.map(same)
    for (let at = from; at + wanted.length <= lines.length; at += 1)
      if (searched.every((line, i) => same(lines[at + i] ?? '') === line)) return at
  }
  return null
}
