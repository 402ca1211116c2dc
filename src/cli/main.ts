#!/usr/bin/env node
import { commands, usage } from './commands.ts'
import { exitCodes } from './terminal/exit-codes.ts'
import { misused, shown } from './terminal/outcome.ts'
import { unknownWord } from './terminal/unknown-word.ts'
import { allowUnread } from './terminal/unread-output.ts'

/** The one way in: finds the command, runs it, and turns whatever escapes into a deny. */
async function main(args: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = args
  // A hook's answer that cannot be written must not pass for one that was.
  if (name !== 'hook') for (const stream of [process.stdout, process.stderr]) allowUnread(stream)
  if (name === '--version' || name === '-V') return (await commands.version()).run([])
  if (name === 'help' || name === '--help' || name === '-h') return helpFor(rest[0])
  return isCommand(name) ? (await commands[name]()).run(rest) : unknownCommand(name)
}

async function helpFor(name: string | undefined): Promise<number> {
  if (name === undefined) return shown(usage())
  return isCommand(name) ? shown((await commands[name]()).help) : unknownCommand(name)
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

const unknownCommand = (name: string): number =>
  misused(unknownWord({ what: 'command', given: name, known: Object.keys(commands), help: 'sallyport help' }))

main(process.argv.slice(2)).then(
  code => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`sallyport: ${error instanceof Error ? error.message : 'failed'} (internal)\n`)
    process.exitCode = exitCodes.deny
  },
)
