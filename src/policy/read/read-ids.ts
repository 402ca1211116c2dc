import { inBackticks } from '../schema/schema-words.ts'
import { type Flaw, maxFlaws, type YamlNode } from './yaml-node.ts'

export type LineOf = (offset: number) => number

/** The id of every rule, `rule-N` for a rule without one, and a flaw for each id that is used twice. */
export function ruleIds(
  rules: readonly YamlNode[],
  lineOf: LineOf,
): { ids: readonly string[]; flaws: readonly Flaw[] } {
  const first = new Map<string, number>()
  const flaws: Flaw[] = []
  const ids = rules.map((rule, index) => {
    const given = idNode(rule)
    const id = given?.kind === 'scalar' && typeof given.value === 'string' ? given.value : `rule-${index + 1}`
    const at = given?.at ?? rule.at
    const before = first.get(id)
    if (before === undefined) first.set(id, at)
    else if (flaws.length <= maxFlaws) {
      flaws.push({
        at,
        message: `rule id ${inBackticks(id)} is already used on line ${lineOf(before)}; give each rule its own id`,
      })
    }
    return id
  })
  return { ids, flaws }
}

const idNode = (rule: YamlNode): YamlNode | undefined =>
  rule.kind === 'map' ? rule.entries.get('id')?.value : undefined
