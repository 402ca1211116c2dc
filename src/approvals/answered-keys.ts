import { canonicalJson } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import type { Settled } from './settle.ts'

/** The name of a remembered answer: session, approval key, and the binding of an approval (null: do not remember one). */
export interface RememberedKey {
  readonly session: string
  readonly key: string
  readonly heldFor: string | null
}

/** The answers of this run: an approval for the session and a denial are not asked again (R75, R193). */
export interface AnsweredKeys {
  recall(key: RememberedKey): Settled | null
  remember(key: RememberedKey, settled: Settled): void
}

export function newAnsweredKeys(): AnsweredKeys {
  const answers = new Map<string, Settled>()
  const denialOf = ({ session, key }: RememberedKey) => canonicalJson([session, key])
  const approvalOf = ({ session, key, heldFor }: RememberedKey) =>
    heldFor === null ? '' : canonicalJson([session, key, heldFor])
  return {
    recall: key => answers.get(denialOf(key)) ?? answers.get(approvalOf(key)) ?? null,
    remember: (key, settled) => {
      const remembered = toRemember(settled)
      if (remembered === null) return
      const name = remembered.decision === 'denied' ? denialOf(key) : approvalOf(key)
      if (name === '') return
      const oldest = answers.size >= limits.rememberedKeys ? answers.keys().next().value : undefined
      if (oldest !== undefined) answers.delete(oldest)
      answers.set(name, remembered)
    },
  }
}

/** Remembers what a person or a rule answered, not timeouts and broken channels: those may work next time. */
function toRemember(settled: Settled): Settled | null {
  if (settled.decision === 'approved_for_session') return { decision: 'approved', by: settled.by, reason: 'cached' }
  const isAnswer = settled.reason === 'provider' || settled.reason === 'rule'
  return settled.decision === 'denied' && isAnswer ? { decision: 'denied', by: settled.by, reason: 'loop' } : null
}
