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

/** Runs the tests in rules and tables and checks each `instead`, when the policy loads: a rule that misses is found then. */
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
      .map(command => fault(`\`match\` lists \`${command}\`, but the rule does not match it`)),
    ...notMatch
      .filter(command => matches(rule, command, policy))
      .map(command => fault(`\`not_match\` lists \`${command}\`, but the rule matches it`)),
    ...(instead !== null && isDenied(policy, instead)
      ? [fault(`\`instead\` suggests \`${instead}\`, which this policy denies`)]
      : []),
    ...applyFaults(rule, policy).map(fault),
  ]
}

/** `apply` needs patterns that a call can equal, and an `instead` that is a command. */
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
        `\`apply\` needs complete commands in \`run\`, without \`*\`, \`--\` or unknown options; \`${command}\` is not one`,
    ),
    ...(analyse(instead, world(policy)).faults.length > 0
      ? [`\`apply\` would run \`${instead}\`, which is not a command`]
      : []),
  ]
}

/** Checks a table's examples: command lines with their effects, apart from the run itself. */
function programFaults(program: TaughtProgram, policy: CompiledPolicy): readonly Fault[] {
  const { names, line, table, file = policy.document.file } = program
  const at = { file, line, column: 1 }
  return Object.entries(table.examples ?? {}).flatMap(([command, wanted]): readonly Fault[] => {
    const found = effectsBeside(command, policy)
    const example = [wanted].flat()
    if (canonicalJson(found.toSorted()) === canonicalJson(example.toSorted())) return []
    const message = `program \`${names[0]}\`: the example \`${command}\` expects ${listed(example)}, but the analysis finds ${listed(found)}`
    return [{ code: 'policy_invalid', message, at }]
  })
}

const listed = (effects: readonly string[]): string =>
  effects.length === 0 ? 'nothing' : effects.map(effect => `\`${effect}\``).join(', ')

function effectsBeside(command: string, policy: CompiledPolicy): readonly string[] {
  const { effects } = subjectFor(command, policy)
  const run = effects.findIndex(effect => effect.kind === 'run')
  return effects
    .filter((_, index) => index !== run)
    .map(effect => effectText(effect).replaceAll(`${place.cwd}/`, '').replaceAll(`${place.home}/`, '~/'))
}

/** Whether the rule matches at least one effect of the command, called as a shell tool would call it. */
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
  client: null,
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
