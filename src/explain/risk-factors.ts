import { isTouch } from '../core/effect.ts'
import type { Verdict } from '../core/verdict.ts'
import { commandRisk } from '../guard/risk.ts'
import type { Description } from '../tools/descriptor.ts'

/** The reasons for the risk: how the command is written, and the secrets that it touches. */
export function riskFactors(verdict: Verdict, description: Description | null): readonly string[] {
  if (description === null) return []
  const shape = description.analysis === null ? null : commandRisk(description.analysis)
  const secrets = verdict.effects.flatMap(effect =>
    isTouch(effect) && effect.sensitive !== null ? [`touches a secret: ${effect.sensitive}`] : [],
  )
  const own = shape === null ? [description.risk.reason] : shape.factors
  const compound =
    shape !== null && shape.factors.length === 0 && shape.risk === 'medium' ? ['more than one simple command'] : []
  return [...new Set([...own, ...compound, ...secrets])].filter(factor => factor !== '')
}
