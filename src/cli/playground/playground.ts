import { createInterface, type Interface } from 'node:readline'
import { visible } from '../../core/wording/visible.ts'
import { deciderOptionHelp, deciderOptionSpec, parseDeciderOptions } from '../check/decider-options.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { print, refusedPolicy, usageError } from '../terminal/outcome.ts'
import { stdoutPainter, wantsColour } from '../terminal/painter.ts'
import { openSession, type PlaygroundSession } from './playground-session.ts'
import { welcome } from './playground-text.ts'

export const playgroundCommand = defineCommand({
  help: `usage: sallyport playground [options]

Type commands and tool calls, one per line. For each it shows the effects, the decision and the
reasons. Nothing is run or recorded. Without a terminal it reads lines from stdin to the end.

${deciderOptionHelp}  --json                  print one verdict per line
`,
  options: deciderOptionSpec,
  operands: { most: 0, otherwise: 'the playground takes no operands; type commands inside it' },
  async run(options) {
    const settings = parseDeciderOptions(options)
    if (!settings.ok) return usageError(settings.faults[0].message)
    const session = await openSession(settings.value, {
      colour: wantsColour(process.stdout),
      width: () => process.stdout.columns ?? 80,
      json: options.flag('json'),
    })
    if (!session.ok) return refusedPolicy(session.faults)
    const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true && !options.flag('json')
    return isInteractive ? converse(session.value) : readAll(session.value, options)
  },
})

/** At a terminal: a prompt, completion, and a history that is not stored. */
async function converse(session: PlaygroundSession): Promise<number> {
  const paint = stdoutPainter()
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
  print(welcome(paint))
  prompt()
  for await (const line of terminal) {
    const { text, isOver } = await session.take(line)
    print(text)
    if (isOver) break
    prompt()
  }
  terminal.close()
  print('\n')
  return exitCodes.allow
}

/** Ctrl-C clears the line; on an empty line it leaves. */
function leaveOrClear(terminal: Interface, prompt: () => void): void {
  if (terminal.line === '') return terminal.close()
  terminal.write(null, { ctrl: true, name: 'e' })
  terminal.write(null, { ctrl: true, name: 'u' })
  prompt()
}

/** Without a terminal: prints each line and its verdict. */
async function readAll(session: PlaygroundSession, options: ParsedOptions): Promise<number> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const { text, isOver } = await session.take(line)
    if (isOver) break
    if (line.trim() !== '') print(options.flag('json') ? text : `› ${visible(line)}\n${text}`)
  }
  return exitCodes.allow
}
