import { explain } from '../../explain/explanation.ts'
import { explanationJson } from '../../explain/explanation-json.ts'
import { openDecider } from '../../io/policies/decider.ts'
import { callFromOptions, callOptions } from '../check/call-from-options.ts'
import { deciderOptionHelp, deciderOptionSpec, parseDeciderOptions } from '../check/decider-options.ts'
import { noteMatchingGrant, notePolicyWarnings } from '../check/stderr-notes.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { print, printJson, refusedPolicy, usageError } from '../terminal/outcome.ts'
import { wantsColour } from '../terminal/painter.ts'
import { explanationText } from './explanation-text.ts'

export const explainCommand = defineCommand({
  help: `usage: sallyport explain [options] [--] COMMAND…
       sallyport explain [options] --tool TOOL --input JSON

Shows each effect of the call and where in its text it comes from, which rule of
which file decided about it, and why the other rules did not match. Nothing is run
or recorded.

  --tool T --input JSON   a call of a tool other than Bash
${deciderOptionHelp}  --all                   show every effect and rule
  --json                  print it as JSON

exit codes: 0 allow, 2 deny, 3 ask, 64 usage
`,
  options: { ...deciderOptionSpec, ...callOptions, all: { type: 'boolean' } },
  takesShellCommand: true,
  async run(options) {
    const call = callFromOptions(options)
    if (!call.ok) return usageError(call.faults[0].message)
    const settings = parseDeciderOptions(options)
    if (!settings.ok) return usageError(settings.faults[0].message)
    const decider = await openDecider(settings.value)
    if (!decider.ok) return refusedPolicy(decider.faults)
    notePolicyWarnings(decider.value.policies)
    const decided = await decider.value.decide(call.value)
    noteMatchingGrant(decided)
    const explanation = explain(decided)
    if (options.flag('json')) printJson(explanationJson(explanation))
    else
      print(
        explanationText(explanation, {
          colour: wantsColour(process.stdout),
          place: decider.value.place,
          width: Math.min(process.stdout.columns ?? 80, 110),
          all: options.flag('all'),
        }),
      )
    return exitCodes[explanation.verdict.decision]
  },
})
