import { exitCodes } from '../terminal/exit-codes.ts'
import { decidingHelp, decidingOptions, endAtCommand, type ParsedOptions, parseOptions } from '../terminal/options.ts'
import { misused, refusedPolicy, shown } from '../terminal/outcome.ts'
import { wantsColour } from '../terminal/painter.ts'
import { remind, remindOfGrant } from '../terminal/remind.ts'
import { callFromOptions, callOptions } from './call-from-options.ts'
import { checkLines } from './check-lines.ts'
import { type Decider, deciderOptions, openDecider } from './decider.ts'
import { verdictJson } from './verdict-json.ts'
import { verdictText } from './verdict-text.ts'

export const summary = 'decide about a command or a tool call; nothing is run or recorded'

export const help = `usage: sallyport check [options] [--] COMMAND…
       sallyport check [options] --tool TOOL --input JSON
       sallyport check [options] --jsonl < calls

  --tool T --input JSON   a call of another tool than Bash
  --jsonl                 one call a line in, one verdict a line out:
                          {"id","tool","input","cwd","workspace":[…]}
${decidingHelp}  --json                  the whole verdict as JSON

exit codes: 0 allow, 2 deny, 3 ask, 64 usage
`

const spec = { ...decidingOptions, ...callOptions, jsonl: { type: 'boolean' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(endAtCommand(args, spec), spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const settings = deciderOptions(options.value)
  if (!settings.ok) return misused(settings.faults[0].message)
  const decider = await openDecider(settings.value)
  if (!decider.ok) return refusedPolicy(decider.faults)
  remind(decider.value.policies)
  if (options.value.flag('jsonl')) return checkLines(decider.value, process.stdin, process.stdout)
  const call = callFromOptions(options.value)
  return call.ok ? checkOne(decider.value, call.value, options.value) : misused(call.faults[0].message)
}

async function checkOne(decider: Decider, call: unknown, options: ParsedOptions): Promise<number> {
  const decided = await decider.decide(call)
  const { verdict } = decided
  remindOfGrant(decided)
  shown(
    options.flag('json')
      ? `${JSON.stringify(verdictJson(verdict))}\n`
      : verdictText(verdict, { colour: wantsColour(process.stdout), place: decider.place }),
  )
  return exitCodes[verdict.decision]
}
