import type { Approver } from './approver.ts'

/** A person's switch for a session: from now on its asks are answered with yes (R82-R87). It answers asks and nothing else. */
export interface AutoApprove extends Approver {
  enable(session: string): void
  enableTool(session: string, tool: string): void
  /** Clears the blanket and every tool. */
  disable(session: string): void
  status(session: string): AutoApproveStatus
}

export interface AutoApproveStatus {
  readonly blanket: boolean
  readonly tools: ReadonlySet<string>
}

/** `keyOf` names what the switch is filed under, if not the session itself: a chat may hold several sessions. */
export function autoApprove(keyOf: (session: string) => string = session => session): AutoApprove {
  const blankets = new Set<string>()
  const tools = new Map<string, Set<string>>()
  return {
    name: 'auto-approve',
    channel: 'code',
    enable: key => void blankets.add(key),
    enableTool: (key, tool) => void tools.set(key, (tools.get(key) ?? new Set()).add(tool)),
    disable: key => {
      blankets.delete(key)
      tools.delete(key)
    },
    status: key => ({ blanket: blankets.has(key), tools: new Set(tools.get(key)) }),
    request: async ({ session, tool, escalated }) => {
      const key = keyOf(session)
      // INVARIANT: more rights are a person's to give, call by call (C7).
      if (escalated || !(blankets.has(key) || tools.get(key)?.has(tool) === true)) return null
      return { decision: 'approved', by: 'auto-approve', auto: true }
    },
  }
}
