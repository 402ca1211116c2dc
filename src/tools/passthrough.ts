import { ok, type Result } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Description } from './descriptor.ts'
import { opaque } from './effects.ts'
import { isMcpName, scannedAccount, scanWithoutNul } from './families/mcp.ts'
import { sanitise } from './sanitise.ts'
import { type Account, type Setting, toDescription } from './tool.ts'

/** A tool that nobody described (R180): it shows its arguments without their secrets, and it asks. */
export function passThrough(input: JsonObject, setting: Setting): Result<Description> {
  const account = passed(input, setting)
  return account.ok ? toDescription(account.value, 'custom', setting) : account
}

function passed(input: JsonObject, setting: Setting): Result<Account> {
  const { tool, tier, world } = setting
  if (isMcpName(tool)) return scannedAccount(input, `MCP tool \`${tool}\``, setting)
  const why = `tool \`${tool}\` that has no descriptor`
  // Some clients do not mark the tools of MCP servers, so what the client runs is looked at as closely as those.
  if (world.place.runner === 'client') return scannedAccount(input, why, setting)
  const scanned = scanWithoutNul(input, setting)
  if (!scanned.ok) return scanned
  return ok({
    effects: [opaque(why, tier)],
    risk: { argv: [], riskLevel: 'low', reason: why },
    ...sanitise(input),
    summary: Object.keys(input).join(', '),
  })
}
