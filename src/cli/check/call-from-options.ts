import { fail, ok, type Result } from '../../core/fault.ts'
import type { OptionSpec, ParsedOptions } from '../terminal/options.ts'

/** The options that describe a call. */
export const callOptions = { tool: { type: 'string' }, input: { type: 'string' } } as const satisfies OptionSpec

/** The call on the command line: a tool with its input, or the operands as a shell command. */
export function callFromOptions(options: ParsedOptions): Result<unknown> {
  const tool = options.text('tool')
  const input = options.text('input')
  if (tool === undefined && input === undefined) {
    if (options.operands.length === 0) return fail('validation', 'give a command, or --tool and --input')
    return ok({ tool: 'Bash', input: { command: options.operands.join(' ') } })
  }
  if (tool === undefined || options.operands.length > 0)
    return fail('validation', 'give either a command, or --tool with --input')
  try {
    return ok({ tool, input: JSON.parse(input ?? '{}') })
  } catch {
    return fail('validation', '--input is not valid JSON')
  }
}
