import type { Tier } from '../core/tier.ts'
import { modeDecision } from '../policy/rules/mode.ts'
import type { Mode } from '../policy/schema/document.ts'
import { findTool } from '../tools/catalog.ts'

/** The tier of a tool; unknown tools and MCP tools are `execute` (R46, R47). */
export const getToolTier = (tool: string): Tier => findTool(tool)?.tier ?? 'execute'

/** Whether a mode asks before a call of this tier (R49-R52). */
export const requiresApproval = (tier: Tier, mode: Mode): boolean => modeDecision(mode, tier) !== 'allow'
