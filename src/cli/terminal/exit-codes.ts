import type { Decision } from '../../core/decision.ts'

/** What a script may rely on. A failure of Sallyport itself is a deny. */
export const exitCodes = { allow: 0, deny: 2, ask: 3, usage: 64 } as const satisfies Record<Decision | 'usage', number>
