import type { Approver } from './approver.ts'

/** A switch that approves all asks of a session from now on (R82-R87). It cannot lift a deny. */
export interface AutoApprove extends Approver {
  enable(session: string): void
  enableTool(session: string, tool: string): void
  /** Turns off the blanket approval and all approved tools. */
  disable(session: string): void
  status(session: string): AutoApproveStatus
}

export interface AutoApproveStatus {
  readonly blanket: boolean
  readonly tools: ReadonlySet<string>
}

/** `keyOf` maps a session to the key of its switch, for example to a chat with several sessions. */
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
      // INVARIANT: only a person grants escalated rights, call by call (C7).
      if (escalated || !(blankets.has(key) || tools.get(key)?.has(tool) === true)) return null
      return { decision: 'approved', by: 'auto-approve', auto: true }
    },
  }
}
