#!/usr/bin/env node
import { commands, usage } from './commands.ts'
import { exitCodes } from './terminal/exit-codes.ts'
import { ignoreClosedPipe } from './terminal/ignore-closed-pipe.ts'
import { print, usageError } from './terminal/outcome.ts'
import { unknownWord } from './terminal/unknown-word.ts'

/** Finds the command and runs it. An error that no command handles ends in the exit code for deny. */
async function main(args: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = args
  // INVARIANT: a hook whose answer cannot be written fails, since the client may read silence as consent.
  if (name !== 'hook') for (const stream of [process.stdout, process.stderr]) ignoreClosedPipe(stream)
  if (name === 'help' || name === '--help' || name === '-h') return helpFor(rest[0])
  const isVersion = name === '--version' || name === '-V'
  const load = commands.get(isVersion ? 'version' : name)
  return load === undefined ? unknownCommand(name) : (await load()).run(isVersion ? [] : rest)
}

async function helpFor(name: string | undefined): Promise<number> {
  if (name === undefined) return print(usage())
  const load = commands.get(name)
  return load === undefined ? unknownCommand(name) : print((await load()).help)
}

const unknownCommand = (name: string): number =>
  usageError(unknownWord({ what: 'command', given: name, known: [...commands.keys()], help: 'sallyport help' }))

main(process.argv.slice(2)).then(
  code => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`sallyport: ${error instanceof Error ? error.message : 'failed'} (internal)\n`)
    process.exitCode = exitCodes.deny
  },
)
