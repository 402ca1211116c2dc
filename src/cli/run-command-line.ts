import { existsSync } from 'node:fs'
import { visible } from '../core/wording/visible.ts'
import { hasTickets } from '../io/contain/has-tickets.ts'
import { hasEntries } from '../io/files/has-entries.ts'
import { ownPaths } from '../io/paths.ts'
import { commands, internalCommands, usage } from './commands.ts'
import { exitCodes } from './terminal/exit-codes.ts'
import { ignoreClosedPipe } from './terminal/ignore-closed-pipe.ts'
import { print, usageError } from './terminal/outcome.ts'
import { unknownWord } from './terminal/unknown-word.ts'

/** Runs a command line of the CLI and sets the exit code. An error that no command handles ends in the exit code for deny. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(args)
  } catch (error) {
    process.stderr.write(`sallyport: ${error instanceof Error ? error.message : 'failed'} (internal)\n`)
    process.exitCode = exitCodes.deny
  }
}

async function run(args: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = args
  // INVARIANT: a hook whose answer cannot be written fails, since the client may read silence as consent.
  if (name !== 'hook') for (const stream of [process.stdout, process.stderr]) ignoreClosedPipe(stream)
  if (name === 'help' || name === '--help' || name === '-h') return helpFor(rest[0])
  const isVersion = name === '--version' || name === '-V'
  const load = commands.get(isVersion ? 'version' : name) ?? internalCommands.get(name)
  if (load !== undefined && !leavesTrials.has(name)) await finishTrials()
  return load === undefined ? unknownCommand(name) : (await load()).run(isVersion ? [] : rest)
}

/** Commands that must be fast, or that report what was interrupted. */
const leavesTrials = new Set(['hook', 'check', 'contained', 'doctor', 'version', '--version', '-V'])

/** Finishes commits and undos of a Sallyport that was killed, before anything else happens. */
async function finishTrials(): Promise<void> {
  const { state, tickets, copies } = ownPaths()
  if (hasTickets(tickets)) await (await import('../io/contain/finish.ts')).finishEnded(process.env)
  if (hasEntries(copies)) await (await import('../io/overlay/settle-copies.ts')).settleOld()
  if (!existsSync(`${state}/trials`)) return
  const { finishInterrupted } = await import('../io/overlay/recover.ts')
  const tell = (line: string) => void process.stderr.write(`sallyport: ${visible(line)}\n`)
  const finished = await finishInterrupted()
  if (!finished.ok) return tell(`an interrupted commit is not finished: ${finished.faults[0].message}`)
  for (const { what, title } of finished.value)
    if (what !== 'trial') tell(`finished an interrupted ${what}${title === null ? '' : ` of \`${title}\``}`)
}

async function helpFor(name: string | undefined): Promise<number> {
  if (name === undefined) return print(usage())
  const load = commands.get(name)
  return load === undefined ? unknownCommand(name) : print((await load()).help)
}

const unknownCommand = (name: string): number =>
  usageError(unknownWord({ what: 'command', given: name, known: [...commands.keys()], help: 'sallyport help' }))
