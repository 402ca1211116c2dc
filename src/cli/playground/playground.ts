import { createInterface, type Interface } from 'node:readline'
import { deciderOptions } from '../check/decider.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { decidingHelp, decidingOptions, type ParsedOptions, parseOptions } from '../terminal/options.ts'
import { misused, refusedPolicy, shown } from '../terminal/outcome.ts'
import { painter, wantsColour } from '../terminal/painter.ts'
import { visible } from '../terminal/visible.ts'
import { openSession, type PlaygroundSession } from './playground-session.ts'
import { welcome } from './playground-text.ts'

export const summary = 'type commands and see what would happen to them'

export const help = `usage: sallyport playground [options]

Reads commands and tool calls, one a line, and shows what each would do, the verdict and the reasons.
Nothing is run or recorded. Without a terminal it reads from its input until that ends.

${decidingHelp}  --json                  one verdict a line
`

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, decidingOptions)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length > 0) return misused('the playground takes no operands; type commands inside it')
  const settings = deciderOptions(options.value)
  if (!settings.ok) return misused(settings.faults[0].message)
  const session = await openSession(settings.value, {
    colour: wantsColour(process.stdout),
    width: () => process.stdout.columns ?? 80,
    json: options.value.flag('json'),
  })
  if (!session.ok) return refusedPolicy(session.faults)
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true && !options.value.flag('json')
  return isInteractive ? converse(session.value) : readAll(session.value, options.value)
}

/** With a person: a prompt, completion, and a history that ends with the process. */
async function converse(session: PlaygroundSession): Promise<number> {
  const paint = painter(wantsColour(process.stdout))
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
    completer: (line: string) => session.complete(line) as [string[], string],
    historySize: 500,
    removeHistoryDuplicates: true,
  })
  const prompt = (): void => {
    terminal.setPrompt(`${paint.dim(session.prompt())} › `)
    terminal.prompt()
  }
  terminal.on('SIGINT', () => leaveOrClear(terminal, prompt))
  shown(welcome(paint))
  prompt()
  for await (const line of terminal) {
    const { text, isOver } = await session.take(line)
    shown(text)
    if (isOver) break
    prompt()
  }
  terminal.close()
  shown('\n')
  return exitCodes.allow
}

/** Ctrl-C takes back what was typed; on an empty line it leaves. */
function leaveOrClear(terminal: Interface, prompt: () => void): void {
  if (terminal.line === '') return terminal.close()
  terminal.write(null, { ctrl: true, name: 'e' })
  terminal.write(null, { ctrl: true, name: 'u' })
  prompt()
}

/** Without one: each line, and what came of it. */
async function readAll(session: PlaygroundSession, options: ParsedOptions): Promise<number> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const { text, isOver } = await session.take(line)
    if (isOver) break
    if (line.trim() !== '') shown(options.flag('json') ? text : `› ${visible(line)}\n${text}`)
  }
  return exitCodes.allow
}
