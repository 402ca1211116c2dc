import type { World } from '../../core/call.ts'
import { effectText } from '../../core/effect-text.ts'
import { noFacts } from '../../core/facts.ts'
import type { Fault, Result } from '../../core/fault.ts'
import { ok } from '../../core/fault.ts'
import { canonicalJson } from '../../core/json.ts'
import { commandRisk } from '../../guard/risk.ts'
import { analyse } from '../../shell/analyse.ts'
import type { CompiledPolicy, CompiledRule } from '../rules/compile.ts'
import { firstMatch } from '../rules/evaluate.ts'
import { missReason } from '../rules/match.ts'
import { defaultMode } from '../rules/mode.ts'
import { onlyRun } from '../rules/replacement.ts'
import { isExactly } from '../rules/run-pattern.ts'
import { makeSubject, type Subject } from '../rules/subject.ts'
import type { TaughtProgram } from '../schema/document.ts'

/** The tests that rules and tables bring, and the rules' advice: run when the policy loads, so that none misses in force. */
export function selfCheck(policy: CompiledPolicy): Result<void> {
  const faults: Fault[] = [
    ...policy.rules.flatMap(rule => ruleFaults(rule, policy)),
    ...policy.document.programs.flatMap(program => programFaults(program, policy)),
  ]
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
    ...applyFaults(rule, policy).map(fault),
  ]
}

/** A pattern that no call can be, and an `instead` that is no command, would replace nothing, or with nonsense. */
function applyFaults({ rule, run }: CompiledRule, policy: CompiledPolicy): readonly string[] {
  const { apply, instead, when } = rule
  if (!apply || instead === null) return []
  const vague = (when.run ?? []).filter((command, i) => {
    const only = onlyRun(subjectFor(command, policy))
    return only === null || !(run ?? []).slice(i, i + 1).some(pattern => isExactly(pattern, only))
  })
  return [
    ...vague.map(
      command =>
        `\`apply\` needs whole commands in \`run\`, without \`*\`, \`--\` and options that nobody knows; \`${command}\` is none`,
    ),
    ...(analyse(instead, world(policy)).faults.length > 0
      ? [`\`apply\` would run \`${instead}\`, which is no command`]
      : []),
  ]
}

/** A table's examples: command lines, and the effects beside the run itself. */
function programFaults(program: TaughtProgram, policy: CompiledPolicy): readonly Fault[] {
  const { names, line, table, file = policy.document.file } = program
  const at = { file, line, column: 1 }
  return Object.entries(table.examples ?? {}).flatMap(([command, wanted]): readonly Fault[] => {
    const found = effectsBeside(command, policy)
    const example = [wanted].flat()
    if (canonicalJson(found.toSorted()) === canonicalJson(example.toSorted())) return []
    const message = `program \`${names[0]}\`: \`${command}\` does ${told(found)}, and its example says ${told(example)}`
    return [{ code: 'policy_invalid', message, at }]
  })
}

const told = (effects: readonly string[]): string =>
  effects.length === 0 ? 'nothing' : effects.map(effect => `\`${effect}\``).join(', ')

function effectsBeside(command: string, policy: CompiledPolicy): readonly string[] {
  const { effects } = subjectFor(command, policy)
  const run = effects.findIndex(effect => effect.kind === 'run')
  return effects
    .filter((_, index) => index !== run)
    .map(effect => effectText(effect).replaceAll(`${place.cwd}/`, '').replaceAll(`${place.home}/`, '~/'))
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

const world = ({ document, tables }: CompiledPolicy): World => ({
  place,
  facts: noFacts,
  sensitive: document.sensitive,
  tables,
})

function subjectFor(command: string, policy: CompiledPolicy): Subject {
  const analysis = analyse(command, world(policy))
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
