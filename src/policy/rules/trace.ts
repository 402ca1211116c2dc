import type { Decision } from '../../core/decision.ts'
import type { Layer, RuleRef } from '../../core/verdict.ts'
import type { Policies, PolicyFile } from '../policies.ts'
import type { Rule } from '../schema/document.ts'
import type { CompiledPolicy, CompiledRule } from './compile.ts'
import { firstMatch } from './evaluate.ts'
import { missReason } from './match.ts'
import { candidates } from './rule-index.ts'
import type { Subject } from './subject.ts'

/** For one effect: which rule of each file decided, and why the rules before it did not match. */
export interface EffectTrace {
  /** The effect's index; null for a call without effects. */
  readonly effect: number | null
  /** In the order of evaluation, the base last. */
  readonly files: readonly FileTrace[]
}

export interface FileTrace {
  readonly layer: Layer
  readonly file: string
  readonly trusted: boolean
  readonly spoke: Spoken | null
  /** Why the file was not evaluated: it is switched off, or a file's allow replaces the base. */
  readonly silent: 'off' | 'replaced' | null
  /** The rules before the one that decided, or all of them, each with the reason why it did not match. */
  readonly misses: readonly Miss[]
  /** How many rules were not tried: those after the one that decided, and those that share no key with the effect. */
  readonly below: number
  readonly unrelated: number
}

export interface Spoken {
  readonly rule: Rule
  readonly decision: Decision
  /** The rule failed, so it counts as matched. */
  readonly errored: boolean
}

export interface Miss {
  readonly rule: RuleRef
  readonly then: Decision
  readonly why: string
}

/** Repeats an evaluation rule by rule, to explain it. Pure; too slow for the gate. */
export function traceCall(policies: Policies, subject: Subject): readonly EffectTrace[] {
  const indexes = subject.effects.length === 0 ? [-1] : [...subject.effects.keys()]
  return indexes.map(index => ({ effect: index < 0 ? null : index, files: traceEffect(policies, subject, index) }))
}

function traceEffect(policies: Policies, subject: Subject, index: number): readonly FileTrace[] {
  const files = policies.files.map(file => traceFile(file, subject.seenBy(file.layer), index))
  const isReplaced = files.some(file => file.silent === 'off' || file.spoke?.decision === 'allow')
  const base = { layer: 'preset', policy: policies.base, trusted: true } as const
  return [
    ...files,
    isReplaced ? untried(base, 'replaced') : { ...traceRules(base.policy, subject, index, 'all'), ...headOf(base) },
  ]
}

function traceFile(file: PolicyFile, subject: Subject, index: number): FileTrace {
  if (file.trusted && !file.policy.document.enabled) return untried(file, 'off')
  return { ...traceRules(file.policy, subject, index, file.trusted ? 'all' : 'tightening'), ...headOf(file) }
}

type Asked = Pick<FileTrace, 'layer' | 'trusted'> & { readonly policy: CompiledPolicy }

const headOf = ({ layer, trusted, policy }: Asked) => ({ layer, trusted, file: policy.document.file })

const untried = (file: Asked, silent: 'off' | 'replaced'): FileTrace => ({
  ...headOf(file),
  silent,
  spoke: null,
  misses: [],
  below: 0,
  unrelated: file.policy.rules.length,
})

/** Above this many rules, only those that share a key with the effect are listed. */
const maxListed = 40

function traceRules(
  policy: CompiledPolicy,
  subject: Subject,
  index: number,
  which: 'all' | 'tightening',
): Pick<FileTrace, 'spoke' | 'silent' | 'misses' | 'below' | 'unrelated'> {
  const match = firstMatch(policy, subject, index, which)
  const end = match?.rule.position ?? policy.rules.length
  const above = policy.rules.slice(0, end)
  const listed = above.length <= maxListed ? above : related(policy, subject, index).filter(rule => rule.position < end)
  return {
    spoke: match === null ? null : { rule: match.rule.rule, decision: match.decision, errored: match.errored },
    silent: null,
    misses: listed.map(rule => ({
      rule: { id: rule.rule.id, file: policy.document.file, line: rule.rule.line },
      then: rule.rule.then,
      why: whyNot(rule, subject, index, which),
    })),
    below: match === null ? 0 : policy.rules.length - end - 1,
    unrelated: above.length - listed.length,
  }
}

function related(policy: CompiledPolicy, subject: Subject, index: number): readonly CompiledRule[] {
  return candidates(policy.index, subject, index).flatMap(position => policy.rules[position] ?? [])
}

function whyNot(rule: CompiledRule, subject: Subject, index: number, which: 'all' | 'tightening'): string {
  if (which === 'tightening' && rule.rule.then === 'allow')
    return 'this file is not trusted, so its allow rules are ignored'
  return missReason(rule, index, subject) ?? 'it matches'
}
