import type { Json } from '../../core/json.ts'

/** A YAML value with its place: `at` is an offset into the source. */
export type YamlNode = YamlScalar | YamlList | YamlMap | YamlBroken

export interface YamlScalar {
  readonly kind: 'scalar'
  readonly at: number
  readonly value: null | boolean | number | string
}

export interface YamlList {
  readonly kind: 'list'
  readonly at: number
  readonly items: readonly YamlNode[]
}

export interface YamlMap {
  readonly kind: 'map'
  readonly at: number
  readonly entries: ReadonlyMap<string, YamlEntry>
}

/** A value that already has a flaw, so that no more flaws are reported for it. */
export interface YamlBroken {
  readonly kind: 'broken'
  readonly at: number
}

export interface YamlEntry {
  readonly keyAt: number
  readonly value: YamlNode
}

/** An error at an offset of the source; it becomes a fault with file, line and column. */
export interface Flaw {
  readonly at: number
  readonly message: string
}

/** No more flaws than this are collected, so that a hostile file cannot exhaust the memory. */
export const maxFlaws = 200

/** The value without its places. Its objects have no prototype. */
export function plainValue(node: YamlNode): Json {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(plainValue)
    case 'map': {
      const object: { [key: string]: Json } = Object.create(null)
      for (const [key, entry] of node.entries) object[key] = plainValue(entry.value)
      return object
    }
    case 'broken':
      return null
  }
}

/** The number of values in a node, itself included. */
export function countValues(node: YamlNode): number {
  let count = 1
  if (node.kind === 'list') for (const item of node.items) count += countValues(item)
  if (node.kind === 'map') for (const entry of node.entries.values()) count += countValues(entry.value)
  return count
}

/** The node at the end of a path, or the last one that exists on the way. */
export function nodeAt(root: YamlNode, path: readonly unknown[]): YamlNode {
  let node = root
  for (const step of path) {
    const next = childOf(node, step)
    if (next === undefined) break
    node = next
  }
  return node
}

function childOf(node: YamlNode, step: unknown): YamlNode | undefined {
  if (node.kind === 'list' && typeof step === 'number') return node.items[step]
  if (node.kind === 'map' && typeof step === 'string') return node.entries.get(step)?.value
  return undefined
}
