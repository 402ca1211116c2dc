import { projectPolicyName, type World } from '../core/call.ts'
import { noFacts } from '../core/facts.ts'
import type { Location } from '../core/fault.ts'
import { canonicalJson, type Json } from '../core/json.ts'
import { baseName } from '../core/path.ts'
import type { PolicyTables } from '../core/program-table.ts'
import { withinTier } from '../core/tier.ts'
import { wordText } from '../core/word.ts'
import { analyse } from '../shell/analyse.ts'
import { matchesAny } from './rules/compile.ts'
import { compilePathPattern } from './rules/path-pattern.ts'
import { ownTables } from './rules/tables.ts'
import type { PolicyDocument, Rule, TaughtProgram, When } from './schema/document.ts'
import { wholeExecTools } from './whole-exec-tools.ts'

/** Something in a valid policy that is probably a mistake. */
export interface Warning {
  readonly code:
    | 'run_spelling'
    | 'whole_exec_tool'
    | 'never_speaks'
    | 'names_everything'
    | 'vouches_in_vain'
    | 'applies_unknown'
    | 'watches_in_vain'
    | 'approves_in_vain'
    | 'fence_unenforced'
  /** Says what to write instead. */
  readonly message: string
  /** Null for a warning about a setting or a program's table. */
  readonly rule: string | null
  readonly at: Location
}

/** Probable mistakes in a policy, in the order of the file. Pure. */
export function lintPolicy(document: PolicyDocument): readonly Warning[] {
  const duplicates = firstSpeakers(document.rules)
  const tables = ownTables(document)
  const rules = document.rules.flatMap(rule => {
    const warn = (code: Warning['code'], message: string): Warning => ({
      code,
      message: `rule \`${rule.id}\`: ${message}`,
      rule: rule.id,
      at: { file: document.file, line: rule.line, column: 1 },
    })
    return [
      ...otherSpellings(rule, document, tables).map(message => warn('run_spelling', message)),
      ...wholeExecTools(rule).map(message => warn('whole_exec_tool', message)),
      ...neverSpeaks(rule, duplicates).map(message => warn('never_speaks', message)),
      ...namesEverything(rule).map(message => warn('names_everything', message)),
      ...appliesUnknown(rule, document, tables).map(message => warn('applies_unknown', message)),
    ]
  })
  const programs = document.programs.flatMap(program => vouchesInVain(program, document))
  return [...inVain(document), ...rules, ...programs].toSorted((a, b) => a.at.line - b.at.line)
}

export const noEffectInProject =
  "it has no effect in a project's policy; set it in your own or your organisation's policy"

/** Settings that a project cannot make: it could disable its user's denies, or the client's own checks. */
function inVain({ file, mode, allow }: PolicyDocument): readonly Warning[] {
  if (baseName(file) !== projectPolicyName) return []
  const warn = (code: Warning['code'], setting: string): Warning => ({
    code,
    message: `\`${setting}\`: ${noEffectInProject}`,
    rule: null,
    at: { file, line: 1, column: 1 },
  })
  return [
    ...(mode === 'watch' ? [warn('watches_in_vain', 'mode: watch')] : []),
    ...(allow === 'approve' ? [warn('approves_in_vain', 'allow: approve')] : []),
  ]
}

/** A table that calls a program in the workspace harmless: an agent can change that program, so it stays project code. */
function vouchesInVain({ names, line, table }: TaughtProgram, { file }: PolicyDocument): readonly Warning[] {
  if (!withinTier(table.tier, 'write')) return []
  return names
    .filter(name => name.includes('/') && !/^[/~]/.test(name))
    .map(name => ({
      code: 'vouches_in_vain',
      message: `program \`${name}\`: an agent can change it, so it keeps tier \`execute\`; to allow it, write a rule with \`run: ${name}\``,
      rule: null,
      at: { file, line, column: 1 },
    }))
}

/** A `run` pattern that stops only one spelling of a change. Allow rules may be that narrow. */
function otherSpellings(rule: Rule, document: PolicyDocument, tables: PolicyTables | null): readonly string[] {
  if (rule.then === 'allow' || rule.when.change !== undefined) return []
  return (rule.when.run ?? []).flatMap(pattern => {
    const changes = changesOf(pattern, document, tables).filter(change => !isCovered(change, rule, document))
    if (changes.length === 0) return []
    const key = changes.length === 1 ? changes[0] : `[${changes.join(', ')}]`
    return [`\`run: ${pattern}\` stops only this spelling; \`change: ${key}\` stops all of them`]
  })
}

