import { type EffectKind, effectKinds } from '../../core/effect.ts'
import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { expandBraces, matchWildcard } from '../../core/glob.ts'
import { type HostPattern, hostAndPort } from '../../core/host.ts'
import type { PolicyTables } from '../../core/program-table.ts'
import { sensitivity } from '../../guard/sensitive.ts'
import type { PolicyDocument, Rule, When } from '../schema/document.ts'
import { compilePathPattern, type PathPattern } from './path-pattern.ts'
import { buildIndex, type RuleIndex } from './rule-index.ts'
import { compileRunPattern, type RunPattern } from './run-pattern.ts'
import { ownTables } from './tables.ts'

/** A policy ready for evaluation. Built once for each digest. */
export interface CompiledPolicy {
  readonly document: PolicyDocument
  readonly rules: readonly CompiledRule[]
  readonly index: RuleIndex
  /** The program tables in the document itself; null if there are none. */
  readonly tables: PolicyTables | null
  /** Whether one of its rules is about careful mode; otherwise the default for that mode applies. */
  readonly namesCareful: boolean
}

export interface CompiledRule {
  readonly rule: Rule
  readonly position: number
  readonly isAllow: boolean
  readonly when: Conditions
  readonly run: readonly RunPattern[] | null
  readonly paths: ReadonlyMap<'read' | 'write' | 'delete', readonly PathPattern[]>
  readonly connect: readonly HostPattern[] | null
  readonly text: Search | null
  readonly command: readonly Search[] | null
  readonly path: readonly PathSearch[] | null
  /** The kinds of effect that the rule can match: this alone rules out most rules. */
  readonly kinds: ReadonlySet<EffectKind>
  /** Whether it has conditions on the call itself, and whether on its effects. */
  readonly isAboutCall: boolean
  readonly isAboutEffects: boolean
  /** Whether it has a key for a kind of effect other than `run`; such keys are alternatives. */
  readonly hasKindKey: boolean
}

/** A rule's conditions; those it does not have are undefined. The same object shape for all rules is fastest to read. */
type Conditions = { readonly [Key in keyof Omit<When, SearchedKey>]-?: When[Key] | undefined }

/** Conditions that have a compiled form of their own. */
type SearchedKey = 'run' | 'read' | 'write' | 'delete' | 'touch' | 'connect' | 'text' | 'command' | 'path'

type Search = (text: string) => boolean

export interface PathSearch {
  readonly matches: Search
  /** Whether the pattern is a sensitive path once its operators are removed: only then does it name a secret. */
  readonly namesSecret: boolean
}

/** Compiles a linear-time regular expression. Passed in, so that the engine is loaded only when a rule needs it. */
export type RegexEngine = (source: string) => Result<(text: string) => boolean>

export const noRegex: RegexEngine = source =>
  fail('policy_invalid', `no regular expression engine is loaded for \`${source}\``)

export function compilePolicy(document: PolicyDocument, regex: RegexEngine): Result<CompiledPolicy> {
  const faults: Fault[] = []
  const refuse = (pattern: string, line: number) =>
    faults.push({
      code: 'policy_invalid',
      message: `\`${pattern.slice(0, 80)}\` has too many alternatives; write several patterns`,
      at: { file: document.file, line, column: 1 },
    })
  for (const pattern of document.sensitive.filter(hasTooManyAlternatives)) refuse(pattern, 1)
  const tables = ownTables(document)
  const rules = document.rules.map((rule, position): CompiledRule => {
    const { read = [], write = [], delete: deleted = [], touch = [] } = rule.when
    for (const pattern of [...read, ...write, ...deleted, ...touch].filter(hasTooManyAlternatives))
      refuse(pattern, rule.line)
    const { text, command, path, run } = rule.when
    const search = (source: string): Search => {
      const compiled = regex(source)
      if (compiled.ok) return compiled.value
      faults.push({ ...compiled.faults[0], at: { file: document.file, line: rule.line, column: 1 } })
      return () => false
    }
    return {
      rule,
      position,
      isAllow: rule.then === 'allow',
      when: conditionsOf(rule.when),
      run: run?.map(pattern => compileRunPattern(pattern, tables)) ?? null,
      paths: compilePaths(rule),
      connect: rule.when.connect?.map(hostAndPort) ?? null,
      text: text === undefined ? null : search(text),
      command: command?.map(search) ?? null,
      path: path?.map(source => ({ matches: search(source), namesSecret: namesSecret(source) })) ?? null,
      kinds: kindsOf(rule.when),
      isAboutCall: aboutCall.some(key => rule.when[key] !== undefined),
      isAboutEffects: aboutEffects.some(key => rule.when[key] !== undefined),
      hasKindKey: kindKeys.some(key => rule.when[key] !== undefined),
    }
  })
  const [first, ...rest] = faults
  if (first !== undefined) return { ok: false, faults: [first, ...rest] }
  return ok({
    document,
    rules,
    index: buildIndex(rules),
    tables,
    namesCareful: document.rules.some(rule => rule.when.careful !== undefined),
  })
}

