import type { CliCommand, CommandLoader } from './command.ts'
import { print, usageError } from './terminal/outcome.ts'
import { unknownWord } from './terminal/unknown-word.ts'

interface CommandGroup {
  readonly name: string
  readonly help: string
  readonly subcommands: Readonly<Record<string, CommandLoader>>
}

/** A command whose first word names one of its subcommands. */
export const defineCommandGroup = ({ name, help, subcommands }: CommandGroup): CliCommand => ({
  help,
  run: async ([word, ...rest]) => {
    if (word === '--help' || word === '-h' || word === 'help') return print(help)
    const known = Object.keys(subcommands)
    if (word === undefined) return usageError(`\`${name}\` needs one of: ${known.join(', ')}`)
    const load = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined
    if (load !== undefined) return (await load()).run(rest)
    return usageError(unknownWord({ what: `${name} command`, given: word, known, help: `sallyport ${name} --help` }))
  },
})
