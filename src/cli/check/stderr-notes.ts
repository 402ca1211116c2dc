import { type AskedCall, askedCall } from '../../approvals/asked-call.ts'
import type { Grant } from '../../approvals/grants/grant.ts'
import { grantFor } from '../../approvals/grants/grant-offer.ts'
import { shapeText } from '../../approvals/grants/grant-text.ts'
import { visible } from '../../core/wording/visible.ts'
import type { Decided } from '../../explain/decided.ts'
import { placeUnder } from '../../gate/judge.ts'
import { systemClock } from '../../io/clock.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { ownPaths } from '../../io/paths.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import type { Policies } from '../../policy/policies.ts'
import { policyWarnings } from '../../policy/warnings.ts'

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
  const grants = openGrants(ownPaths(), systemClock).read()
  const say = (grant: Grant, where: string): void =>
    void process.stderr.write(
      `sallyport: grant ${grant.id} already allows this${where}: ${visible(shapeText(grant.shape, asked.place))}\n`,
    )
  const grant = grantFor(grants, asked, { policies, now })
  if (grant !== null) return say(grant, '')
  const other = grants.find(one => isWorkElsewhere(one, asked, { policies, now }))
  if (other !== undefined) say(other, ` in session \`${visible(other.session ?? '')}\``)
}

/** Whether a yes to work in another repository answers the call in the session that it was given in, which is not this one. */
const isWorkElsewhere = (
  grant: Grant,
  asked: AskedCall,
  given: { readonly policies: Policies; readonly now: number },
) =>
  grant.shape.does === 'work' &&
  grant.session !== null &&
  grantFor([grant], { ...asked, place: { ...asked.place, session: grant.session } }, given) !== null
