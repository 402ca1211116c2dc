import type { Json } from '../../core/json.ts'
import { type Flaw, nodeAt, type YamlNode } from '../read/yaml-node.ts'
import type { SourceKeys, Translation } from './dialect.ts'
import { recognise } from './recognise.ts'

/**
 * A policy file's tree in Sallyport's own format: the tree itself, or its translation from a dialect. Every translated
 * node keeps the place of its source, so that faults and rules point into the original file.
 */
export function translateTree(root: YamlNode): { readonly root: YamlNode | null; readonly flaws: readonly Flaw[] } {
  const { dialect, flaw } = recognise(root)
  if (flaw !== null) return { root: null, flaws: [flaw] }
  if (dialect === null) return { root, flaws: [] }
  const { translation, flaws } = dialect.translate([root])
  return { root: translation === null ? null : treeOf(translation, root), flaws }
}

function treeOf(translation: Translation, root: YamlNode): YamlNode {
  const place = (path: SourceKeys) => nodeAt(root, path).at
  const rules = translation.rules.map(({ from, comment: _, ...rule }) => toNode({ ...rule }, place(from)))
  const settings = Object.entries({ version: 1, ...translation.settings })
  return {
    kind: 'map',
    at: root.at,
    entries: new Map<string, { keyAt: number; value: YamlNode }>([
      ...settings.map(([key, value]) => [key, { keyAt: root.at, value: toNode(value, root.at) }] as const),
      ['rules', { keyAt: root.at, value: { kind: 'list', at: root.at, items: rules } }],
    ]),
  }
}

function toNode(value: Json, at: number): YamlNode {
  if (value === null || typeof value !== 'object') return { kind: 'scalar', at, value }
  if (Array.isArray(value)) return { kind: 'list', at, items: value.map(item => toNode(item, at)) }
  const entries = Object.entries(value).map(([key, item]) => [key, { keyAt: at, value: toNode(item, at) }] as const)
  return { kind: 'map', at, entries: new Map(entries) }
}
