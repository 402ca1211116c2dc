import type { Decision } from '../../core/decision.ts'

/** The exit codes that scripts can rely on. If Sallyport itself fails, the code is that of a deny. */
export const exitCodes = { allow: 0, deny: 2, ask: 3, usage: 64 } as const satisfies Record<Decision | 'usage', number>
