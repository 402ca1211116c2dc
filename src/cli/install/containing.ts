import { ok, type Result } from '../../core/fault.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import type { SettingsTarget } from './settings-target.ts'

/** Whether the hook may have calls run in the fence, and what a person should know about it. */
export interface Containing {
  readonly isOn: boolean
  readonly says: string
}

/** The person's choice, or the earlier one. A new hook contains calls if the fence works here. */
export async function chosenContaining(
  { settings }: SettingsTarget,
  earlier: boolean | null,
  options: ParsedOptions,
): Promise<Containing> {
  if (!settings.canContain) return { isOn: false, says: `Contained calls ask: ${settings.title} cannot run them.\n\n` }
  if (options.flag('no-contain') || (earlier === false && !options.flag('contain')))
    return { isOn: false, says: 'Contained calls ask, because you turned the fence off for this hook (--contain).\n\n' }
  const probed = await probeContaining()
  if (probed.ok) return { isOn: true, says: containText }
  const says = `Contained calls ask, because the fence does not work here: ${probed.faults[0].message}\n\n`
  // The hook asks until the fence works; a person who wants that says so.
  return { isOn: earlier === true || options.flag('contain'), says }
}

const containText = `Where a policy says \`then: contain\`, as \`balanced\` does for programs that Sallyport does not know, the
call now runs in a sandbox instead of asking you (docs/contain.md). The hook also looks at commands
of the shell tool after they ran. With --no-contain such calls ask.

`

/** Whether contained calls can run on this machine. */
export async function probeContaining(): Promise<Result<null>> {
  const probed = await machineFence().probe()
  return probed.ok ? ok(null) : probed
}
