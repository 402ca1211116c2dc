import { resolve } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { LoadOptions } from '../../io/policies/load-policies.ts'
import { type Mode, modes } from '../../policy/schema/document.ts'
import type { OptionSpec, ParsedOptions } from '../terminal/options.ts'

/** Options that every command which decides has in common. */
export const deciderOptionSpec = {
  preset: { type: 'string' },
  policy: { type: 'string' },
  'approval-mode': { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies OptionSpec

/** What the help of such a command says about them. */
export const deciderOptionHelp = `  --preset NAME           cautious, balanced, autonomous
  --policy FILE           a policy of your own on top
  --approval-mode MODE    auto, ask_for_dangerous, ask_for_writes, ask
  --cwd DIR               where the call stands
`

/** What a person chose for this run: where calls stand, and the policies beside the files that are found. */
export interface DeciderOptions extends Pick<LoadOptions, 'preset' | 'policy' | 'mode'> {
  readonly cwd: string
}

export function parseDeciderOptions(options: ParsedOptions): Result<DeciderOptions> {
  const mode = parseMode(options.text('approval-mode') ?? process.env['SALLYPORT_APPROVAL_MODE'])
  if (!mode.ok) return mode
  const preset = options.text('preset')
  const policy = options.text('policy')
  return ok({
    cwd: resolve(options.text('cwd') ?? process.cwd()),
    ...(preset === undefined ? {} : { preset }),
    ...(policy === undefined ? {} : { policy: resolve(policy) }),
    ...(mode.value === undefined ? {} : { mode: mode.value }),
  })
}

export function parseMode(text: string | undefined): Result<Mode | undefined> {
  if (text === undefined) return ok(undefined)
  const mode = modes.find(one => one === text)
  return mode === undefined ? fail('validation', `unknown mode \`${text}\`; modes: ${modes.join(', ')}`) : ok(mode)
}
