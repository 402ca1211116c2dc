import { findNodeAtLocation, getNodeValue, type JSONPath, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { Json } from '../../core/json.ts'
import { dropChild, insertInto, jsonSource, replaceNode } from './json-edit.ts'

/** A JSON settings file that is edited as text: comments, order and everything that is not ours stay unchanged. */
export interface JsonSettings {
  readonly text: string
  readonly value: (path: JSONPath) => Json | undefined
  /** Whether the value exists and is an empty object or list without a comment. */
  readonly isBare: (path: JSONPath) => boolean
  /** Replaces a value, or adds it at the end of its object. */
  readonly set: (path: JSONPath, value: Json) => JsonSettings
  /** Adds a value at the end of a list. */
  readonly append: (path: JSONPath, value: Json) => JsonSettings
  readonly drop: (path: JSONPath) => JsonSettings
}

/** Parses a settings file. An empty file counts as an empty object. */
export function readJsonSettings(text: string): Result<JsonSettings> {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const body = text.slice(mark.length)
  const read = body.trim() === '' ? '{}\n' : body
  const errors: ParseError[] = []
  const tree = parseTree(read, errors, { allowTrailingComma: true })
  if (errors.length > 0 || tree?.type !== 'object')
    return fail('validation', 'the settings are not a JSON object; fix them first')
  const twice = repeatedKey(tree) ?? repeatedKey(findNodeAtLocation(tree, ['hooks']))
  if (twice !== null) return fail('validation', `\`${twice}\` appears twice; fix it first`)
  return ok(settingsOf(read, tree, mark))
}

/** For a duplicate key, we would read the first value, but clients read the last one. */
function repeatedKey(object: Node | undefined): string | null {
  const keys = (object?.children ?? []).map(property => String(property.children?.[0]?.value))
  return object?.type === 'object' ? (keys.find((key, at) => keys.indexOf(key) !== at) ?? null) : null
}

const byteOrderMark = '\uFEFF'

function settingsOf(text: string, tree: Node, mark: string): JsonSettings {
  const at = (path: JSONPath): Node | undefined => (path.length === 0 ? tree : findNodeAtLocation(tree, path))
  const edited = (after: string): JsonSettings => {
    const read = parseTree(after, [], { allowTrailingComma: true })
    if (read === undefined) throw new Error('an edit has broken the JSON')
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
      // A property is removed together with its key.
      const child = node?.parent?.type === 'property' ? node.parent : node
      return child?.parent === undefined ? settings : edited(dropChild(text, child.parent, child))
    },
  }
  return settings
}
