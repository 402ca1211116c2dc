import { type Effect, isTouch, type Zone } from './effect.ts'
import type { Reason, Verdict } from './verdict.ts'

/**
 * How much a yes could cost, for the person who answers. It follows from the effects alone; `risk` is another measure, of how
 * suspicious the text of a call looks.
 */
export const dangers = ['low', 'medium', 'high'] as const
export type Danger = (typeof dangers)[number]

/** The danger of one effect. High: the loss cannot be undone, or a secret is involved. */
export function effectDanger(effect: Effect): Danger {
  if (effect.tier === 'destructive') return 'high'
  if (isTouch(effect)) {
    if (effect.sensitive !== null) return 'high'
    return effect.kind === 'read' || ownZones.has(effect.zone) ? 'low' : 'medium'
  }
  if (effect.kind === 'change' && effect.system === 'secrets') return 'high'
  if (effect.kind === 'connect') return effect.sends ? 'medium' : 'low'
  return effect.tier === 'execute' || effect.kind === 'opaque' ? 'medium' : 'low'
}

const ownZones: ReadonlySet<Zone> = new Set(['workspace', 'scratch'])

export const dangerRank = (danger: Danger): number => dangers.indexOf(danger)

/** The highest danger of the effects. */
export const dangerOf = (effects: readonly Effect[]): Danger =>
  effects.map(effectDanger).reduce<Danger>((a, b) => (dangerRank(b) > dangerRank(a) ? b : a), 'low')

/** The reasons that decided. An answer explains nothing by itself, so the reasons of its question count with it. */
export function decidingReasons({ decision, reasons }: Verdict): readonly Reason[] {
  const asked = reasons.filter(reason => reason.decision === 'ask')
  const isAnswered = asked.length > 0 && reasons.some(({ layer }) => layer === 'approval')
  return isAnswered ? asked : reasons.filter(reason => reason.decision === decision)
}

/** The effects that the deciding reasons are about, in the order of the call. */
export function decidingEffects(verdict: Verdict): readonly Effect[] {
  const indexes = new Set(decidingReasons(verdict).map(({ effect }) => effect))
  return verdict.effects.filter((_, index) => indexes.has(index))
}
