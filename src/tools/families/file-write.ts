import type { ObjectEntries } from 'valibot'
import type { Touch } from '../../core/effect.ts'
import { ok } from '../../core/fault.ts'
import { canonicalJson, isObject, type Json, type JsonObject, own } from '../../core/json.ts'
import { spreadBy } from '../effects.ts'
import { each, field, given, missing, otherKeys } from '../fields.ts'
import { fingerprint } from '../sanitise.ts'
import { defineTool, type Tool } from '../tool.ts'
import { isEscalated } from './command.ts'
import { fileAccount } from './file-account.ts'

interface WriteTool {
  readonly paths: string
  readonly kind?: Touch['kind']
  /** The keys for the whole text of the file. */
  readonly content?: string
  /** The keys for parts of the text, or lists of parts. */
  readonly pieces?: string
  readonly fields?: ObjectEntries
  /** Keys that the request always has (R130). */
  readonly always?: readonly string[]
}

/** Tools that write a file or change it in place. */
function writeTool({ paths, kind = 'write', content = '', pieces = '', fields = {}, always = [] }: WriteTool): Tool {
  const keys = listed(paths)
  const contents = listed(content)
  const parts = listed(pieces)
  return defineTool({
    family: 'file-write',
    category: 'file_write',
    tier: 'write',
    fields: {
      ...Object.fromEntries(keys.map(key => [key, field.optionalPath])),
      ...Object.fromEntries(contents.map(key => [key, field.content])),
      ...Object.fromEntries(parts.map(key => [key, field.note])),
      ...fields,
    },
    account: (input, setting) => {
      const named = given(input, keys)
      if (named.length === 0) return missing(keys[0] ?? '', setting)
      const whole = given(input, contents).map(([, text]) => text)
      if (contents.length > 0 && whole.length === 0) return missing(contents[0] ?? '', setting)
      const said = {
        ...Object.fromEntries(always.map(key => [key, own(input, key) ?? null])),
        ...otherKeys(input, [...keys, ...contents, ...parts, 'justification', 'description', 'instruction']),
        ...(whole.length === 0 ? {} : contentDigest(whole)),
        ...pieceDigests(input, parts),
      }
      const isView = own(input, 'command') === 'view'
      const use = isView ? 'read' : kind
      const effects = isView ? [] : spreadBy([...whole, ...parts.flatMap(key => newTexts(key, own(input, key)))], named)
      const account = fileAccount({
        paths: named.map(([key, path]) => ({ kind: use, key, path })),
        effects,
        said,
        world: setting.world,
      })
      return ok({
        ...account,
        escalated: isEscalated(input),
        ...(isView ? { category: 'file_read', tier: 'read' } : {}),
      })
    },
  })
}

/** The new texts of a part, without the ones that are replaced. */
function newTexts(key: string, value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return /^old/i.test(key) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(item => newTexts(key, item))
  return isObject(value) ? Object.entries(value).flatMap(([inner, item]) => newTexts(inner, item)) : []
}

const listed = (keys: string): readonly string[] => keys.split(' ').filter(key => key !== '')

function contentDigest(whole: readonly string[]): JsonObject {
  const { bytes, sha256 } = fingerprint(whole.length === 1 ? (whole[0] ?? '') : canonicalJson(whole))
  return { bytes, content_sha256: sha256 }
}

/** Each part as its size and hash: `old_string: { bytes, sha256 }`. */
function pieceDigests(input: JsonObject, keys: readonly string[]): JsonObject {
  const out: { [key: string]: Json } = {}
  for (const key of keys) {
    const value = own(input, key)
    if (value !== undefined && value !== null)
      out[key] = { ...fingerprint(typeof value === 'string' ? value : canonicalJson(value)) }
  }
  return out
}

const everyPath = 'file_path path filePath absolute_path'
const permissions = each('sandbox_permissions justification', field.note)

export const fileWrite = writeTool({
  paths: 'path',
  content: 'content',
  fields: { ...each('create_dirs', field.flag), ...permissions },
  always: ['create_dirs', 'sandbox_permissions'],
})

const write = writeTool({
  paths: everyPath,
  content: 'content contents file_text',
  fields: { ...each('create_dirs modified_by_user', field.flag), ...permissions },
  pieces: 'ai_proposed_content',
})

const edit = writeTool({
  paths: everyPath,
  pieces: 'old_string new_string old_str new_str oldString newString oldText newText edits',
  fields: {
    ...each('replace_all replaceAll allow_multiple modified_by_user', field.flag),
    ...each('expected_replacements', field.number),
    ...each('instruction', field.text),
    ...permissions,
  },
})

const editor = writeTool({
  paths: 'path',
  pieces: 'file_text old_str new_str insert_text',
  fields: { ...each('command', field.name), ...each('insert_line', field.number), ...each('view_range', field.note) },
})

const editNotebook = writeTool({
  paths: 'notebook_path target_notebook',
  pieces: 'new_source old_string new_string',
  fields: {
    ...each('cell_id cell_type edit_mode cell_language', field.text),
    ...each('cell_number cell_idx', field.number),
    ...each('is_new_cell', field.flag),
  },
})

const deleteFile = writeTool({
  paths: 'path file_path target_file',
  kind: 'delete',
  fields: each('explanation', field.note),
})

export const fileWriteTools: Readonly<Record<string, Tool>> = {
  file_write: fileWrite,
  'Write write write_file create': write,
  'Edit edit MultiEdit multiedit edit_file replace StrReplace': edit,
  'str_replace_editor str_replace_based_edit_tool': editor,
  'NotebookEdit EditNotebook': editNotebook,
  'Delete delete_file': deleteFile,
}
