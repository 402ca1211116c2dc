import * as v from 'valibot'
import { isObject, type JsonObject } from '../../core/json.ts'
import { closed } from '../schema/schema-closed.ts'
import { flag, textSchema, word } from '../schema/schema-parts.ts'
import { mustBe } from '../schema/schema-words.ts'
import { defineDialect, overlay, type SourceKeys, type Translation } from './dialect.ts'
import { letsgoRules } from './letsgo-rules.ts'
import { commandList, decision, directories, duration, time, tools } from './parts.ts'

const careful = {
  enabled: v.exactOptional(flag('whether high-risk calls ask')),
  timeout: v.exactOptional(time(1_000)),
  default_on_timeout: v.exactOptional(word(['allow', 'deny'], 'the decision when a question times out')),
}
type CarefulMode = v.InferOutput<v.ObjectSchema<typeof careful, undefined>>

const sandboxDefaults = {
  memory: v.exactOptional(textSchema('a size')),
  cpu: v.exactOptional(v.number(mustBe('a number'))),
  timeout: v.exactOptional(v.number(mustBe('a number of seconds'))),
  network: v.exactOptional(v.literal('none', mustBe('`none`'))),
  read_only: v.exactOptional(flag('whether files cannot be written')),
}
const audit = {
  enabled: v.exactOptional(flag('whether the audit file is written')),
  log_path: v.exactOptional(v.nullable(textSchema('a path'))),
}
const settings = {
  blocked_tools: v.exactOptional(tools),
  high_risk_tools: v.exactOptional(tools),
  medium_risk_tools: v.exactOptional(tools),
  low_risk_tools: v.exactOptional(tools),
  default_action: v.exactOptional(decision),
  command_allowlist: v.exactOptional(commandList),
  path_allowlist: v.exactOptional(directories),
  careful_mode: v.exactOptional(
    v.pipe(
      v.union(
        [v.boolean(), closed('`careful_mode`', careful)],
        mustBe('`true`, `false` or a map of `enabled`, `timeout` and `default_on_timeout`'),
      ),
      v.transform((given): CarefulMode => (typeof given === 'boolean' ? { enabled: given } : given)),
    ),
  ),
  automation_mode: v.exactOptional(flag('whether the session is unattended')),
  sandbox_mode: v.exactOptional(word(['off', 'audit', 'enforce'], 'whether commands run in the sandbox')),
  sandbox_defaults: v.exactOptional(closed('`sandbox_defaults`', sandboxDefaults)),
  audit: v.exactOptional(closed('`audit`', audit)),
  base_dir: v.exactOptional(textSchema('a directory')),
}
const config = closed('the configuration', settings)

const moduleName = 'hooks-tool-policy'
const policyModule = closed('a module', {
  type: v.literal('hook', mustBe('`hook`')),
  name: textSchema(moduleName),
  config: v.exactOptional(config),
})
const otherModule = closed('a module', {
  type: textSchema('its kind'),
  name: textSchema('its name'),
  config: v.exactOptional(v.unknown()),
})

/** A behaviour may list other modules, which are not policy. */
const module = v.lazy(input => (isObject(input) && input['name'] === moduleName ? policyModule : otherModule))

const file = {
  ...settings,
  modules: v.exactOptional(
    v.pipe(
      v.array(module, mustBe('a list of modules')),
      v.check(
        list => list.filter(one => one.name === moduleName).length === 1,
        `must contain the module \`${moduleName}\` exactly once`,
      ),
    ),
  ),
  name: v.exactOptional(textSchema('a name')),
  description: v.exactOptional(textSchema('what it is for')),
  activation: v.exactOptional(
    closed('`activation`', {
      tool_policy: closed('`tool_policy`', {
        careful_mode: v.exactOptional(flag('whether careful mode is on')),
        automation_mode: v.exactOptional(flag('whether the session is unattended')),
      }),
    }),
  ),
}
const schema = closed('the configuration', file)

export type LetsgoConfig = v.InferOutput<v.ObjectSchema<typeof settings, undefined>>

/** The configuration and its place in the file, so that rules can name their source. */
interface Placed {
  readonly config: LetsgoConfig
  readonly at: SourceKeys
  /** The file only turns on a mode and has no lists of its own (R217). */
  readonly isMode: boolean
}

/** Tools in risk classes, careful and automation mode, and allowlists (R58-R63, R88-R101, R175, R216, R217). */
export const letsgo = defineDialect({
  name: 'letsgo',
  keys: Object.keys(file),
  schema,
  config: placed,
  merge: (before, after): Placed => ({
    config: overlay(before.config, after.config),
    at: after.isMode ? before.at : after.at,
    isMode: before.isMode && after.isMode,
  }),
  translate: ({ config: given, at, isMode }): Translation =>
    isMode
      ? { settings: modesOf(given), rules: [], notes: [] }
      : { settings: settingsOf(given), rules: letsgoRules(given, at), notes: notesOf(given) },
})

function placed({ modules, activation, name: _, description: __, ...top }: v.InferOutput<typeof schema>): Placed {
  const index = (modules ?? []).findIndex(one => one.name === moduleName)
  const nested = modules?.[index]?.config
  const mode = activation?.tool_policy
  const active: LetsgoConfig = {
    ...(mode?.careful_mode === undefined ? {} : { careful_mode: { enabled: mode.careful_mode } }),
    ...(mode?.automation_mode === undefined ? {} : { automation_mode: mode.automation_mode }),
  }
  const config = [top, nested ?? {}, active].reduce<LetsgoConfig>(overlay, {})
  const isMode = activation !== undefined && modules === undefined && Object.keys(top).length === 0
  return { config, at: nested === undefined ? [] : ['modules', index, 'config'], isMode }
}

const modesOf = ({ careful_mode: careful = {}, automation_mode: automation }: LetsgoConfig): JsonObject => ({
  ...(careful.enabled === true ? { careful: true } : {}),
  ...(automation === true ? { automation: true } : {}),
})

function settingsOf(given: LetsgoConfig): JsonObject {
  const { careful_mode: careful = {}, default_action: unlisted = 'allow' } = given
  return {
    extends: 'bare',
    mode: unlisted === 'allow' ? 'allow' : 'ask',
    ...modesOf(given),
    approvals: { timeout: duration(careful.timeout ?? 30_000), on_timeout: careful.default_on_timeout ?? 'deny' },
    fence: fenceOf(given),
    audit: auditOf(given),
  }
}

/** The audit file is written unless it is switched off (R175); `log_path: null` means the default path (R142, R174). */
const auditOf = ({ audit: { enabled = true, log_path } = {}, base_dir }: LetsgoConfig): JsonObject => ({
  enabled,
  ...(log_path === undefined || log_path === null ? {} : { log_path }),
  ...(base_dir === undefined ? {} : { base_dir }),
})

/** The sandbox settings with their limits (R108-R110). */
function fenceOf({ sandbox_mode: mode = 'off', sandbox_defaults: limits = {} }: LetsgoConfig): JsonObject {
  if (mode === 'off') return { mode }
  return {
    mode,
    rewrite: true,
    read_only: limits.read_only ?? true,
    network: 'none',
    limits: { memory: limits.memory ?? '512m', cpus: limits.cpu ?? 1, seconds: limits.timeout ?? 120 },
  }
}

const notesOf = ({ careful_mode: careful }: LetsgoConfig): readonly string[] => [
  ...(careful?.default_on_timeout === 'allow'
    ? ['a timeout allows, except for high-risk, escalated or unattended calls']
    : []),
]
