import { type ParseArgsConfig, parseArgs } from 'node:util'
import { fail, ok, type Result } from '../../core/fault.ts'
import { nearest } from '../../core/nearest.ts'

export type OptionSpec = NonNullable<ParseArgsConfig['options']>

/** The options and operands that were given. */
export interface ParsedOptions<Texts extends string = string, Flags extends string = string> {
  text(name: Texts): string | undefined
  flag(name: Flags): boolean
  readonly operands: readonly string[]
}

/** A command's own options: unknown ones are refused with the nearest known one. */
export function parseOptions(args: readonly string[], spec: OptionSpec): Result<ParsedOptions> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: spec, allowPositionals: true, strict: true })
    return ok({
      text: name => (typeof values[name] === 'string' ? values[name] : undefined),
      flag: name => values[name] === true,
      operands: positionals,
    })
  } catch (error) {
    return fail('validation', optionFault(error, spec))
  }
}

/**
 * Ends the options where a command's words begin, so that `check git push -f` needs no `--`. A command that is
 * quoted as a whole ends nothing: options may follow it.
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

function optionFault(error: unknown, spec: OptionSpec): string {
  const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''
  const given = /'(--?[^'= ]+)/.exec(message)?.[1] ?? ''
  if (!message.startsWith('Unknown option')) return message.charAt(0).toLowerCase() + message.slice(1)
  const near = nearest(given.replace(/^-+/, ''), Object.keys(spec))
  return `unknown option \`${given}\`; ${near === null ? 'see --help' : `did you mean \`--${near}\`?`}`
}
