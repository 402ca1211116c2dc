import { type Fault, faultText } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import { visible } from '../../core/wording/visible.ts'
import { openPolicyFile } from '../../io/policies/policy-file.ts'
import { selfCheck } from '../../policy/read/self-check.ts'
import { defineCommand } from '../define-command.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { print, printJson } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'

export const policyTestCommand = defineCommand({
  help: `usage: sallyport policy test [--json] FILE…

Runs the examples in policy files: \`match\`, \`not_match\` and \`instead\` of each rule, and
\`examples\` of each program. A file without examples fails.

  --json   print one object with the counts and faults of each file

exit codes: 0 all pass, 2 some fail or a file has none, 64 usage
`,
  options: { json: { type: 'boolean' } },
  operands: { least: 1, otherwise: 'name the policy files to test' },
  async run(options) {
    const tested = await Promise.all(options.operands.map(testFile))
    if (options.flag('json')) printJson({ files: tested.map(testedJson) })
    else print(tested.map(one => testedText(one, stdoutPainter())).join(''))
    return tested.every(passes) ? exitCodes.allow : exitCodes.deny
  },
})

interface Tested {
  readonly file: string
  readonly examples: number
  /** How many programs have examples. */
  readonly programs: number
  readonly rules: number
  /** How many rules have no example. */
  readonly untested: number
  readonly faults: readonly Fault[]
}

async function testFile(file: string): Promise<Tested> {
  const opened = await openPolicyFile(file)
  if (!opened.ok) return { file, examples: 0, programs: 0, rules: 0, untested: 0, faults: opened.faults }
  const { policy } = opened.value
  const counts = policy.document.rules.map(
    ({ match, notMatch, instead }) => match.length + notMatch.length + (instead === null ? 0 : 1),
  )
  const ofTables = policy.document.programs.map(({ table }) => Object.keys(table.examples ?? {}).length)
  const checked = selfCheck(policy)
  return {
    file,
    examples: [...counts, ...ofTables].reduce((sum, count) => sum + count, 0),
    programs: ofTables.filter(count => count > 0).length,
    rules: counts.length,
    untested: counts.filter(count => count === 0).length,
    faults: checked.ok ? [] : checked.faults,
  }
}

const passes = ({ examples, faults }: Tested): boolean => examples > 0 && faults.length === 0

function testedText(tested: Tested, paint: Painter): string {
  const { examples, programs, rules, untested, faults } = tested
  const subjects = `${counted(rules - untested, 'rule')}${programs === 0 ? '' : ` and ${counted(programs, 'program')}`}`
  const file = visible(tested.file)
  const result = passes(tested)
    ? `${paint.allow('ok')}    ${file}: ${counted(examples, 'example')} of ${subjects} passed`
    : faults.length === 0
      ? `${paint.deny('fail')}  ${file}: no examples; add \`match\` and \`not_match\` to a rule`
      : `${paint.deny('fail')}  ${file}: ${counted(faults.length, 'fault')}, ${counted(examples, 'example')}`
  const lines = [
    ...faults.map(fault => `      ${visible(faultText(fault))}`),
    ...(untested > 0 && examples > 0 ? [paint.dim(`      ${untested} of ${rules} rules have no example`)] : []),
  ]
  return `${[result, ...lines].join('\n')}\n`
}

const testedJson = (tested: Tested): JsonObject => ({
  file: tested.file,
  ok: passes(tested),
  rules: tested.rules,
  examples: tested.examples,
  rules_without_examples: tested.untested,
  faults: tested.faults.map(({ code, message, at }) => ({ code, message, line: at?.line ?? null })),
})
