import type { Json } from '../../core/json.ts'

/** A YAML value that remembers where it stands. `at` is an offset into the source. */
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

/** A value that is at fault itself, so that nothing more is said about it. */
export interface YamlBroken {
  readonly kind: 'broken'
  readonly at: number
}

export interface YamlEntry {
  readonly keyAt: number
  readonly value: YamlNode
}

/** Something wrong at an offset of the source: a fault before it has a file, a line and a column. */
export interface Flaw {
  readonly at: number
  readonly message: string
}

/** More flaws than anyone reads at once are not collected, so that a hostile file cannot flood the memory. */
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

/** How many values a node holds, itself included. */
export function countValues(node: YamlNode): number {
  let count = 1
  if (node.kind === 'list') for (const item of node.items) count += countValues(item)
  if (node.kind === 'map') for (const entry of node.entries.values()) count += countValues(entry.value)
  return count
}

/** What stands at the end of a path, as far as the path exists. */
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
