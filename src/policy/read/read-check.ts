import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { limits } from '../../core/limits.ts'
import type { TaughtProgram } from '../schema/document.ts'
import { type Settings, settingsSchema } from '../schema/schema.ts'
import { type RuleInput, ruleSchema } from '../schema/schema-rule.ts'
import { type LineOf, ruleIds } from './read-ids.ts'
import { issueFlaws } from './read-issue.ts'
import { readPrograms } from './read-programs.ts'
import { countValues, type Flaw, maxFlaws, plainValue, type YamlList, type YamlNode } from './yaml-node.ts'

export interface CheckedPolicy {
  readonly settings: Settings
  readonly rules: readonly CheckedRule[]
  readonly programs: readonly TaughtProgram[]
}

export interface CheckedRule {
  readonly id: string
  readonly line: number
  readonly input: RuleInput
}

/** The most values in one rule or setting: each is validated as a whole, and every value can have a flaw. */
const maxValues = 10_000

/** The policy as validated data; null if there are flaws. */
export function checkPolicy(root: YamlNode, lineOf: LineOf): { policy: CheckedPolicy | null; flaws: readonly Flaw[] } {
  const oversized = findOversized(root)
  if (oversized !== null) return { policy: null, flaws: [oversized] }
  const nodes = ruleNodes(root)
  const { ids, flaws: idFlaws } = ruleIds(nodes, lineOf)
  const flaws = [...idFlaws]
  const settings = check(settingsSchema, { root, node: withoutRules(root), path: [] }, flaws)
  const rules: CheckedRule[] = []
  for (const [index, node] of nodes.entries()) {
    if (flaws.length > maxFlaws) break
    const input = check(ruleSchema, { root, node, path: ['rules', index] }, flaws)
    if (input !== null) rules.push({ id: ids[index] ?? '', line: lineOf(node.at), input })
  }
  if (settings === null) return { policy: null, flaws }
  const programs = readPrograms(settings.programs ?? {}, root, lineOf)
  flaws.push(...programs.flaws)
  return { policy: flaws.length > 0 ? null : { settings, rules, programs: programs.programs }, flaws }
}

interface Piece {
  readonly root: YamlNode
  readonly node: YamlNode
  readonly path: readonly (string | number)[]
}

function check<const S extends GenericSchema>(schema: S, piece: Piece, flaws: Flaw[]): InferOutput<S> | null {
  const result = safeParse(schema, plainValue(piece.node))
  if (result.success) return result.output
  for (const flaw of issueFlaws(result.issues, piece.root, piece.path)) flaws.push(flaw)
  return null
}

function ruleNodes(root: YamlNode): readonly YamlNode[] {
  const rules = root.kind === 'map' ? root.entries.get('rules')?.value : undefined
  return rules?.kind === 'list' ? rules.items : []
}

/** The same map with an empty list of rules, if it has a list there. */
function withoutRules(root: YamlNode): YamlNode {
  if (root.kind !== 'map') return root
  const rules = root.entries.get('rules')
  if (rules?.value.kind !== 'list') return root
  const none: YamlList = { kind: 'list', at: rules.value.at, items: [] }
  return { ...root, entries: new Map(root.entries).set('rules', { ...rules, value: none }) }
}

function findOversized(root: YamlNode): Flaw | null {
  const rules = ruleNodes(root)
  if (rules.length > limits.policyRules) {
    return { at: root.at, message: `the policy has more than ${limits.policyRules} rules; split it` }
  }
  const settings = withoutRules(root)
  const pieces = [...rules, ...childrenOf(settings), settings]
  const large = pieces.find(node => countValues(node) > maxValues)
  return large === undefined ? null : { at: large.at, message: `this has more than ${maxValues} values; split it` }
}

const childrenOf = (node: YamlNode): readonly YamlNode[] =>
  node.kind === 'map' ? [...node.entries.values()].map(entry => entry.value) : []
