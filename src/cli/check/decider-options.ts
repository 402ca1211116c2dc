import { resolve } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { DeciderOptions } from '../../io/policies/decider.ts'
import { type Mode, modes } from '../../policy/schema/document.ts'
import type { OptionSpec, ParsedOptions } from '../terminal/options.ts'

/** The options of every command that decides. */
export const deciderOptionSpec = {
  preset: { type: 'string' },
  policy: { type: 'string' },
  'approval-mode': { type: 'string' },
  cwd: { type: 'string' },
  fence: { type: 'boolean' },
  json: { type: 'boolean' },
} as const satisfies OptionSpec

/** Their lines in `--help`. */
export const deciderOptionHelp = `  --preset NAME           cautious, balanced or autonomous
  --policy FILE           a policy file of your own, on top of the others
  --approval-mode MODE    auto, ask_for_dangerous, ask_for_writes or ask
  --cwd DIR               the directory that the call is made in
  --fence                 judge as if a fence held, which answers what \`contain\` leaves to it
`

export function parseDeciderOptions(options: ParsedOptions): Result<DeciderOptions> {
  const mode = parseMode(options.text('approval-mode') ?? process.env['SALLYPORT_APPROVAL_MODE'])
  if (!mode.ok) return mode
  const preset = options.text('preset')
  const policy = options.text('policy')
  return ok({
    cwd: resolve(options.text('cwd') ?? process.cwd()),
    fence: options.flag('fence'),
    ...(preset === undefined ? {} : { preset }),
    ...(policy === undefined ? {} : { policy: resolve(policy) }),
    ...(mode.value === undefined ? {} : { mode: mode.value }),
  })
}

export function parseMode(text: string | undefined): Result<Mode | undefined> {
  if (text === undefined) return ok(undefined)
  const mode = modes.find(one => one === text)
  return mode === undefined
    ? fail('validation', `unknown mode \`${text}\`; known modes: ${modes.join(', ')}`)
    : ok(mode)
}
