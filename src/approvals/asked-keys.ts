import { limits } from '../core/limits.ts'
import type { Settled } from './settle.ts'

/** What was answered in this run: an approval for the session is not asked again, a denial is not asked twice (R75, R193). */
export interface AskedKeys {
  recall(session: string, key: string): Settled | null
  remember(session: string, key: string, settled: Settled): void
}

export function newAskedKeys(): AskedKeys {
  const answers = new Map<string, Settled>()
  return {
    recall: (session, key) => answers.get(`${session} ${key}`) ?? null,
    remember: (session, key, settled) => {
      const remembered = toRemember(settled)
      if (remembered === null) return
      const oldest = answers.size >= limits.rememberedKeys ? answers.keys().next().value : undefined
      if (oldest !== undefined) answers.delete(oldest)
      answers.set(`${session} ${key}`, remembered)
    },
  }
}

/** A person's word is remembered; silence and broken channels may change. */
function toRemember(settled: Settled): Settled | null {
  if (settled.decision === 'approved_for_session') return { decision: 'approved', by: settled.by, reason: 'cached' }
  const isAnswer = settled.reason === 'provider' || settled.reason === 'rule'
  return settled.decision === 'denied' && isAnswer ? { decision: 'denied', by: settled.by, reason: 'loop' } : null
}