const conditionsOf = (when: When): Conditions => ({
  tool: when.tool,
  agent: when.agent,
  automation: when.automation,
  careful: when.careful,
  escalated: when.escalated,
  complex: when.complex,
  mode: when.mode,
  risk: when.risk,
  input: when.input,
  effect: when.effect,
  where: when.where,
  in: when.in,
  sensitive: when.sensitive,
  code: when.code,
  sends: when.sends,
  network: when.network,
  tier: when.tier,
  reach: when.reach,
  opaque: when.opaque,
  change: when.change,
  spawn: when.spawn,
})

/** INVARIANT: such a pattern would match nothing, so a deny with it would not deny anything. */
const hasTooManyAlternatives = (pattern: string): boolean => expandBraces(pattern) === null

const namesSecret = (source: string): boolean =>
  sensitivity(`/${source.replaceAll(/[\\^$*+?()[\]{}|]/g, '')}`, 'change') !== null

/** `effect` lists kinds; a key such as `read` or `connect` is for its own kind; `run` also matches the effects of a run. */
function kindsOf(when: When): ReadonlySet<EffectKind> {
  const byKey = effectKinds.filter(
    kind => (kind !== 'run' && when[kind] !== undefined) || (touchKinds.has(kind) && when.touch !== undefined),
  )
  const named = (when.effect ?? effectKinds).filter(kind => when.path === undefined || touchKinds.has(kind))
  return new Set(byKey.length === 0 ? named : named.filter(kind => byKey.includes(kind)))
}

const touchKinds: ReadonlySet<EffectKind> = new Set(['read', 'write', 'delete'])

export const needsRegex = (document: PolicyDocument): boolean =>
  document.rules.some(({ when }) => (when.text ?? when.command ?? when.path) !== undefined)

const aboutCall = [
  'tool',
  'agent',
  'automation',
  'careful',
  'escalated',
  'complex',
  'mode',
  'risk',
  'input',
  'text',
] as const

const kindKeys = ['read', 'write', 'delete', 'touch', 'connect', 'change', 'spawn', 'opaque'] as const

const aboutEffects = [
  ...kindKeys,
  'run',
  'command',
  'path',
  'effect',
  'in',
  'sensitive',
  'code',
  'where',
  'sends',
  'network',
] as const

function compilePaths(rule: Rule): CompiledRule['paths'] {
  const paths = new Map<'read' | 'write' | 'delete', readonly PathPattern[]>()
  for (const kind of ['read', 'write', 'delete'] as const) {
    const patterns = [...(rule.when[kind] ?? []), ...(rule.when.touch ?? [])]
    if (patterns.length > 0) paths.set(kind, patterns.map(compilePathPattern))
  }
  return paths
}

/** Whether a name matches one of the patterns, which may contain `*`. */
export const matchesAny = (patterns: readonly string[], name: string): boolean =>
  patterns.some(pattern => matchWildcard(pattern, name))
