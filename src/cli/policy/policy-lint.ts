import { type Fault, faultText } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import { visible } from '../../core/wording/visible.ts'
import { combineFences } from '../../fence/settings.ts'
import { fenceGaps } from '../../gate/fence-gaps.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { openPolicyFile } from '../../io/policies/policy-file.ts'
import { lintPolicy, type Warning } from '../../policy/lint.ts'
import { selfCheck } from '../../policy/read/self-check.ts'
import type { PolicyDocument } from '../../policy/schema/document.ts'
import { defineCommand } from '../define-command.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { print, printJson } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'

export const policyLintCommand = defineCommand({
  help: `usage: sallyport policy lint [options] FILE…

A policy with faults is not used. Warnings are about rules that are valid but probably
wrong: a rule that another spelling of the command bypasses, that allows a whole shell tool,
that can never match, or that matches everything; and about a \`fence\` that this machine cannot
enforce.

  --strict   exit with 2 for warnings too
  --json     print one object with the faults and warnings of each file

exit codes: 0 no faults, 2 faults, 64 usage
`,
  options: {
    strict: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operands: { least: 1, otherwise: 'name the policy files to lint' },
  async run(options) {
    const linted = await Promise.all(options.operands.map(lintFile))
    if (options.flag('json')) printJson({ files: linted.map(lintedJson) })
    else print(linted.map(one => lintedText(one, stdoutPainter())).join(''))
    const isBad = linted.some(
      ({ faults, warnings }) => faults.length > 0 || (options.flag('strict') && warnings.length > 0),
    )
    return isBad ? exitCodes.deny : exitCodes.allow
  },
})

interface Linted {
  readonly file: string
  readonly rules: number
  readonly faults: readonly Fault[]
  readonly warnings: readonly Warning[]
}

async function lintFile(file: string): Promise<Linted> {
  const opened = await openPolicyFile(file)
  if (!opened.ok) return { file, rules: 0, faults: opened.faults, warnings: [] }
  const { policy } = opened.value
  const checked = selfCheck(policy)
  return {
    file,
    rules: policy.rules.length,
    faults: checked.ok ? [] : checked.faults,
    warnings: [...(await fenceWarnings(policy.document)), ...lintPolicy(policy.document)],
  }
}

/** Fence settings of the file that this machine cannot enforce: commands would be refused before they run. */
async function fenceWarnings({ file, fence: said }: PolicyDocument): Promise<readonly Warning[]> {
  if (said === null) return []
  const fence = machineFence()
  const gaps = fenceGaps(combineFences({ trusted: [said], base: null, kept: [] }), {
    name: fence.name,
    probed: await fence.probe(),
  })
  return gaps.map(({ message, remedy, then }) => ({
    code: 'fence_unenforced',
    message: `\`fence\`: ${message}, so commands that Sallyport runs are ${then === 'denied' ? 'refused' : 'not fenced'} on this machine${remedy === null ? '' : `; ${remedy}`}`,
    rule: null,
    at: { file, line: 1, column: 1 },
  }))
}

function lintedText({ file, rules, faults, warnings }: Linted, paint: Painter): string {
  const lines = [
    ...faults.map(fault => `${paint.deny('fault')}    ${visible(faultText(fault))}`),
    ...warnings.map(({ at, message, code }) => {
      const place = `${at.file}:${at.line}:${at.column}`
      return `${paint.ask('warning')}  ${visible(`${place}: ${message}`)} ${paint.dim(`(${code})`)}`
    }),
    faults.length + warnings.length === 0
      ? `${paint.allow('ok')}       ${visible(file)}: ${counted(rules, 'rule')}, no problems`
      : paint.dim(`${visible(file)}: ${counted(faults.length, 'fault')}, ${counted(warnings.length, 'warning')}`),
  ]
  return `${lines.join('\n')}\n`
}

const lintedJson = ({ file, rules, faults, warnings }: Linted): JsonObject => ({
  file,
  rules,
  faults: faults.map(({ code, message, at }) => ({
    code,
    message,
    line: at?.line ?? null,
    column: at?.column ?? null,
  })),
  warnings: warnings.map(({ code, message, rule, at }) => ({ code, message, rule, line: at.line, column: at.column })),
})
