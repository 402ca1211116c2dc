import type { World } from '../core/call.ts'
import { noFacts } from '../core/facts.ts'
import type { Fault, Result } from '../core/fault.ts'
import { ok } from '../core/fault.ts'
import { commandRisk } from '../guard/risk.ts'
import { analyse } from '../shell/analyse.ts'
import type { CompiledPolicy, CompiledRule } from './compile.ts'
import { firstMatch } from './evaluate.ts'
import { missReason } from './match.ts'
import { defaultMode } from './mode.ts'
import { makeSubject, type Subject } from './subject.ts'

/** A rule's own tests, and its advice: run when the policy loads, so that a rule that misses never comes into force. */
export function selfCheck(policy: CompiledPolicy): Result<void> {
  const faults: Fault[] = policy.rules.flatMap(rule => ruleFaults(rule, policy))
  const [first, ...rest] = faults
  return first === undefined ? ok(undefined) : { ok: false, faults: [first, ...rest] }
}

function ruleFaults(rule: CompiledRule, policy: CompiledPolicy): readonly Fault[] {
  const { id, line, match, notMatch, instead } = rule.rule
  const at = { file: policy.document.file, line, column: 1 }
  const fault = (message: string): Fault => ({ code: 'policy_invalid', message: `rule \`${id}\`: ${message}`, at })
  return [
    ...match
      .filter(command => !matches(rule, command, policy))
      .map(command => fault(`\`match\` says that it matches \`${command}\`, and it does not`)),
    ...notMatch
      .filter(command => matches(rule, command, policy))
      .map(command => fault(`\`not_match\` says that it does not match \`${command}\`, and it does`)),
    ...(instead !== null && isDenied(policy, instead)
      ? [fault(`\`instead\` offers \`${instead}\`, which this policy denies`)]
      : []),
  ]
}

/** An example is a command as a shell tool would bring it; an allow matches only if nothing stricter is left over. */
function matches(rule: CompiledRule, command: string, policy: CompiledPolicy): boolean {
  const subject = subjectFor(command, policy)
  const spoken = [...subject.effects.keys()].map(index => missReason(rule, index, subject) === null)
  return spoken.some(Boolean)
}

function isDenied(policy: CompiledPolicy, command: string): boolean {
  const subject = subjectFor(command, policy)
  return [...subject.effects.keys()].some(index => firstMatch(policy, subject, index, 'all')?.decision === 'deny')
}

const place: World['place'] = {
  session: 'self-check',
  cwd: '/home/you/project',
  workspace: ['/home/you/project'],
  home: '/home/you',
  scratch: ['/tmp'],
  own: [],
  agents: [],
  runner: 'client',
  automation: false,
  careful: false,
}

function subjectFor(command: string, policy: CompiledPolicy): Subject {
  const analysis = analyse(command, { place, facts: noFacts, sensitive: policy.document.sensitive })
  return makeSubject({
    call: { tool: 'Bash', input: { command }, place, id: null },
    effects: analysis.effects,
    risk: commandRisk(analysis).risk,
    escalated: false,
    complex: analysis.intent.isComplex,
    mode: policy.document.mode ?? defaultMode,
    text: command,
  })
}
