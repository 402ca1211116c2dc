import type { Policies } from '../policies.ts'
import { matchesTool } from './tool-name.ts'

/** The classes of the tool policy guide, in the order in which they are tried (R58). */
export const riskClasses = ['blocked', 'high', 'medium', 'low', 'unclassified'] as const
export type RiskClass = (typeof riskClasses)[number]

/**
 * A tool's class: the first class for which a trusted rule lists the tool. Such a rule has an id that begins with the
 * class: `- { id: high, when: { tool: [bash] }, … }`.
 */
export function riskClass(policies: Policies, tool: string): RiskClass {
  const trusted = policies.files.flatMap(file => (file.trusted ? [file.policy.document] : []))
  const lists = [...trusted, policies.base.document].flatMap(({ rules }) =>
    rules.filter(rule => matchesTool(rule.when.tool ?? [], tool)),
  )
  return riskClasses.find(one => lists.some(({ id }) => id === one || id.startsWith(`${one}-`))) ?? 'unclassified'
}
