import { findNodeAtLocation, getNodeValue, type JSONPath, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { Json } from '../../core/json.ts'
import { dropChild, insertInto, jsonSource, replaceNode } from './json-edit.ts'

/** Edits a JSON settings file as text: comments, order and everything that is not ours stay as they were. */
export interface JsonSettings {
  readonly text: string
  readonly value: (path: JSONPath) => Json | undefined
  /** Whether something is there and nothing is in it, not even a comment. */
  readonly isBare: (path: JSONPath) => boolean
  /** Puts a value in the place of another, or behind everything else that is in the same object. */
  readonly set: (path: JSONPath, value: Json) => JsonSettings
  /** Puts a value behind the others of a list. */
  readonly append: (path: JSONPath, value: Json) => JsonSettings
  readonly drop: (path: JSONPath) => JsonSettings
}

/** An empty file says as much as an empty object. */
export function readJsonSettings(text: string): Result<JsonSettings> {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const body = text.slice(mark.length)
  const read = body.trim() === '' ? '{}\n' : body
  const errors: ParseError[] = []
  const tree = parseTree(read, errors, { allowTrailingComma: true })
  if (errors.length > 0 || tree?.type !== 'object')
    return fail('validation', 'the settings are not a JSON object; mend them first')
  const twice = repeatedKey(tree) ?? repeatedKey(findNodeAtLocation(tree, ['hooks']))
  if (twice !== null) return fail('validation', `\`${twice}\` stands there twice; mend it first`)
  return ok(settingsOf(read, tree, mark))
}

/** Of a key that stands there twice we would read the first value, and clients the last. */
function repeatedKey(object: Node | undefined): string | null {
  const keys = (object?.children ?? []).map(property => String(property.children?.[0]?.value))
  return object?.type === 'object' ? (keys.find((key, at) => keys.indexOf(key) !== at) ?? null) : null
}

const byteOrderMark = '\uFEFF'

function settingsOf(text: string, tree: Node, mark: string): JsonSettings {
  const at = (path: JSONPath): Node | undefined => (path.length === 0 ? tree : findNodeAtLocation(tree, path))
  const edited = (after: string): JsonSettings => {
    const read = parseTree(after, [], { allowTrailingComma: true })
    if (read === undefined) throw new Error('an edit has left no JSON')
    return settingsOf(after, read, mark)
  }
  const settings: JsonSettings = {
    text: mark + text,
    value: path => {
      const node = at(path)
      return node === undefined ? undefined : getNodeValue(node)
    },
    isBare: path => {
      const node = at(path)
      return node !== undefined && /^(\{\s*\}|\[\s*\])$/.test(jsonSource(text, node))
    },
    set: (path, value) => {
      const node = at(path)
      if (node !== undefined) return edited(replaceNode(text, node, value))
      const [above, key] = [path.slice(0, -1), String(path.at(-1))]
      const container = at(above)
      return container === undefined
        ? settings.set(above, {}).set(path, value)
        : edited(insertInto(text, container, { key, value }))
    },
    append: (path, value) => {
      const list = at(path)
      return list === undefined ? settings.set(path, [value]) : edited(insertInto(text, list, { value }))
    },
    drop: path => {
      const node = at(path)
      // A value under a key goes with its key.
      const child = node?.parent?.type === 'property' ? node.parent : node
      return child?.parent === undefined ? settings : edited(dropChild(text, child.parent, child))
    },
  }
  return settings
}
