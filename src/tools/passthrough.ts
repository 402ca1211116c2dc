import { ok, type Result } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Description } from './descriptor.ts'
import { opaque } from './effects.ts'
import { isMcpName, scannedAccount, scanWithoutNul } from './families/mcp.ts'
import { sanitise } from './sanitise.ts'
import { type Account, type Setting, toDescription } from './tool.ts'

/** Describes a tool without a descriptor (R180): it shows its arguments without secrets, and it asks. */
export function passThrough(input: JsonObject, setting: Setting): Result<Description> {
  const account = passed(input, setting)
  return account.ok ? toDescription(account.value, 'custom', setting) : account
}

function passed(input: JsonObject, setting: Setting): Result<Account> {
  const { tool, tier, world } = setting
  if (isMcpName(tool)) return scannedAccount(input, `MCP tool \`${tool}\``, setting)
  const why = `tool \`${tool}\` without a descriptor`
  // Some clients do not mark MCP tools, so every unknown tool of a client is scanned like one.
  if (world.place.runner === 'client') return scannedAccount(input, why, setting)
  const scanned = scanWithoutNul(input, setting)
  if (!scanned.ok) return scanned
  return ok({
    effects: [opaque(why, tier)],
    isScanned: true,
    risk: { argv: [], riskLevel: 'low', reason: why },
    ...sanitise(input),
    summary: Object.keys(input).join(', '),
  })
}
