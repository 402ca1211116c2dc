import type { Decision } from '../../core/decision.ts'
import type { Tier } from '../../core/tier.ts'
import type { Mode } from '../schema/document.ts'

/** A mode's decision about a tier, used where neither rules nor boundary decide (R49-R52). */
export function modeDecision(mode: Mode, tier: Tier): Decision {
  switch (mode) {
    case 'allow':
    case 'auto':
      return 'allow'
    case 'ask_for_dangerous':
      return tier === 'destructive' ? 'ask' : 'allow'
    case 'ask_for_writes':
    case 'ask':
    case 'watch':
      return tier === 'read' ? 'allow' : 'ask'
    case 'deny':
      return 'deny'
  }
}

const rank = { allow: 0, auto: 0, ask_for_dangerous: 1, watch: 2, ask_for_writes: 2, ask: 2, deny: 3 } as const

/** Whether a mode is at least as strict as another; `ask` is `ask_for_writes` (R52), `allow` is `auto`. */
export const reachesMode = (mode: Mode, other: Mode): boolean => rank[mode] >= rank[other]

export const stricterMode = (a: Mode, b: Mode): Mode => (rank[b] > rank[a] ? b : a)

/** The mode if no policy sets one (R51, C2). */
export const defaultMode: Mode = 'ask_for_writes'
