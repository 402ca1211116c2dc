import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'
import { shortPath } from '../../../core/path.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { prepareWrite, readHeld } from '../../../io/files/held-file.ts'
import { isMissing } from '../../../io/files/is-missing.ts'
import { defineRuntimeTool, type RuntimeTool, type ToolOutput } from '../runtime-tool.ts'
import { editText, type TextEdit } from './edit-text.ts'
import { withFiles } from './file-failure.ts'
import { judgedPath } from './judged-path.ts'
import { plainStyle, readText, type TextFile, textBytes } from './text-file.ts'

const path = v.pipe(v.string(), v.description('The file, relative to the workspace or absolute.'))
const permissions = { sandbox_permissions: v.optional(v.string()), justification: v.optional(v.string()) }

const writeTool = (name: string, otherKeys: Readonly<Record<string, string>>, makesDirectories: boolean): RuntimeTool =>
  defineRuntimeTool({
    name,
    description:
      'Writes a whole file, atomically. Replaces the file if it exists, and keeps its mode and line endings. To change a part, edit it instead.',
    input: v.object({
      path,
      content: v.string(),
      create_dirs: v.optional(v.pipe(v.boolean(), v.description('Whether to create missing directories.'))),
      ...permissions,
    }),
    otherKeys,
    run: ({ path: named, content, create_dirs = makesDirectories }, running) =>
      withFiles(() => {
        const real = judgedPath({ kind: 'write', path: named }, running)
        const name = shortPath(real, running.call.place)
        const before = isMissing(real) ? null : existing(real, name)
        const bytes = textBytes(content, before?.style ?? plainStyle)
        prepareWrite(real, bytes, { createDirectories: create_dirs }).commit()
        return {
          text: `${before === null ? 'created' : 'replaced'} \`${name}\` (${bytes.length} bytes)`,
          data: { path: real, bytes: bytes.length, created: before === null },
        }
      }),
  })

/** A binary file may be replaced as a whole; it has no style to keep. */
function existing(real: string, name: string): Pick<TextFile, 'style'> {
  const { bytes, size } = readHeld(real, limits.fileBytes)
  const read = size > limits.fileBytes ? null : readText(bytes, name)
  return read?.ok === true ? read.value : { style: plainStyle }
}

const text = v.optional(v.string())

const editFile = defineRuntimeTool({
  name: 'edit_file',
  description:
    'Replaces text in a file. `old_string` must occur exactly once, unless `replace_all` is set. `edits` makes several replacements: all of them, or none.',
  input: v.object({
    path,
    old_string: v.optional(v.pipe(v.string(), v.description('The text to replace, exactly as it is in the file.'))),
    new_string: text,
    replace_all: v.optional(v.boolean()),
    expected_replacements: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, 'at least 1'))),
    edits: v.optional(
      v.array(
        v.looseObject({
          old_string: text,
          new_string: text,
          replace_all: v.optional(v.boolean()),
        }),
      ),
    ),
    ...permissions,
  }),
  otherKeys: {
    ...{ file_path: 'path', filePath: 'path', absolute_path: 'path' },
    ...{ old_str: 'old_string', oldString: 'old_string', oldText: 'old_string' },
    ...{ new_str: 'new_string', newString: 'new_string', newText: 'new_string' },
    ...{ replaceAll: 'replace_all', allow_multiple: 'replace_all' },
  },
  run: (input, running) => withFiles(() => editInPlace(input.path, editsOf(input), running)),
})

interface EditInput {
  readonly old_string?: string | undefined
  readonly new_string?: string | undefined
  readonly replace_all?: boolean | undefined
  readonly expected_replacements?: number | undefined
  readonly edits?: readonly Readonly<Record<string, unknown>>[] | undefined
}

function editsOf({ old_string, new_string, replace_all = false, expected_replacements, edits = [] }: EditInput) {
  const one = old_string === undefined && new_string === undefined ? [] : [{ old_string, new_string, replace_all }]
  const all = [...one, ...edits].map(
    (edit): TextEdit => ({
      old: textUnder(edit, ['old_string', 'old_str', 'oldString', 'oldText']),
      new: textUnder(edit, ['new_string', 'new_str', 'newString', 'newText']),
      all: Object.entries(edit).some(([key, value]) => /^replace_?all$/i.test(key) && value === true),
      ...(expected_replacements === undefined ? {} : { expected: expected_replacements }),
    }),
  )
  if (all.length === 0) throw new ToolFailure('validation', 'field `old_string` of `edit_file` is missing')
  return all
}

function textUnder(edit: Readonly<Record<string, unknown>>, keys: readonly string[]): string {
  const found = keys.map(key => edit[key]).find(value => typeof value === 'string')
  if (typeof found === 'string') return found
  throw new ToolFailure('validation', `field \`${keys[0]}\` of \`edit_file\` is missing`)
}

function editInPlace(named: string, edits: readonly TextEdit[], running: Running): ToolOutput {
  const real = judgedPath({ kind: 'write', path: named }, running)
  const name = shortPath(real, running.call.place)
  const file = readForChange(real, name)
  const edited = editText(file.text, edits)
  if (!edited.ok) {
    const { code, message } = edited.faults[0]
    throw new ToolFailure(code === 'not_found' ? 'not_found' : 'validation', `\`${name}\`: ${message}`)
  }
  prepareWrite(real, textBytes(edited.value, file.style)).commit()
  return { text: `changed \`${name}\``, data: { path: real, edits: edits.length } }
}

/** A file that a tool will write back: it must be text, and all of it must be read. */
export function readForChange(real: string, name: string): TextFile & { readonly mode: number } {
  const { bytes, size, mode } = readHeld(real, limits.fileBytes)
  if (size > limits.fileBytes)
    throw new ToolFailure('validation', `\`${name}\` has ${size} bytes; a tool changes at most ${limits.fileBytes}`)
  const read = readText(bytes, name)
  if (!read.ok) throw new ToolFailure('validation', read.faults[0].message)
  return { ...read.value, mode }
}

export const writeTools: readonly RuntimeTool[] = [
  writeTool('file_write', {}, false),
  writeTool(
    'write_file',
    { file_path: 'path', filePath: 'path', absolute_path: 'path', contents: 'content', file_text: 'content' },
    true,
  ),
  editFile,
]
