import type { Reason, Replacement, RuleRef } from '../../core/verdict.ts'
import type { Policies } from '../policies.ts'
import type { CompiledRule } from './compile.ts'
import { isExactly, type RunSubject } from './run-pattern.ts'
import type { Subject } from './subject.ts'

/** A rule's `instead`, for a call that consists of the rule's pattern and nothing else. */
export type Offer = Omit<Replacement, 'decision'>

interface Asked {
  readonly policies: Policies
  readonly subject: Subject
  readonly reasons: readonly Reason[]
  /** The input key that holds the command; null for a tool without one. */
  readonly key: string | null
}

/**
 * The input that a matching rule puts in place of the call's; null if no rule does. A call that the floor or another
 * rule denies stays denied: a replacement only overrides its own rule and the base.
 */
export function offeredReplacement({ policies, subject, reasons, key }: Asked): Offer | null {
  if (key === null) return null
  for (const reason of reasons) {
    const { layer, rule, instead } = reason
    if (rule === null || instead === null || !applies(ruleBehind(policies, reason), subject)) continue
    if (reasons.some(other => overrules(other, rule))) return null
    return { layer, rule, instead, input: { ...subject.call.input, [key]: instead } }
  }
  return null
}

const overrules = ({ decision, layer, rule }: Reason, than: RuleRef): boolean =>
  decision === 'deny' &&
  layer !== 'preset' &&
  layer !== 'mode' &&
  (rule?.id !== than.id || rule.file !== than.file || rule.line !== than.line)

function ruleBehind({ files, base }: Policies, { layer, rule }: Reason): CompiledRule | undefined {
  const policies = [...files.filter(file => file.trusted && file.layer === layer).map(file => file.policy), base]
  return policies
    .flatMap(({ rules, document }) => rules.filter(one => (one.rule.file ?? document.file) === rule?.file))
    .find(one => one.rule.id === rule?.id && one.rule.line === rule.line)
}

/** Whether the rule has `apply`, and the call consists of one of its patterns and nothing else. */
function applies(rule: CompiledRule | undefined, subject: Subject): boolean {
  if (rule?.rule.apply !== true) return false
  const run = onlyRun(subject)
  return run !== null && (rule.run ?? []).some(pattern => isExactly(pattern, run))
}

/** The run that equals the call's text word for word: no quotes, expansions, assignments, redirects or other machines. */
export function onlyRun({ call, command, effects, run }: Subject): RunSubject | null {
  const index = effects.findIndex(effect => effect.kind === 'run')
  const effect = effects[index]
  if (command === null || effect?.kind !== 'run') return null
  const { program, args, env, cwd, where, chain, by } = effect
  if (env.length > 0 || cwd !== call.place.cwd || where.at !== 'local' || chain.length > 0 || by !== null) return null
  const typed = command.trim().split(/[ \t]+/)
  const started = [program, ...args]
  return typed.length === started.length && typed.every((word, i) => word === started[i]) ? run(index) : null
}
