import { autoApprove } from '../approvals/auto-approve.ts'
import { timestamp } from '../core/clock.ts'
import { ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { Verdict } from '../core/verdict.ts'
import { createGate, type Gate, type GateOptions } from '../gate/gate.ts'

/** `PermissionResultAllow` and `PermissionResultDeny`. */
export type PermissionResult =
  | { readonly behavior: 'allow'; readonly verdict: Verdict }
  | { readonly behavior: 'deny'; readonly message: string; readonly verdict: Verdict }

/** `ToolGatekeeper`: the gate with auto-approve for each chat before the other approvers. */
export interface ToolGatekeeper {
  readonly gate: Gate
  check(toolName: string, toolInput: Readonly<Record<string, unknown>>, ids: CallIds): Promise<PermissionResult>
  /** Each change is recorded before it takes effect; if that fails, it does not take effect (C33). */
  enableAutoApprove(chatId: string): Promise<Result<void>>
  enableToolAutoApprove(chatId: string, toolName: string): Promise<Result<void>>
  disableAutoApprove(chatId: string): Promise<Result<void>>
  /** `auto` approves every tool, `edit` approves `Write` and `Edit`, `default` none. Earlier settings are cleared. */
  switchMode(chatId: string, mode: ChatMode): Promise<Result<void>>
  getAutoApproveStatus(chatId: string): readonly [blanketEnabled: boolean, toolNames: ReadonlySet<string>]
}

export type ChatMode = 'default' | 'edit' | 'auto'

export interface CallIds {
  readonly sessionId: string
  readonly chatId: string
}

/**
 * Creates a gatekeeper on top of your ports.
 *
 * @example
 * const gatekeeper = toolGatekeeper({ policies, ports, place })
 * await gatekeeper.enableToolAutoApprove('chat-1', 'Write')
 * await gatekeeper.check('Write', { file_path: 'a.ts', content: '' }, { sessionId: 's-1', chatId: 'chat-1' })
 */
export function toolGatekeeper(options: GateOptions): ToolGatekeeper {
  const chats = new Map<string, string>()
  const auto = autoApprove(session => chats.get(session) ?? '')
  const { ports } = options
  const gate = createGate({ ...options, ports: { ...ports, approvers: [auto, ...ports.approvers] } })

  async function switched(chatId: string, value: string, flip: () => void): Promise<Result<void>> {
    const at = timestamp(ports.clock.now())
    const event = {
      type: 'setting_changed',
      at,
      session: chatId,
      setting: 'auto-approve',
      value,
      by: 'person',
    } as const
    const written = await ports.journal.append([event])
    if (!written.ok) return written
    flip()
    return ok(undefined)
  }

  /** Turning it off is always safe, so it takes effect even if it cannot be recorded. */
  async function clear(chatId: string): Promise<Result<void>> {
    auto.disable(chatId)
    return switched(chatId, 'off', () => {})
  }

  async function switchMode(chatId: string, mode: ChatMode): Promise<Result<void>> {
    const cleared = await clear(chatId)
    if (!cleared.ok || mode === 'default') return cleared
    if (mode === 'auto') return switched(chatId, 'all tools', () => auto.enable(chatId))
    return switched(chatId, editTools.join(', '), () => {
      for (const tool of editTools) auto.enableTool(chatId, tool)
    })
  }

  return {
    gate,
    switchMode,
    check: async (tool, input, { sessionId, chatId }) => {
      // A session that was dropped from the map is its own chat.
      const oldest = chats.size >= limits.rememberedKeys ? chats.keys().next().value : undefined
      if (oldest !== undefined) chats.delete(oldest)
      chats.set(sessionId, chatId)
      const verdict = await gate.check({ tool, input, session: sessionId })
      return verdict.decision === 'allow'
        ? { behavior: 'allow', verdict }
        : { behavior: 'deny', message: verdict.reasons[0]?.because ?? 'denied', verdict }
    },
    enableAutoApprove: chatId => switched(chatId, 'all tools', () => auto.enable(chatId)),
    enableToolAutoApprove: (chatId, tool) => switched(chatId, tool, () => auto.enableTool(chatId, tool)),
    disableAutoApprove: clear,
    getAutoApproveStatus: chatId => {
      const { blanket, tools } = auto.status(chatId)
      return [blanket, tools]
    },
  }
}

/** The tools that edit mode approves (R83). */
const editTools = ['Write', 'Edit'] as const
