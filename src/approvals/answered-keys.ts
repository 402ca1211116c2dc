import { canonicalJson } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import type { Settled } from './settle.ts'

/** A call that was asked about: its key, and what an approval of it holds for (null: this once). */
export interface RememberedKey {
  readonly session: string
  readonly key: string
  readonly heldFor: string | null
}

/** What was answered in this run: an approval for the session is not asked again, a denial is not asked twice (R75, R193). */
export interface AnsweredKeys {
  recall(asked: RememberedKey): Settled | null
  remember(asked: RememberedKey, settled: Settled): void
}

export function newAnsweredKeys(): AnsweredKeys {
  const answers = new Map<string, Settled>()
  const denialOf = ({ session, key }: RememberedKey) => canonicalJson([session, key])
  const approvalOf = ({ session, key, heldFor }: RememberedKey) =>
    heldFor === null ? '' : canonicalJson([session, key, heldFor])
  return {
    recall: asked => answers.get(denialOf(asked)) ?? answers.get(approvalOf(asked)) ?? null,
    remember: (asked, settled) => {
      const remembered = toRemember(settled)
      if (remembered === null) return
      const name = remembered.decision === 'denied' ? denialOf(asked) : approvalOf(asked)
      if (name === '') return
      const oldest = answers.size >= limits.rememberedKeys ? answers.keys().next().value : undefined
      if (oldest !== undefined) answers.delete(oldest)
      answers.set(name, remembered)
    },
  }
}

/** A person's word is remembered; silence and broken channels may change. */
function toRemember(settled: Settled): Settled | null {
  if (settled.decision === 'approved_for_session') return { decision: 'approved', by: settled.by, reason: 'cached' }
  const isAnswer = settled.reason === 'provider' || settled.reason === 'rule'
  return settled.decision === 'denied' && isAnswer ? { decision: 'denied', by: settled.by, reason: 'loop' } : null
}