function changesOf(pattern: string, { sensitive }: PolicyDocument, tables: PolicyTables | null): readonly string[] {
  const { effects } = analyse(pattern, { place, facts: noFacts, sensitive, tables })
  return [
    ...new Set(effects.flatMap(effect => (effect.kind === 'change' ? [`${effect.system}/${effect.action}`] : []))),
  ]
}

/** Whether another rule, at least as strict, matches the change itself. */
const isCovered = (change: string, { then }: Rule, { rules }: PolicyDocument): boolean =>
  rules.some(
    other =>
      (other.then === 'deny' || other.then === then) &&
      Object.keys(other.when).every(key => key === 'change') &&
      matchesAny(other.when.change ?? [], change),
  )

/** Advice in prose also parses as a command; with `apply` it would run. */
function appliesUnknown(
  { apply, instead }: Rule,
  { sensitive }: PolicyDocument,
  tables: PolicyTables | null,
): readonly string[] {
  if (!apply || instead === null) return []
  const first = analyse(instead, { place, facts: noFacts, sensitive, tables }).effects.find(
    ({ kind }) => kind === 'run',
  )
  return first?.kind === 'run' && first.code === 'unknown'
    ? [
        `\`instead: ${instead}\` starts \`${wordText(first.program)}\`, which is not a known program; with \`apply\` it must be a command`,
      ]
    : []
}

/** For each `when`, the first allow rule and the first ask or deny rule that has it. */
function firstSpeakers(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  const first = new Map<string, Rule>()
  for (const rule of rules) {
    const key = speakerKey(rule, rule.then === 'allow')
    if (!first.has(key)) first.set(key, rule)
  }
  return first
}

/** An ask or deny without `tier` and `risk` matches everything that an allow with the same `when` matches. */
function neverSpeaks(rule: Rule, first: ReadonlyMap<string, Rule>): readonly string[] {
  const isAllow = rule.then === 'allow'
  const isOpen = rule.when.tier === undefined && rule.when.risk === undefined
  const earlier = [
    first.get(speakerKey(rule, isAllow)),
    isAllow && isOpen ? first.get(speakerKey(rule, false)) : undefined,
  ].find(one => one !== undefined && one !== rule && one.line <= rule.line)
  return earlier === undefined
    ? []
    : [`it never decides: rule \`${earlier.id}\` on line ${earlier.line} has the same \`when\` and comes first`]
}

const speakerKey = ({ when }: Rule, isAllow: boolean): string => `${isAllow} ${canonicalJson(sortedWhen(when))}`

/** Any entry of a key may match, so their order does not matter. */
const sortedWhen = (when: When): Json =>
  Object.fromEntries(
    Object.entries(when).map(([key, value]): [string, Json] => {
      const isTexts = Array.isArray(value) && value.every(item => typeof item === 'string')
      return [key, isTexts ? value.toSorted() : value]
    }),
  )

function namesEverything({ when, then }: Rule): readonly string[] {
  if (then !== 'allow') return []
  const paths = (['read', 'write', 'delete', 'touch'] as const).flatMap(key =>
    (when[key] ?? [])
      .filter(isEveryPath)
      .map(pattern => `\`${key}: ${pattern}\` matches every path; name directories, such as \`${key}: src/**\``),
  )
  const runs = (when.run ?? [])
    .filter(pattern => /^\*(\s+\*)*$/.test(pattern.trim()))
    .map(pattern => `\`run: ${pattern}\` matches every program; name the programs`)
  const hosts = (when.connect ?? [])
    .filter(pattern => pattern === '*')
    .map(pattern => `\`connect: "${pattern}"\` matches every host; name the hosts, such as \`"*.corp.example"\``)
  return [...paths, ...runs, ...hosts]
}

/** Whether the pattern consists of wildcards only: `**`, `/`, `~/**`, `**\/*`. */
const isEveryPath = (pattern: string): boolean => {
  const { text, root } = compilePathPattern(pattern)
  return /^[*/?]*$/.test(text) && (root !== 'workspace' || text.startsWith('**'))
}

/** A made-up project in which patterns are analysed. */
const place: World['place'] = {
  session: 'lint',
  cwd: '/home/you/project',
  workspace: ['/home/you/project'],
  home: '/home/you',
  scratch: ['/tmp'],
  own: [],
  agents: [],
  client: null,
  runner: 'client',
  automation: false,
  careful: false,
}
