import { verdictJson } from '../../explain/verdict-json.ts'
import { type Decider, openDecider } from '../../io/policies/decider.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { print, refusedPolicy, usageError } from '../terminal/outcome.ts'
import { wantsColour } from '../terminal/painter.ts'
import { callFromOptions, callOptions } from './call-from-options.ts'
import { checkLines } from './check-lines.ts'
import { deciderOptionHelp, deciderOptionSpec, parseDeciderOptions } from './decider-options.ts'
import { noteMatchingGrant, notePolicyWarnings } from './stderr-notes.ts'
import { verdictText } from './verdict-text.ts'

export const checkCommand = defineCommand({
  help: `usage: sallyport check [options] [--] COMMAND…
       sallyport check [options] --tool TOOL --input JSON
       sallyport check [options] --jsonl < calls

Decides about a call. Nothing is run or recorded.

  --tool T --input JSON   a call of a tool other than Bash
  --jsonl                 read one call per line, print one verdict per line:
                          {"id","tool","input","cwd","workspace":[…]}
${deciderOptionHelp}  --json                  print the whole verdict as JSON

exit codes: 0 allow, 2 deny, 3 ask, 64 usage
`,
  options: { ...deciderOptionSpec, ...callOptions, jsonl: { type: 'boolean' } },
  takesShellCommand: true,
  async run(options) {
    const settings = parseDeciderOptions(options)
    if (!settings.ok) return usageError(settings.faults[0].message)
    const decider = await openDecider(settings.value)
    if (!decider.ok) return refusedPolicy(decider.faults)
    notePolicyWarnings(decider.value.policies)
    if (options.flag('jsonl')) return checkLines(decider.value, process.stdin, process.stdout)
    const call = callFromOptions(options)
    return call.ok ? checkOne(decider.value, call.value, options) : usageError(call.faults[0].message)
  },
})

async function checkOne(decider: Decider, call: unknown, options: ParsedOptions): Promise<number> {
  const decided = await decider.decide(call)
  const { verdict } = decided
  noteMatchingGrant(decided)
  print(
    options.flag('json')
      ? `${JSON.stringify(verdictJson(verdict))}\n`
      : verdictText(verdict, { colour: wantsColour(process.stdout), place: decider.place }),
  )
  return exitCodes[verdict.decision]
}
