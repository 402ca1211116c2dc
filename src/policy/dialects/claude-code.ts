import * as v from 'valibot'
import { effectKinds } from '../../core/effect.ts'
import type { JsonObject } from '../../core/json.ts'
import { closed } from '../schema/schema-closed.ts'
import { textSchema, word } from '../schema/schema-parts.ts'
import { mustBe } from '../schema/schema-words.ts'
import { ofCategory, permissionRule, rulePattern } from './claude-code-rule.ts'
import { defineDialect, type TranslatedRule, type Translation } from './dialect.ts'
import { list } from './parts.ts'

const rules = v.array(
  v.pipe(
    textSchema('a rule'),
    v.regex(rulePattern, 'must be a rule such as `Bash(npm test)`, `Read(./.env)` or `WebSearch`'),
  ),
  mustBe('a list of rules'),
)
const modes = ['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'] as const
const permissions = {
  allow: v.exactOptional(rules),
  ask: v.exactOptional(rules),
  deny: v.exactOptional(rules),
  defaultMode: v.exactOptional(word(modes, 'the mode where no rule matches')),
  additionalDirectories: v.exactOptional(list),
  disableBypassPermissionsMode: v.exactOptional(v.unknown()),
  disableAutoMode: v.exactOptional(v.unknown()),
}
/** The settings have many other keys, which are not policy. */
const schema = v.looseObject({ permissions: closed('`permissions`', permissions) })

type File = v.InferOutput<typeof schema>
type Permissions = File['permissions']

interface Config {
  readonly permissions: Permissions
  /** Keys of the file that are not about permissions. */
  readonly others: readonly string[]
}

/** `permissions` of Claude Code's settings: deny, then ask, then allow; the first that matches decides. */
export const claudeCode = defineDialect({
  name: 'Claude Code',
  keys: ['permissions', 'sandbox', '$schema'],
  schema,
  config: ({ permissions: given, ...others }): Config => ({ permissions: given, others: Object.keys(others) }),
  merge: (before, after): Config => ({
    permissions: {
      ...before.permissions,
      ...after.permissions,
      ...joined('allow', before.permissions, after.permissions),
      ...joined('ask', before.permissions, after.permissions),
      ...joined('deny', before.permissions, after.permissions),
      ...joined('additionalDirectories', before.permissions, after.permissions),
    },
    others: [...new Set([...before.others, ...after.others])],
  }),
  translate: ({ permissions: given, others }): Translation => {
    const translated = (['deny', 'ask', 'allow'] as const).flatMap(then =>
      (given[then] ?? []).map((rule, index) => permissionRule({ rule, then, index })),
    )
    return {
      settings: settingsOf(given),
      rules: [...planRules(given), ...translated.flatMap(one => one.rules), ...editRules(given)],
      notes: [
        'an allow covers no sensitive or outside path unless it names it, and no destructive effect',
        ...translated.flatMap(one => one.notes),
        ...(given.defaultMode === 'auto'
          ? ['`defaultMode: auto` lets a model decide; here calls that no rule matches ask']
          : []),
        ...(others.length === 0 ? [] : [`keys that are not permissions, and are ignored: ${others.join(', ')}`]),
      ],
    }
  },
})

/** Lists of several files are joined. */
const joined = <K extends 'allow' | 'ask' | 'deny' | 'additionalDirectories'>(
  key: K,
  a: Permissions,
  b: Permissions,
) => (a[key] === undefined && b[key] === undefined ? {} : { [key]: [...(a[key] ?? []), ...(b[key] ?? [])] })

const settingsOf = ({
  defaultMode: mode = 'default',
  additionalDirectories: directories = [],
}: Permissions): JsonObject => ({
  ...(mode === 'bypassPermissions' ? { extends: 'bare', mode: 'auto' } : { extends: 'cautious' }),
  ...(directories.length === 0 ? {} : { workspace: ['.', ...directories] }),
  ...(mode === 'dontAsk' ? { approvals: { ask: 'never' } } : {}),
})

const planRules = ({ defaultMode }: Permissions): readonly TranslatedRule[] =>
  defaultMode === 'plan'
    ? [
        {
          id: 'plan',
          when: { effect: effectKinds, tier: 'write' },
          then: 'deny',
          because: 'plan mode changes nothing and runs nothing',
          from: ['permissions', 'defaultMode'],
        },
      ]
    : []

const editRules = ({ defaultMode }: Permissions): readonly TranslatedRule[] =>
  defaultMode === 'acceptEdits'
    ? [
        {
          id: 'accept-edits',
          when: { tool: ofCategory('file_write') },
          then: 'allow',
          from: ['permissions', 'defaultMode'],
        },
      ]
    : []
