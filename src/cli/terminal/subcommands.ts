import type { CliCommand } from '../commands.ts'
import { misused, shown } from './outcome.ts'
import { unknownWord } from './unknown-word.ts'

export type Subcommands = Readonly<Record<string, () => Promise<CliCommand>>>

/** Runs the subcommand that the first word names. */
export async function runSubcommand(
  command: { readonly name: string; readonly help: string; readonly subcommands: Subcommands },
  args: readonly string[],
): Promise<number> {
  const [name, ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return shown(command.help)
  const known = Object.keys(command.subcommands)
  if (name === undefined) return misused(`\`${command.name}\` needs one of: ${known.join(', ')}`)
  const load = Object.hasOwn(command.subcommands, name) ? command.subcommands[name] : undefined
  if (load !== undefined) return (await load()).run(rest)
  const what = `${command.name} command`
  return misused(unknownWord({ what, given: name, known, help: `sallyport ${command.name} --help` }))
}
