import { decidingEffects, effectDanger } from '../core/danger.ts'
import type { Span } from '../core/effect.ts'
import type { ApprovalRequest } from './approver.ts'

/** The parts of the call's command that cause the question, for the person who answers. */
export function markedSpans({ details: { command }, verdict }: ApprovalRequest): readonly Span[] {
  // Where a secret was removed, the places of the effects no longer fit the text.
  if (typeof command !== 'string' || command.includes('[redacted')) return []
  return decidingEffects(verdict)
    .filter(effect => effectDanger(effect) !== 'low')
    .flatMap(({ span }) => span ?? [])
}
