import { createScanner, type Node } from 'jsonc-parser'
import type { Json } from '../../core/json.ts'

/**
 * Edits JSON as text. Inserting a value and dropping it again restores the original text, and comments stay in place.
 * A `node` must come from the tree that was parsed from the same text.
 */
export function replaceNode(text: string, node: Node, value: Json): string {
  const source = jsonSource(text, node)
  // Keeps the layout of the old value: on one line, or on several.
  const written = source.includes('\n') ? pretty(text, value, lineIndent(text, node.offset)) : JSON.stringify(value)
  return text.slice(0, node.offset) + written + text.slice(endOf(node))
}

/** An item of a list (no key), or a property of an object. */
export interface NewChild {
  readonly key?: string
  readonly value: Json
}

/** Inserts a child at the end of a list or an object. */
export function insertInto(text: string, container: Node, { key, value }: NewChild): string {
  const last = container.children?.at(-1)
  const gapStart = last === undefined ? container.offset + 1 : endOf(last)
  const close = endOf(container) - 1
  const gap = text.slice(gapStart, close)
  const comma = last === undefined ? -1 : commaIn(gap)
  const at = gapStart + gap.trimEnd().length
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const before = text.slice(0, gapStart) + (last === undefined || comma >= 0 ? '' : ',') + text.slice(gapStart, at)
  const after = (comma >= 0 ? ',' : '') + closing(text, container, at)
  if (isOneLine(text, container))
    return `${before}${last === undefined ? '' : ' '}${name}${JSON.stringify(value)}${after}`
  const indent = childIndent(text, container)
  return before + eolOf(text) + indent + name + pretty(text, value, indent) + after
}

/** Removes an item of a list, or a property of an object, with its comma and its line. */
export function dropChild(text: string, container: Node, child: Node): string {
  const children = container.children ?? []
  const at = children.indexOf(child)
  const previous = children[at - 1]
  const next = children[at + 1]
  const gapEnd = next === undefined ? endOf(container) - 1 : next.offset
  const comma = commaIn(text.slice(endOf(child), gapEnd))
  const between = text.slice(endOf(child), endOf(child) + Math.max(comma, 0))
  const left = text.slice(0, child.offset)
  const right = (between.trim() === '' ? '' : between) + text.slice(endOf(child) + comma + 1)
  const head = comma < 0 && previous !== undefined ? withoutComma(left, endOf(previous)) : left
  // Removes the line if nothing else is on it. Text after it on its line must not become part of a comment before it.
  const isLineEnd = /^[ \t]*\r?\n/.test(right)
  const isLast = next === undefined && !text.slice(previous?.offset ?? container.offset, child.offset).includes('//')
  if (isLineEnd || isLast) return closedUp(head.replace(/\r?\n?[ \t]*$/, ''), right, container.offset)
  return next === undefined ? head + right : head + right.replace(/^[ \t]+/, '')
}

const endOf = ({ offset, length }: Node): number => offset + length

/** Joins a pair of brackets that has only white space between them. */
function closedUp(left: string, right: string, open: number): string {
  const isOpen = left.trimEnd().length === open + 1 && /^\s*[\]}]/.test(right)
  return isOpen ? left.trimEnd() + right.trimStart() : left + right
}

function withoutComma(text: string, from: number): string {
  const comma = commaIn(text.slice(from))
  return comma < 0 ? text : text.slice(0, from + comma) + text.slice(from + comma + 1)
}

/** The position of a comma that comes first in the gap, after any comments; -1 if there is none. */
function commaIn(gap: string): number {
  const scanner = createScanner(gap, true)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return gap[at] === ',' ? at : -1
}

/** The text after an inserted child. Puts the closing bracket of a container that was empty on its own line. */
function closing(text: string, container: Node, at: number): string {
  const isOpened =
    container.children?.length === 0 && !isOneLine(text, container) && !/\n/.test(jsonSource(text, container))
  return isOpened ? eolOf(text) + lineIndent(text, container.offset) + text.slice(endOf(container) - 1) : text.slice(at)
}

export const jsonSource = (text: string, node: Node): string => text.slice(node.offset, endOf(node))

/** Whether an inserted child stays on the same line: its siblings are on one line, or the whole text is. */
function isOneLine(text: string, container: Node): boolean {
  const around = container.children?.length === 0 ? rootOf(container) : container
  return (around.children?.length ?? 0) > 0 && !/\n/.test(jsonSource(text, around))
}

const rootOf = (node: Node): Node => (node.parent === undefined ? node : rootOf(node.parent))

function childIndent(text: string, container: Node): string {
  const last = container.children?.at(-1)
  const own = last === undefined ? null : /(?:^|\n)([ \t]*)$/.exec(text.slice(0, last.offset))
  return own?.[1] ?? lineIndent(text, container.offset) + indentOf(text)
}

const pretty = (text: string, value: Json, indent: string): string =>
  JSON.stringify(value, null, indentOf(text)).replaceAll('\n', eolOf(text) + indent)

const lineIndent = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''

/** The indentation and line ends of the text, so that an edit matches the rest. */
const indentOf = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
