import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { isMissing } from './is-missing.ts'
import { readRegular } from './read-regular.ts'

/** The text of a policy file; null if the file does not exist. Every other error is a fault. */
export function readPolicyText(path: string): Result<string | null> {
  try {
    if (isMissing(path)) return ok(null)
    const bytes = readRegular(path, { maxBytes: limits.policyBytes })
    if (bytes === null)
      return fail('policy_unreadable', `\`${path}\` must be a regular file of at most ${limits.policyBytes} bytes`)
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok(null)
    return fail('policy_unreadable', `\`${path}\` cannot be read: ${code === '' ? 'it is not valid UTF-8' : code}`)
  }
}
