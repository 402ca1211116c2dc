import type { JsonObject } from '../../../src/core/json.ts'

/** The text that an edit replaces, and the new one. A call that only creates a text replaces the empty one. */
export interface TextEdit {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** The edits in a call's details, for tools that change files; empty for other calls. */
export function editsOf(details: JsonObject): readonly TextEdit[] {
  const path = textOf(details, 'file_path', 'path', 'notebook_path') ?? ''
  const edits = details['edits']
  if (Array.isArray(edits))
    return edits.flatMap(edit => (isObject(edit) ? editsOf({ file_path: path, ...edit, edits: null }) : []))
  const after = textOf(details, 'new_string', 'newText', 'new_source', 'content', 'new_str', 'file_text')
  if (after === null) return []
  return [{ path, before: textOf(details, 'old_string', 'oldText', 'old_str') ?? '', after }]
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(details: JsonObject, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(details, key) ? details[key] : undefined
    if (typeof value === 'string') return value
  }
  return null
}
