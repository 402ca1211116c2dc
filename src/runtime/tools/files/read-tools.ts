import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'
import { shortPath } from '../../../core/path.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { readHeld } from '../../../io/files/held-file.ts'
import { defineRuntimeTool, type RuntimeTool, type ToolOutput } from '../runtime-tool.ts'
import { clipText } from './clip-text.ts'
import { withFiles } from './file-failure.ts'
import { judgedPath, type PathUseNow } from './judged-path.ts'
import { readText } from './text-file.ts'

const line = v.pipe(v.number(), v.integer(), v.minValue(1, 'at least 1'))

export const readRange = {
  offset: v.optional(v.pipe(line, v.description('The first line, counted from 1.'))),
  limit: v.optional(v.pipe(line, v.description('How many lines.'))),
  start_line: v.optional(line),
  end_line: v.optional(line),
  max_bytes: v.optional(line),
}

export interface Range {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly start_line?: number | undefined
  readonly end_line?: number | undefined
  readonly max_bytes?: number | undefined
}

const readTool = (name: string): RuntimeTool =>
  defineRuntimeTool({
    name,
    description: 'Reads a text file of the workspace. Long files are cut; go on with `offset`.',
    input: v.object({
      path: v.pipe(v.string(), v.description('The file, relative to the workspace or absolute.')),
      ...readRange,
    }),
    otherKeys: { file_path: 'path', absolute_path: 'path', target_file: 'path' },
    run: ({ path, ...range }, running) => readLines({ kind: 'read', path }, range, running),
  })

export const readTools: readonly RuntimeTool[] = [readTool('read_file'), readTool('file_read')]

/** The chosen lines of a file, and a last line that says what is missing. */
export function readLines(use: PathUseNow, range: Range, running: Running): Promise<ToolOutput> {
  return withFiles(() => {
    const path = judgedPath(use, running)
    const name = shortPath(path, running.call.place)
    const { bytes, size } = readHeld(path, limits.fileBytes)
    if (size > limits.fileBytes)
      throw new ToolFailure('validation', `\`${name}\` has ${size} bytes; a tool reads at most ${limits.fileBytes}`)
    const read = readText(bytes, name)
    if (!read.ok) throw new ToolFailure('validation', read.faults[0].message)
    return chosenLines(read.value.text, range)
  })
}

function chosenLines(text: string, { offset, limit, start_line, end_line, max_bytes }: Range): ToolOutput {
  const lines = text.split(/(?<=\n)/)
  const total = text === '' ? 0 : lines.length
  const first = offset ?? start_line ?? 1
  const last = Math.min(total, end_line ?? Infinity, limit === undefined ? Infinity : first + limit - 1)
  if (total > 0 && first > total) throw new ToolFailure('validation', `the file has only ${total} lines`)
  const chosen = lines.slice(first - 1, last).join('')
  const { text: shown, isCut } = clipText(chosen, Math.min(limits.outputChars, max_bytes ?? Infinity))
  const end = isCut ? first + shown.split('\n').length - 2 : last
  const data = { first_line: first, last_line: Math.max(end, 0), total_lines: total, cut: isCut }
  if (total === 0) return { text: '(the file is empty)', data }
  if (end >= total && !isCut) return { text: shown, data }
  const next = end < total ? `; go on with offset ${Math.max(end, first) + 1}` : ''
  return { text: `${shown}${shown.endsWith('\n') ? '' : '\n'}[lines ${first} to ${end} of ${total}${next}]`, data }
}
