import * as v from 'valibot'
import type { EffectKind } from '../../core/effect.ts'
import { findTool } from '../../tools/catalog.ts'
import { closed } from '../schema/schema-closed.ts'
import { textSchema } from '../schema/schema-parts.ts'
import { mustBe } from '../schema/schema-words.ts'
import { defineDialect, type TranslatedRule, type Translation } from './dialect.ts'
import { decision, duration, list, time, tools } from './parts.ts'
import { namesOf } from './tool-names.ts'

const rule = {
  name: v.exactOptional(textSchema('a name')),
  tool: v.exactOptional(tools.item),
  tools: v.exactOptional(tools),
  command_patterns: v.exactOptional(list),
  path_patterns: v.exactOptional(list),
  action: decision,
  reason: v.exactOptional(textSchema('why')),
  description: v.exactOptional(textSchema('what')),
  risk_level: v.exactOptional(v.picklist(['low', 'medium', 'high', 'critical'], mustBe('a risk level'))),
}
const settings = {
  default_action: v.exactOptional(decision),
  approval_timeout_seconds: v.exactOptional(time(1_000)),
}
const file = {
  version: v.exactOptional(v.union([v.string(), v.number()], mustBe('a version'))),
  name: v.exactOptional(textSchema('a name')),
  settings: v.exactOptional(closed('`settings`', settings)),
  rules: v.exactOptional(v.array(closed('a rule', rule), mustBe('a list of rules'))),
}
const schema = closed('the policy', file)

type File = v.InferOutput<typeof schema>
type LeashdRule = NonNullable<File['rules']>[number]

/**
 * Rules with tools, regular expressions and an action; the first that matches decides. Unlike leashd, which matches the
 * whole text, this matches command by command, and a path rule also applies to commands (C4, C19).
 */
export const leashd = defineDialect({
  name: 'leashd',
  keys: [...Object.keys(file), ...Object.keys(rule).map(key => `rules[].${key}`)],
  schema,
  config: (parsed): File => parsed,
  merge: (before, after) => ({
    ...before,
    ...after,
    settings: { ...before.settings, ...after.settings },
    rules: [...(before.rules ?? []), ...(after.rules ?? [])],
  }),
  translate,
})

function translate({ rules = [], settings = {} }: File): Translation {
  const notes: string[] = []
  const ids = new Map<string, number>()
  const translated = rules.flatMap((one, index) => {
    const id = unusedId(one.name ?? `rule-${index + 1}`, ids)
    const made = translateRule(one, id, index)
    if (made.length === 0) notes.push(`rule \`${id}\` matches no call in leashd either: ${whyNever(one)}`)
    return made
  })
  const fallback = settings.default_action ?? 'ask'
  return {
    settings: {
      extends: 'bare',
      mode: fallback === 'allow' ? 'ask_for_dangerous' : 'ask',
      workspace: ['.', '~/.claude/plans'],
      boundary: 'deny',
      approvals: { timeout: duration(settings.approval_timeout_seconds ?? 300_000), on_timeout: 'deny' },
    },
    rules: [
      ...translated,
      {
        id: unusedId('cd-and-sleep', ids),
        when: { run: ['cd', 'sleep'] },
        then: 'allow',
        comment: 'A `cd` or `sleep` before a command does not matter.',
        from: ['rules'],
      },
      {
        id: unusedId('default-action', ids),
        when: { tool: '*' },
        then: fallback,
        comment: '`default_action`: everything that no rule above matches.',
        from: ['settings', 'default_action'],
      },
    ],
    notes,
  }
}

/** In leashd several rules may share a name: the second becomes `name-2`, unless that id is used already. */
function unusedId(wanted: string, taken: Map<string, number>): string {
  for (;;) {
    const count = (taken.get(wanted) ?? 0) + 1
    taken.set(wanted, count)
    const id = count === 1 ? wanted : `${wanted}-${count}`
    if (count === 1 || !taken.has(id)) {
      taken.set(id, taken.get(id) ?? 1)
      return id
    }
  }
}

const toolsOf = (one: Pick<LeashdRule, 'tool' | 'tools'>): readonly string[] => [
  ...(one.tool === undefined ? [] : [one.tool]),
  ...(one.tools ?? []),
]

function whyNever({ command_patterns: command, path_patterns: path, ...one }: LeashdRule): string {
  if (toolsOf(one).length === 0) return 'it names no tool'
  if (command === undefined) return '`path_patterns` are not for `Bash`, and it names no other tool'
  return path === undefined
    ? '`command_patterns` are for `Bash`, which it does not name'
    : 'it has both `command_patterns` and `path_patterns`, and no tool has both a command and a path'
}

function translateRule(one: LeashdRule, id: string, index: number): readonly TranslatedRule[] {
  // In leashd, `Bash` calls have no path.
  const named = toolsOf(one).filter(tool => one.path_patterns === undefined || tool !== 'Bash')
  const { command_patterns: command, path_patterns: path, action: then, reason, description } = one
  const common = {
    then,
    ...(reason === undefined ? {} : { because: reason }),
    ...(description === undefined ? {} : { comment: description }),
    from: ['rules', index],
  } as const
  if (named.length === 0 || (command !== undefined && path !== undefined)) return []
  if (command !== undefined) {
    return named.includes('Bash') ? [{ id, when: { command }, ...common }] : []
  }
  if (path === undefined) return [{ id, when: { tool: namesOf(named) }, ...common }]
  return then === 'allow'
    ? [{ id, when: { tool: namesOf(named), path }, ...common }]
    : pathRules({ named, path, id }, common)
}

/** An ask or deny for a path applies to every tool: `cat .env` counts as `Read .env` (C4). */
function pathRules(
  { named, path, id }: { readonly named: readonly string[]; readonly path: readonly string[]; readonly id: string },
  common: Pick<TranslatedRule, 'then' | 'because' | 'from'>,
): readonly TranslatedRule[] {
  const effect = [...new Set(named.flatMap(effectsOf))]
  const others = named.filter(tool => effectsOf(tool).length === 0)
  return [
    ...(effect.length === 0 ? [] : [{ id, when: { effect, path }, ...common }]),
    ...(others.length === 0 ? [] : [{ id: `${id}-others`, when: { tool: namesOf(others), path }, ...common }]),
  ]
}

function effectsOf(tool: string): readonly EffectKind[] {
  switch (findTool(tool)?.category) {
    case 'file_read':
      return ['read']
    case 'file_write':
      return ['write', 'delete']
    default:
      return []
  }
}
