import { fail, ok, type Result } from '../core/fault.ts'
import type { AdapterName } from './settings.ts'

/** The fence of an operating system, which `auto` picks (R106). */
export function adapterFor(platform: string): Result<Exclude<AdapterName, 'auto'>> {
  if (platform === 'linux') return ok('bubblewrap')
  if (platform === 'darwin') return ok('seatbelt')
  return fail(
    'sandbox_denied',
    platform === 'win32'
      ? 'Windows has no fence; run Sallyport in the Windows Subsystem for Linux (WSL)'
      : `there is no fence for \`${platform}\`; use Linux or macOS`,
  )
}
