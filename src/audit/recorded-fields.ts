import { type Danger, dangers } from '../core/danger.ts'
import { type Decision, decisions } from '../core/decision.ts'
import { isList, isObject, type Json, type JsonObject, own, ownString } from '../core/json.ts'
import { type Tier, tiers } from '../core/tier.ts'
import type { RuleRef } from '../core/verdict.ts'
import type { EffectLine, ReasonLine } from './timeline-row.ts'

/** Fields of a recorded event. A field that is missing or of another type, for example in an older record, reads as its default. */
export const textIn = (event: JsonObject, key: string): string => ownString(event, key) ?? ''

export const textsIn = (event: JsonObject, key: string): readonly string[] => {
  const list = own(event, key)
  return list !== undefined && isList(list) ? list.filter(item => typeof item === 'string') : []
}

export const decisionIn = (event: JsonObject, key: string): Decision | null =>
  decisions.find(one => one === own(event, key)) ?? null

export const dangerIn = (event: JsonObject): Danger => dangers.find(one => one === own(event, 'danger')) ?? 'low'

/** The reasons of a verdict, strictest first. */
export const reasonsIn = (event: JsonObject): readonly ReasonLine[] =>
  objectsIn(event, 'reasons').flatMap(reason => {
    const decision = decisionIn(reason, 'decision')
    if (decision === null) return []
    return [{ decision, layer: textIn(reason, 'layer'), text: textIn(reason, 'because'), rule: ruleIn(reason) }]
  })

export const effectsIn = (event: JsonObject): readonly EffectLine[] =>
  objectsIn(event, 'effects').map(effect => ({ text: textIn(effect, 'text'), tier: tierIn(effect) }))

const tierIn = (effect: JsonObject): Tier => tiers.find(one => one === own(effect, 'tier')) ?? 'execute'

function ruleIn(reason: JsonObject): RuleRef | null {
  const rule = own(reason, 'rule')
  if (rule === undefined || !isObject(rule)) return null
  const line = own(rule, 'line')
  return { id: textIn(rule, 'id'), file: textIn(rule, 'file'), line: typeof line === 'number' ? line : 0 }
}

function objectsIn(event: JsonObject, key: string): readonly JsonObject[] {
  const list: Json | undefined = own(event, key)
  return list !== undefined && isList(list) ? list.filter(isObject) : []
}
