import * as v from 'valibot'
import { effectKinds } from '../../core/effect.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { type Tier, tiers } from '../../core/tier.ts'
import { closed } from '../schema/schema-closed.ts'
import { flag, word } from '../schema/schema-parts.ts'
import { mustBe } from '../schema/schema-words.ts'
import { defineDialect, overlay, type TranslatedRule, type Translation } from './dialect.ts'
import { approvalModes } from './environment.ts'
import { directories, duration, fromProject, list, time, tools } from './parts.ts'
import { namesOf, shellTools } from './tool-names.ts'

const count = v.pipe(
  v.number(mustBe('a number')),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
)

/** The limits of sub-agents. Values outside their range are moved into it. */
const subagent = {
  max_concurrent: v.exactOptional(count),
  max_total: v.exactOptional(count),
  slot_timeout: v.exactOptional(time(1_000)),
  max_depth: v.exactOptional(count),
  max_prompt_chars: v.exactOptional(count),
  max_output_chars: v.exactOptional(count),
  max_iterations: v.exactOptional(count),
  max_parent_iterations: v.exactOptional(count),
  timeout: v.exactOptional(time(1_000)),
}

const safety = {
  enabled: v.exactOptional(flag('whether calls ask')),
  approval_mode: v.exactOptional(word(approvalModes, 'which tiers ask')),
  approval_timeout: v.exactOptional(time(1_000)),
  read_only: v.exactOptional(flag('whether only reading is allowed')),
  custom_patterns: v.exactOptional(list),
  sensitive_paths: v.exactOptional(directories),
  allowed_tools: v.exactOptional(tools),
  denied_tools: v.exactOptional(tools),
  subagent: v.exactOptional(closed('`subagent`', subagent)),
  tool_tiers: v.exactOptional(
    v.pipe(
      v.unknown(),
      v.check(value => !Array.isArray(value), mustBe('a map of tools to tiers')),
      v.record(v.string(), word(tiers, 'a tier'), mustBe('a map of tools to tiers')),
    ),
  ),
}
const file = { safety: closed('`safety`', safety) }
const schema = closed('the configuration', file)

type Safety = v.InferOutput<typeof schema>['safety']

/** Tools in tiers, and a mode that decides which tiers ask (R46-R53, R22-R25, R34). */
export const anteroom = defineDialect({
  name: 'anteroom',
  keys: [...Object.keys(file), ...Object.keys(safety).map(key => `safety.${key}`)],
  schema,
  config: (parsed): Safety => parsed.safety,
  merge: overlay,
  translate: (config): Translation => ({
    settings: {
      extends: 'bare',
      ...(config.enabled === false ? { enabled: false } : {}),
      mode: config.approval_mode ?? 'ask_for_writes',
      approvals: { timeout: duration(config.approval_timeout ?? 120_000), on_timeout: 'deny' },
      ...(config.subagent === undefined ? {} : { subagents: subagentsOf(config.subagent) }),
    },
    rules: [...denied(config), ...confirmed(config), ...allowed(config), ...tiered(config)],
    notes: namesOf(config.allowed_tools ?? []).some(name => shellTools.includes(name))
      ? ['`allowed_tools` names a tool that runs any command; destructive commands still ask']
      : [],
  }),
})

const subagentsOf = (given: NonNullable<Safety['subagent']>): JsonObject => {
  const { slot_timeout, timeout } = given
  const set = (key: string, value: Json | undefined): JsonObject => (value === undefined ? {} : { [key]: value })
  return {
    ...set('concurrent', given.max_concurrent),
    ...set('total', given.max_total),
    ...set('slot_timeout', slot_timeout === undefined ? undefined : duration(slot_timeout)),
    ...set('depth', given.max_depth),
    ...set('prompt_chars', given.max_prompt_chars),
    ...set('answer_chars', given.max_output_chars),
    ...set('steps', given.max_iterations),
    ...set('parent_steps', given.max_parent_iterations),
    ...set('timeout', timeout === undefined ? undefined : duration(timeout)),
  }
}

