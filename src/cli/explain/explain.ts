import { callFromOptions, callOptions } from '../check/call-from-options.ts'
import { deciderOptions, openDecider } from '../check/decider.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { decidingHelp, decidingOptions, endAtCommand, parseOptions } from '../terminal/options.ts'
import { misused, refusedPolicy, shown, shownJson } from '../terminal/outcome.ts'
import { wantsColour } from '../terminal/painter.ts'
import { remind, remindOfGrant } from '../terminal/remind.ts'
import { explain } from './explanation.ts'
import { explanationJson } from './explanation-json.ts'
import { explanationText } from './explanation-text.ts'

export const summary = 'say step by step how a decision comes about'

export const help = `usage: sallyport explain [options] [--] COMMAND…
       sallyport explain [options] --tool TOOL --input JSON

Shows what the call would do and where in its text, which rule of which file
spoke about each effect, and why the others did not. Nothing is run or recorded.

  --tool T --input JSON   a call of another tool than Bash
${decidingHelp}  --all                   every effect and rule, however many
  --json                  the same as data

exit codes: 0 allow, 2 deny, 3 ask, 64 usage
`

const spec = { ...decidingOptions, ...callOptions, all: { type: 'boolean' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(endAtCommand(args, spec), spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const call = callFromOptions(options.value)
  if (!call.ok) return misused(call.faults[0].message)
  const settings = deciderOptions(options.value)
  if (!settings.ok) return misused(settings.faults[0].message)
  const decider = await openDecider(settings.value)
  if (!decider.ok) return refusedPolicy(decider.faults)
  remind(decider.value.policies)
  const decided = await decider.value.decide(call.value)
  remindOfGrant(decided)
  const explanation = explain(decided)
  if (options.value.flag('json')) shownJson(explanationJson(explanation))
  else
    shown(
      explanationText(explanation, {
        colour: wantsColour(process.stdout),
        place: decider.value.place,
        width: Math.min(process.stdout.columns ?? 80, 110),
        all: options.value.flag('all'),
      }),
    )
  return exitCodes[explanation.verdict.decision]
}
