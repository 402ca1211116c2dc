import type { Policies } from '../policy/policies.ts'
import { policyWarnings } from '../policy/warnings.ts'
import { visible } from './visible.ts'

/** Says beside the output what the policies in force allow and a person should be reminded of. */
export function remind(policies: Policies): void {
  for (const { message } of policyWarnings(policies)) process.stderr.write(`sallyport: warning: ${visible(message)}\n`)
}