const denied = ({ denied_tools = [], read_only = false }: Safety): readonly TranslatedRule[] => [
  ...toolRule(denied_tools, {
    id: 'denied-tools',
    then: 'deny',
    because: 'the tool is denied',
    from: at('denied_tools'),
  }),
  ...(read_only
    ? [
        {
          id: 'read-only',
          when: { effect: effectKinds, tier: 'write' },
          then: 'deny',
          because: 'the configuration is read-only',
          from: at('read_only'),
        } as const,
      ]
    : []),
]

/** Confirmations that apply in every mode but `auto`. */
function confirmed({ custom_patterns = [], sensitive_paths = [] }: Safety): readonly TranslatedRule[] {
  const mode = 'ask_for_dangerous'
  const own = sensitive_paths.map(fromProject)
  return [
    ...custom_patterns.map(
      (pattern, index): TranslatedRule => ({
        id: `custom-pattern-${index + 1}`,
        when: { command: [pattern], mode },
        then: 'ask',
        because: 'it matches one of your custom patterns',
        from: [...at('custom_patterns'), index],
      }),
    ),
    ...(own.length === 0
      ? []
      : [
          {
            id: 'sensitive-paths',
            when: { write: own, delete: own, mode },
            then: 'ask',
            because: 'you listed this path as sensitive',
            from: at('sensitive_paths'),
          } as const,
        ]),
    {
      id: 'secrets-and-system-files',
      when: { write: builtInPaths, delete: builtInPaths, mode },
      then: 'ask',
      because: 'the path holds secrets or belongs to the system',
      from: ['safety'],
    },
    {
      id: 'sensitive',
      when: { effect: ['write', 'delete'], sensitive: true, mode },
      then: 'ask',
      because: 'sensitive files hold secrets or run code later',
      from: ['safety'],
    },
  ]
}

const builtInPaths = ['.env', '.ssh', '.gnupg', '/etc']

/** Without `tier: destructive`, so destructive effects still ask (C6). */
const allowed = ({ allowed_tools = [] }: Safety): readonly TranslatedRule[] =>
  toolRule(allowed_tools, {
    id: 'allowed-tools',
    then: 'allow',
    because: 'the tool is allowed',
    from: at('allowed_tools'),
    reach: ['outside', 'sensitive'],
  })

/** The tier of a tool for all its calls; a destructive effect stays destructive (R33, R47, R48). */
function tiered({ tool_tiers = {} }: Safety): readonly TranslatedRule[] {
  const of = (...wanted: readonly Tier[]) =>
    Object.entries(tool_tiers).flatMap(([tool, tier]) => (wanted.includes(tier) ? [tool] : []))
  const from = at('tool_tiers')
  return [
    ...toolRule(of('destructive'), { id: 'tier-destructive', then: 'ask', from, mode: 'ask_for_dangerous' }),
    ...toolRule(of('write', 'execute'), { id: 'tier-write-or-execute', then: 'ask', from, mode: 'ask_for_writes' }),
    ...toolRule(of('read'), { id: 'tier-read', then: 'allow', from, reach: ['outside', 'sensitive'] }),
    {
      id: 'execute',
      when: { tool: [...shellTools, 'mcp__*'], mode: 'ask_for_writes' },
      then: 'ask',
      because: 'the tool can run anything',
      comment: 'Shells and the tools of MCP servers have tier execute for every call.',
      from: ['safety', 'approval_mode'],
    },
  ]
}

const at = (key: string) => ['safety', key] as const

function toolRule(
  named: readonly string[],
  {
    mode,
    reach,
    ...rule
  }: Omit<TranslatedRule, 'when'> & { readonly mode?: string; readonly reach?: readonly string[] },
): readonly TranslatedRule[] {
  if (named.length === 0) return []
  const when = {
    tool: namesOf(named),
    ...(mode === undefined ? {} : { mode }),
    ...(reach === undefined ? {} : { reach }),
  }
  return [{ ...rule, when }]
}
