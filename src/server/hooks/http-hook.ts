import { waitSeconds } from '../../adapters/install/hook-command.ts'
import type { HookRequest, HttpHookRequest } from './hook-server.ts'

/** The headers in which Claude Code's settings pass on variables that the hook needs, because a server has an environment of its own. */
const variableHeaders = {
  'x-claude-code-entrypoint': 'CLAUDE_CODE_ENTRYPOINT',
  'x-claude-project-dir': 'CLAUDE_PROJECT_DIR',
} as const

/** Shorter than the client's default timeout for hooks, for settings that do not say how long it waits. */
const shortWaitSeconds = 25

/** A request of Claude Code's HTTP hook, which is the only client that has one; null for any other. */
export function httpHookRequest(
  { client, body, header }: HttpHookRequest,
  own: NodeJS.ProcessEnv,
): Pick<HookRequest, 'client' | 'sent' | 'env' | 'cwd' | 'patienceMs'> | null {
  if (client !== 'claude-code') return null
  const named = Object.entries(variableHeaders).map(([name, variable]) => [variable, header(name)] as const)
  const sentVariables = named.filter(([, value]) => value !== undefined && value !== '' && !value.startsWith('$'))
  const { CLAUDE_CODE_ENTRYPOINT: _, CLAUDE_PROJECT_DIR: __, ...env } = own
  const wait = Number(header('x-sallyport-wait') ?? shortWaitSeconds)
  const seconds = Number.isFinite(wait) && wait > 0 ? Math.min(wait, waitSeconds) : shortWaitSeconds
  return {
    client,
    sent: body,
    env: { ...env, ...Object.fromEntries(sentVariables) },
    cwd: '/',
    patienceMs: 1_000 * seconds,
  }
}
