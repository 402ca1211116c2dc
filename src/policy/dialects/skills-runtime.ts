import * as v from 'valibot'
import type { JsonObject } from '../../core/json.ts'
import { findTool } from '../../tools/catalog.ts'
import { closed } from '../schema/schema-closed.ts'
import { mustBe } from '../schema/schema-words.ts'
import { defineDialect, overlay, type TranslatedRule, type Translation } from './dialect.ts'
import { commandList, duration, time, tools } from './parts.ts'
import { shellTools } from './tool-names.ts'

const safety = {
  mode: v.exactOptional(v.picklist(['allow', 'ask', 'deny'], mustBe('`allow`, `ask` or `deny`'))),
  allowlist: v.exactOptional(commandList),
  denylist: v.exactOptional(commandList),
  tool_allowlist: v.exactOptional(tools),
  tool_denylist: v.exactOptional(tools),
  approval_timeout_ms: v.exactOptional(time(1)),
}
const adapters = ['auto', 'bubblewrap', 'seatbelt'] as const
const sandbox = {
  default_policy: v.exactOptional(v.picklist(['none', 'restricted'], mustBe('`none` or `restricted`'))),
  profile: v.exactOptional(v.picklist(['dev', 'balanced', 'prod'], mustBe('`dev`, `balanced` or `prod`'))),
  os: v.exactOptional(
    closed('`os`', { mode: v.exactOptional(v.picklist(adapters, mustBe('`auto`, `bubblewrap` or `seatbelt`'))) }),
  ),
}
const file = {
  config_version: v.exactOptional(v.literal(1, mustBe('`1`'))),
  safety: v.exactOptional(closed('`safety`', safety)),
  sandbox: v.exactOptional(closed('`sandbox`', sandbox)),
  run: v.exactOptional(closed('`run`', { human_timeout_ms: v.exactOptional(time(1)) })),
}
const schema = closed('the configuration', file)

type File = v.InferOutput<typeof schema>
type Safety = NonNullable<File['safety']>

/** Lists of commands and tools in front of a mode, and a sandbox (R54, R57, R65, R187). */
export const skillsRuntime = defineDialect({
  name: 'skills-runtime',
  keys: [...Object.keys(file), ...Object.keys(safety).map(key => `safety.${key}`)],
  schema,
  config: (parsed): File => parsed,
  merge: overlay,
  translate: ({ safety: lists = {}, sandbox: fence, run }): Translation => ({
    settings: {
      extends: 'bare',
      mode: lists.mode ?? 'ask',
      approvals: {
        timeout: duration(lists.approval_timeout_ms ?? 60_000),
        on_timeout: 'deny',
        ...(run?.human_timeout_ms === undefined ? {} : { human_timeout: duration(run.human_timeout_ms) }),
      },
      ...(fence === undefined ? {} : { fence: fenceOf(fence) }),
    },
    rules: [...denied(lists), ...commandRules(lists), ...toolRules(lists)],
    notes: builtIn(lists).map(
      tool => `\`tool_allowlist\` is for your own tools; \`${tool}\` is built in: list its commands in \`allowlist\``,
    ),
  }),
})

const denied = ({ tool_denylist = [], denylist = [] }: Safety): readonly TranslatedRule[] => [
  ...some(tool_denylist, {
    id: 'tool-denylist',
    when: { tool: tool_denylist },
    then: 'deny',
    because: 'the tool is on the denylist',
    from: ['safety', 'tool_denylist'],
  }),
  ...some(denylist, {
    id: 'denylist',
    when: { run: denylist },
    then: 'deny',
    because: 'the command is on the denylist',
    comment: 'Applies to every command in the call, including commands that other programs start.',
    from: ['safety', 'denylist'],
  }),
]

const commandRules = ({ allowlist = [] }: Safety): readonly TranslatedRule[] => [
  {
    id: 'complex',
    when: { complex: true, mode: 'ask' },
    then: 'ask',
    because: 'the allowlist covers only single simple commands',
    from: ['safety'],
  },
  ...some(allowlist, {
    id: 'allowlist',
    when: { run: allowlist, tier: 'destructive', reach: 'outside' },
    then: 'allow',
    because: 'the command is on the allowlist',
    from: ['safety', 'allowlist'],
  }),
  {
    id: 'commands',
    when: { tool: shellTools, mode: 'ask' },
    then: 'ask',
    because: 'the command is on neither list',
    from: ['safety', 'mode'],
  },
  {
    id: 'commands-run',
    when: { tool: shellTools, mode: 'allow', tier: 'destructive', reach: ['outside', 'sensitive'] },
    then: 'allow',
    from: ['safety', 'mode'],
  },
]

function toolRules(lists: Safety): readonly TranslatedRule[] {
  const own = (lists.tool_allowlist ?? []).filter(tool => findTool(tool) === null)
  return [
    ...some(own, {
      id: 'tool-allowlist',
      when: { tool: own, tier: 'destructive', reach: 'outside' },
      then: 'allow',
      because: 'the tool is on the allowlist',
      from: ['safety', 'tool_allowlist'],
    }),
    {
      id: 'custom-tools',
      when: { opaque: true },
      then: 'ask',
      because: 'no description says what this tool does',
      comment: 'Your own tools ask in every mode, until a list names them.',
      from: ['safety'],
    },
  ]
}

const builtIn = ({ tool_allowlist = [] }: Safety): readonly string[] =>
  tool_allowlist.filter(tool => findTool(tool) !== null)

/** No rule for an empty list, which would match nothing. */
const some = (entries: readonly string[], rule: TranslatedRule): readonly TranslatedRule[] =>
  entries.length === 0 ? [] : [rule]

const profiles = { dev: 'minimal', balanced: 'balanced', prod: 'strict' } as const

const fenceOf = ({ default_policy = 'none', profile, os }: NonNullable<File['sandbox']>): JsonObject => ({
  mode: default_policy === 'restricted' ? 'enforce' : 'off',
  ...(profile === undefined ? {} : { profile: profiles[profile] }),
  ...(os?.mode === undefined ? {} : { adapter: os.mode }),
})
