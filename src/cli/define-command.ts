import type { CliCommand } from './command.ts'
import { endOptionsAtCommand, type OptionSpec, type ParsedOptions, parseOptions } from './terminal/options.ts'
import { print, usageError } from './terminal/outcome.ts'

/** A command as data, and the body that runs once its command line is known to be valid. */
export interface CommandDefinition<Options extends OptionSpec> {
  readonly help: string
  /** Its options; every command also has `--help`. */
  readonly options?: Options
  /** How many operands it takes; any number if this is missing. */
  readonly operands?: OperandCount
  /** The operands are a shell command: options after its first word belong to that command. */
  readonly takesShellCommand?: true
  run(options: ParsedOptions<NamesOf<Options, 'string'>, NamesOf<Options, 'boolean'>>): number | Promise<number>
}

/** A misspelt option name does not compile. */
type NamesOf<Options extends OptionSpec, Type extends 'string' | 'boolean'> = {
  [Name in keyof Options & string]: Options[Name]['type'] extends Type ? Name : never
}[keyof Options & string]

interface OperandCount {
  readonly least?: number
  readonly most?: number
  /** The usage error for any other number. */
  readonly otherwise: string
}

const helpOption = { help: { type: 'boolean', short: 'h' } } as const satisfies OptionSpec

/** Parses the command line, answers `--help`, and refuses wrong usage before the body runs. */
export function defineCommand<const Options extends OptionSpec>(definition: CommandDefinition<Options>): CliCommand {
  const { help, options: own, operands, takesShellCommand } = definition
  const spec = { ...own, ...helpOption }
  return {
    help,
    run: async args => {
      const parsed = parseOptions(takesShellCommand ? endOptionsAtCommand(args, spec) : args, spec)
      if (!parsed.ok) return usageError(parsed.faults[0].message)
      if (parsed.value.flag('help')) return print(help)
      if (operands !== undefined && !fits(parsed.value.operands.length, operands)) return usageError(operands.otherwise)
      return definition.run(parsed.value)
    },
  }
}

const fits = (count: number, { least = 0, most = Number.POSITIVE_INFINITY }: OperandCount): boolean =>
  count >= least && count <= most
