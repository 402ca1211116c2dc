import type { ObjectEntries } from 'valibot'
import { redact } from '../audit/redaction/redact.ts'
import type { World } from '../core/call.ts'
import type { Effect } from '../core/effect.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { canonicalJson, type JsonObject, own } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import type { Tier } from '../core/tier.ts'
import type { FenceAsk, FenceWish } from '../fence/wish.ts'
import type { Analysis } from '../shell/analysis.ts'
import type { Category, Description, ExtractedRisk, Typing } from './descriptor.ts'
import { opaque } from './effects.ts'
import { inputShape, readInput } from './input.ts'
import type { ToolPorts } from './ports.ts'
import { summarise } from './summarise.ts'

/** Tools of one kind under the different names of the clients (C17). */
export const familyNames = [
  'shell-exec',
  'shell-text',
  'write-stdin',
  'file-read',
  'file-write',
  'search',
  'apply-patch',
  'web',
  'agents',
  'interaction',
  'skills',
  'secrets',
  'mcp',
] as const
export type Family = (typeof familyNames)[number]

/** A tool that Sallyport knows: how it is judged, and how its input is read. */
export interface Tool {
  readonly family: Family
  readonly category: Category
  readonly tier: Tier
  readonly describe: (input: JsonObject, setting: Setting) => Result<Description>
}

/** The context in which one call is described. */
export interface Setting {
  readonly tool: string
  readonly world: World
  /** The tier of the tool, after the policy's override (R48). */
  readonly tier: Tier
  readonly ports: ToolPorts
}

/** A family's description of one call. */
export interface Account {
  readonly effects: readonly Effect[]
  readonly risk: ExtractedRisk
  readonly request: JsonObject
  /** INVARIANT: `request` as canonical JSON. Code that changes `request` must leave this out. */
  readonly requestText?: string | undefined
  readonly secrets: readonly string[]
  /** The summary after the tool's name. */
  readonly summary: string
  readonly category?: Category
  readonly tier?: Tier
  readonly isScanned?: true
  readonly escalated?: boolean
  readonly fence?: FenceWish
  readonly fenceAsk?: FenceAsk
  readonly typing?: Typing
  readonly text?: string | null
  readonly textKey?: string | null
  readonly analysis?: Analysis
}

export interface ToolSpec {
  readonly family: Family
  readonly category: Category
  readonly tier: Tier
  /** Every key that the input may have. */
  readonly fields: ObjectEntries
  /** Gets the known keys only, each with the correct type. */
  readonly account: (input: JsonObject, setting: Setting) => Result<Account>
}

export function defineTool(spec: ToolSpec): Tool {
  const { family, category, tier } = spec
  const shape = inputShape(spec.fields)
  return {
    family,
    category,
    tier,
    describe: (input, setting) => {
      const read = readInput(input, shape, setting)
      if (!read.ok) return read
      const account = spec.account(read.value.known, setting)
      if (!account.ok) return account
      const unknown = { tool: setting.tool, input, keys: read.value.unknown }
      return toDescription(withUnknown(account.value, unknown), category, setting)
    },
  }
}

/** The full description from a family's account. */
export function toDescription(account: Account, category: Category, setting: Setting): Result<Description> {
  if (account.effects.length > limits.effects)
    return fail('limit_reached', `the call has more than ${limits.effects} effects`)
  // The rest of a command that is too large was not looked at, so it could be anything that the floor denies.
  const unfinished = account.analysis?.faults.find(({ code }) => code === 'limit_reached')
  if (unfinished !== undefined) return fail(unfinished.code, unfinished.message)
  const judgedAs = account.category ?? category
  return ok({
    category: judgedAs,
    tier: account.tier ?? setting.tier,
    effects: account.effects,
    isScanned: account.isScanned ?? false,
    risk: account.risk,
    request: account.request,
    requestText: account.requestText ?? canonicalJson(account.request),
    event: account.request,
    secrets: account.secrets,
    escalated: account.escalated ?? false,
    fence: judgedAs === 'shell_exec' ? (account.fence ?? 'inherit') : null,
    fenceAsk: account.fenceAsk ?? null,
    typing: account.typing ?? null,
    text: account.text ?? null,
    textKey: account.textKey ?? null,
    analysis: account.analysis ?? null,
    summary: summarise(setting.tool, account.summary),
  })
}

interface UnknownKeys {
  readonly tool: string
  readonly input: JsonObject
  readonly keys: readonly string[]
}

/** An unknown input key may mean anything: it is opaque, and its value enters the approval key as a secret. */
function withUnknown(account: Account, { tool, input, keys }: UnknownKeys): Account {
  if (keys.length === 0) return account
  const shown = keys.map(key => redact(key).text.slice(0, 80))
  return {
    ...account,
    effects: [...account.effects, ...shown.map(key => opaque(`unknown input key \`${key}\` of \`${tool}\``))],
    request: { ...account.request, unknown_keys: shown },
    requestText: undefined,
    secrets: [...account.secrets, canonicalJson(keys.map(key => [key, own(input, key) ?? null]))],
  }
}
