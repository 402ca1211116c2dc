import { askedCall } from '../../approvals/asked-call.ts'
import { grantFor } from '../../approvals/grants/grant-offer.ts'
import { shapeText } from '../../approvals/grants/grant-text.ts'
import { placeUnder } from '../../gate/judge.ts'
import { systemClock } from '../../io/clock.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { ownPaths } from '../../io/paths.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import type { Policies } from '../../policy/policies.ts'
import { policyWarnings } from '../../policy/warnings.ts'
import { visible } from '../terminal/visible.ts'
import type { Decided } from './decider.ts'

/** Prints warnings about the policies in force to stderr, so that the output stays as it is. */
export function notePolicyWarnings(policies: Policies): void {
  for (const { message } of policyWarnings(policies)) process.stderr.write(`sallyport: warning: ${visible(message)}\n`)
}

/** Prints the grant that already answers an ask: a hook would not ask again. */
export function noteMatchingGrant({ call, policies, verdict, description }: Decided): void {
  if (call === null || policies === null) return
  const asked = askedCall({ ...call, place: placeUnder(policies, call.place) }, verdict, {
    description,
    seen: { facts: fileFacts, sensitive: policies.sensitive },
  })
  if (asked === null) return
  const now = systemClock.now().getTime()
  const grant = grantFor(openGrants(ownPaths(), systemClock).read(), asked, { policies, now })
  if (grant !== null)
    process.stderr.write(
      `sallyport: grant ${grant.id} already allows this: ${visible(shapeText(grant.shape, asked.place))}\n`,
    )
}
