import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type ParseError,
  parseTree,
} from 'jsonc-parser'
import { fail, ok, type Result } from '../../core/fault.ts'

/** Edits a JSON settings file as text: comments, order and everything that is not ours stay as they were. */
export interface JsonSettings {
  readonly text: string
  readonly value: (path: JSONPath) => unknown
  readonly set: (path: JSONPath, value: unknown) => JsonSettings
  readonly drop: (path: JSONPath) => JsonSettings
}

export function readJsonSettings(text: string): Result<JsonSettings> {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || tree?.type !== 'object')
    return fail('validation', 'the settings are not a JSON object; mend them first')
  return ok(settingsOf(text))
}

function settingsOf(text: string): JsonSettings {
  const formattingOptions = indentOf(text)
  const edit = (path: JSONPath, value: unknown): JsonSettings =>
    settingsOf(
      applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion: isEndOfList(path, value) })),
    )
  return {
    text,
    value: path => {
      const tree = parseTree(text, [], { allowTrailingComma: true })
      const node = tree === undefined ? undefined : findNodeAtLocation(tree, path)
      return node === undefined ? undefined : getNodeValue(node)
    },
    set: edit,
    drop: path => edit(path, undefined),
  }
}

/** A new item after the last one, which leaves the others as they are written. */
const isEndOfList = (path: JSONPath, value: unknown): boolean => value !== undefined && typeof path.at(-1) === 'number'

/** The file's own indentation, so that an edit looks like the rest of it. */
function indentOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  return indent.startsWith('\t')
    ? { insertSpaces: false, tabSize: 4, eol: '\n' }
    : { insertSpaces: true, tabSize: indent.length, eol: '\n' }
}
