import type { GrantScope } from '../../approvals/grant.ts'
import { type GrantOffer, grantFrom } from '../../approvals/grant-offer.ts'
import { unnamedSession } from '../../core/call.ts'
import { sha256 } from '../../core/digest.ts'
import { fail, faultText, ok, type Result } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { ownPaths } from '../../io/paths.ts'
import { randomId } from '../../io/random.ts'
import type { ApprovalFiles, NamedQuestion } from '../../io/stores/approval-store.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { endText, offerText } from '../grants/grant-text.ts'
import { personName, recordSetting } from '../record-setting.ts'
import { confirm } from '../terminal/confirm.ts'
import { failed, print } from '../terminal/outcome.ts'
import type { Painter } from '../terminal/painter.ts'

/** How long the person wants an approval to be remembered, and whether for all that the tool can be given. */
export interface Remembering {
  readonly scope: GrantScope
  readonly anyInput: boolean
}

/** What of a question may be remembered that way, or why nothing. */
export function offerFor({ offers, session }: NamedQuestion, { scope, anyInput }: Remembering): Result<GrantOffer> {
  const offer = offers.find(({ shape }) => anyInput === (shape.does === 'call' && shape.key === null))
  if (offer === undefined)
    return anyInput
      ? fail('validation', 'this tool cannot be approved as a whole; leave `--any-input` out')
      : fail('validation', 'an answer to this cannot be remembered; leave `--for` out')
  if (scope === 'always' && offer.upTo === 'session')
    return fail('validation', 'this may be remembered for the session at most: `--for session`')
  if (scope === 'session' && session === unnamedSession)
    return fail('validation', 'this agent does not tell its sessions apart; leave `--for` out')
  return ok(offer)
}

/** INVARIANT: the record comes first, and what is remembered is what was shown. */
export async function approveAndRemember(
  approvals: ApprovalFiles,
  question: NamedQuestion,
  { offer, scope, paint }: { readonly offer: GrantOffer; readonly scope: GrantScope; readonly paint: Painter },
): Promise<number> {
  print(offerText(offer, scope, paint))
  if (!(await confirm('Let this run, and remember it?'))) return failed('not answered; the question still waits')
  if (approvals.find(question.id)?.binding !== question.binding)
    return failed('the question has ended meanwhile; nothing was answered')
  const by = personName()
  const grant = grantFrom(offer, {
    id: sha256(randomId()).slice(0, 8),
    scope,
    by,
    at: systemClock.now().getTime(),
  })
  const recorded = await recordSetting('grant', `${grant.id} ${scope}: ${offer.text}`)
  if (!recorded.ok) return failed(`not answered, since it cannot be recorded: ${faultText(recorded.faults[0])}`)
  const saved = await openGrants(ownPaths(), systemClock).save(grant)
  if (!saved.ok) return failed(faultText(saved.faults[0]))
  approvals.drop(question)
  return print(`granted as ${grant.id}, ${endText(grant)}; tell the agent to try again\n`)
}
