import { type Decision, decisions } from '../../core/decision.ts'
import type { JsonObject } from '../../core/json.ts'
import { reasonsIn, textIn } from '../recorded-fields.ts'
import type { History } from './history.ts'

/** How often a rule spoke, by its decision, and when it last did. */
export type RuleHits = Readonly<Record<Decision, number>> & { readonly lastAt: string }

/** Counts for each rule the calls that it spoke about, by `ruleKey`. */
export function countRuleHits(): History<ReadonlyMap<string, RuleHits>> {
  const hits = new Map<string, RuleHits>()
  return {
    add: event => {
      if (textIn(event, 'type') !== 'tool_call_judged') return
      const at = textIn(event, 'at')
      for (const [key, decision] of spokenIn(event)) {
        const before = hits.get(key) ?? { allow: 0, ask: 0, deny: 0, lastAt: '' }
        hits.set(key, { ...before, [decision]: before[decision] + 1, lastAt: at })
      }
    },
    total: () => hits,
  }
}

/** Rules are known by file and id: a line changes with every edit above it. */
export const ruleKey = (file: string, id: string): string => `${file}\n${id}`

/** Each rule once a call, with its strictest decision. */
function spokenIn(event: JsonObject): ReadonlyMap<string, Decision> {
  const spoken = new Map<string, Decision>()
  for (const { rule, decision } of reasonsIn(event)) {
    if (rule === null) continue
    const key = ruleKey(rule.file, rule.id)
    const before = spoken.get(key)
    if (before === undefined || decisions.indexOf(decision) > decisions.indexOf(before)) spoken.set(key, decision)
  }
  return spoken
}
