import type { SourceKeys, TranslatedRule } from './dialect.ts'
import type { LetsgoConfig } from './letsgo.ts'
import { fromProject } from './parts.ts'
import { namesOf, shellTools } from './tool-names.ts'

/** The default lists, for a file without its own (R216). */
const builtIn = {
  high: ['bash', 'write_file'],
  medium: ['edit_file'],
  low: ['search', 'glob', 'grep', 'todo'],
}

/** Tools that create directories, move files or otherwise change the file system are of medium risk (R60). */
const fileSystemTools = ['delete_file', 'create_directory', 'make_directory', 'move_file', 'rename_file', 'copy_file']

/** Blocked, high, medium, low, unclassified: the first class that lists a tool is its class (R58). */
export function letsgoRules(given: LetsgoConfig, at: SourceKeys): readonly TranslatedRule[] {
  const blocked = namesOf(given.blocked_tools ?? [])
  const high = without(namesOf(given.high_risk_tools ?? builtIn.high), blocked)
  const medium = without(namesOf(given.medium_risk_tools ?? builtIn.medium), [...blocked, ...high])
  const low = without(namesOf(given.low_risk_tools ?? builtIn.low), [...blocked, ...high, ...medium])
  const others = without(namesOf(fileSystemTools), [...blocked, ...high, ...medium, ...low])
  const from = (key: string) => [...at, key]
  return [
    ...rule(blocked, { id: 'blocked', then: 'deny', because: 'the tool is blocked', from: from('blocked_tools') }),
    ...rule(high, {
      id: 'high-in-automation',
      when: { automation: true },
      then: 'deny',
      because: 'the session is unattended, and the tool is of high risk',
      from: from('high_risk_tools'),
    }),
    ...rule(without(['secrets'], blocked), {
      id: 'secrets-in-automation',
      when: { automation: true },
      then: 'deny',
      because: 'the session is unattended, so no secret is revealed',
      from: at,
    }),
    ...pathRules(given, high, from('path_allowlist')),
    ...rule(high, {
      id: 'high-in-careful-mode',
      when: { careful: true },
      then: 'ask',
      because: 'the tool is of high risk, and careful mode is on',
      from: from('careful_mode'),
    }),
    ...commandRules(given, from('command_allowlist')),
    ...rule(high, { id: 'high', when: everything, then: 'allow', from: from('high_risk_tools') }),
    ...rule([...medium, ...others], { id: 'medium', when: everything, then: 'allow', from: from('medium_risk_tools') }),
    ...rule(low, { id: 'low', when: everything, then: 'allow', from: from('low_risk_tools') }),
    ...rule(without(['secrets'], blocked), { id: 'secrets', when: everything, then: 'allow', from: at }),
    ...rule(['*'], {
      id: 'unclassified-in-automation',
      when: { automation: true },
      then: 'deny',
      because: 'the session is unattended, and the tool has no class',
      from: from('default_action'),
    }),
    unclassified(given, from('default_action')),
  ]
}

/** A class allows everything that its tools do, except for the floor. */
const everything = { tier: 'destructive', reach: ['outside', 'sensitive'] } as const

/** `write_file` and `edit_file` may write only below the listed directories (R18-R20). */
function pathRules(given: LetsgoConfig, high: readonly string[], from: SourceKeys): readonly TranslatedRule[] {
  if (given.path_allowlist === undefined) return []
  const writers = namesOf(['write_file', 'edit_file'])
  const paths = given.path_allowlist.map(fromProject)
  const inside = { write: paths, delete: paths }
  const beyond: TranslatedRule = {
    id: 'path-allowlist',
    when: { tool: writers, effect: ['write', 'delete'] },
    then: 'deny',
    because: 'the path is not on the allowlist',
    from,
  }
  if (paths.length === 0) return [beyond]
  return [
    ...rule(
      writers.filter(tool => high.includes(tool)),
      {
        id: 'allowed-paths-in-careful-mode',
        when: { ...inside, careful: true },
        then: 'ask',
        because: 'the tool is of high risk, and careful mode is on',
        from,
      },
    ),
    ...rule(writers, { id: 'allowed-paths', when: { ...inside, ...everything }, then: 'allow', from }),
    beyond,
  ]
}

/** Every command of the call must be on the list; any other command asks (C21). */
function commandRules({ command_allowlist: list }: LetsgoConfig, from: SourceKeys): readonly TranslatedRule[] {
  if (list === undefined) return []
  return [
    ...(list.length === 0
      ? []
      : rule(shellTools, {
          id: 'command-allowlist',
          when: { run: list, ...everything },
          then: 'allow',
          because: 'the command matches the allowlist',
          from,
        })),
    ...rule(shellTools, {
      id: 'other-commands',
      when: { effect: ['run', 'opaque'] },
      then: 'ask',
      because: 'the command is not on the allowlist',
      from,
    }),
  ]
}

const unclassified = ({ default_action: action = 'allow' }: LetsgoConfig, from: SourceKeys): TranslatedRule => ({
  id: 'unclassified',
  when: { tool: '*', ...(action === 'allow' ? everything : {}) },
  then: action,
  comment: '`default_action`: tools without a class.',
  from,
})

const without = (tools: readonly string[], taken: readonly string[]): readonly string[] =>
  tools.filter(tool => !taken.includes(tool))

/** A rule about these tools; none for an empty list. */
function rule(
  tools: readonly string[],
  { when = {}, ...rest }: Omit<TranslatedRule, 'when'> & { readonly when?: TranslatedRule['when'] },
): readonly TranslatedRule[] {
  return tools.length === 0 ? [] : [{ ...rest, when: { tool: tools, ...when } }]
}
