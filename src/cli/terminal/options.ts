import { type ParseArgsConfig, parseArgs } from 'node:util'
import { fail, ok, type Result } from '../../core/fault.ts'
import { nearest } from '../../core/nearest.ts'
import { type Mode, modes } from '../../policy/schema/document.ts'

export type Spec = NonNullable<ParseArgsConfig['options']>

export interface ParsedOptions {
  readonly text: (name: string) => string | undefined
  readonly flag: (name: string) => boolean
  readonly operands: readonly string[]
}

/** A command's own options: unknown ones are refused with the nearest known one. */
export function parseOptions(args: readonly string[], spec: Spec): Result<ParsedOptions> {
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

/** Options that every command which decides has in common. */
export const decidingOptions = {
  preset: { type: 'string' },
  policy: { type: 'string' },
  'approval-mode': { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Spec

/** What the help of such a command says about them. */
export const decidingHelp = `  --preset NAME           cautious, balanced, autonomous
  --policy FILE           a policy of your own on top
  --approval-mode MODE    auto, ask_for_dangerous, ask_for_writes, ask
  --cwd DIR               where the call stands
`

/**
 * Ends the options where a command's words begin, so that `check git push -f` needs no `--`. A command that is
 * quoted as a whole ends nothing: options may follow it.
 */
export function endAtCommand(args: readonly string[], spec: Spec): readonly string[] {
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? ''
    if (arg === '--') return args
    if (!arg.startsWith('-')) return /\s/.test(arg) ? args : [...args.slice(0, i), '--', ...args.slice(i)]
    if (spec[arg.slice(2)]?.type === 'string') i += 1
  }
  return args
}

export function parseMode(text: string | undefined): Result<Mode | undefined> {
  if (text === undefined) return ok(undefined)
  const mode = modes.find(one => one === text)
  return mode === undefined ? fail('validation', `unknown mode \`${text}\`; modes: ${modes.join(', ')}`) : ok(mode)
}

function optionFault(error: unknown, spec: Spec): string {
  const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''
  const given = /'(--?[^'= ]+)/.exec(message)?.[1] ?? ''
  if (!message.startsWith('Unknown option')) return message.charAt(0).toLowerCase() + message.slice(1)
  const near = nearest(given.replace(/^-+/, ''), Object.keys(spec))
  return `unknown option \`${given}\`; ${near === null ? 'see --help' : `did you mean \`--${near}\`?`}`
}
