import { type ParseArgsConfig, parseArgs } from 'node:util'
import { fail, ok, type Result } from '../../core/fault.ts'
import { nearest } from '../../core/wording/nearest.ts'

export type OptionSpec = NonNullable<ParseArgsConfig['options']>

/** The options and operands that were given. */
export interface ParsedOptions<Texts extends string = string, Flags extends string = string> {
  text(name: Texts): string | undefined
  /** All values of an option that may be given more than once. */
  texts(name: Texts): readonly string[]
  flag(name: Flags): boolean
  readonly operands: readonly string[]
}

/** Parses a command line. An unknown option is an error that suggests the nearest known one. */
export function parseOptions(args: readonly string[], spec: OptionSpec): Result<ParsedOptions> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: spec, allowPositionals: true, strict: true })
    return ok({
      text: name => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: name => [values[name] ?? []].flat().filter(value => typeof value === 'string'),
      flag: name => values[name] === true,
      operands: positionals,
    })
  } catch (error) {
    return fail('validation', optionFault(error, spec))
  }
}

/**
 * Inserts `--` before the first word of a shell command, so that `-f` in `check git push -f` belongs to git. Options may
 * still follow a command that is quoted as one word.
 */
export function endOptionsAtCommand(args: readonly string[], spec: OptionSpec): readonly string[] {
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? ''
    if (arg === '--') return args
    if (!arg.startsWith('-')) return /\s/.test(arg) ? args : [...args.slice(0, i), '--', ...args.slice(i)]
    if (spec[arg.slice(2)]?.type === 'string') i += 1
  }
  return args
}

/** Node's message for a wrong option, in our words. */
function optionFault(error: unknown, spec: OptionSpec): string {
  const message = error instanceof Error ? error.message : ''
  // Node also names the short form: `'-n, --lines <value>'`.
  const option = /'(?:-\w, )?(--?[^'= ]+)/.exec(message)?.[1] ?? ''
  if (message.includes('does not take an argument')) return `\`${option}\` does not take a value`
  if (message.includes('argument is ambiguous'))
    return `\`${option}\` needs a value; write \`${option}=VALUE\` if the value starts with a dash`
  if (message.includes('argument missing')) return `\`${option}\` needs a value`
  if (!message.startsWith('Unknown option')) return message.charAt(0).toLowerCase() + message.slice(1)
  const near = nearest(option.replace(/^-+/, ''), Object.keys(spec))
  return `unknown option \`${option}\`; ${near === null ? 'see --help' : `did you mean \`--${near}\`?`}`
}
