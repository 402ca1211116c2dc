import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { GrantScope } from '../../approvals/grants/grant.ts'
import { type GrantOffer, grantFrom } from '../../approvals/grants/grant-offer.ts'
import { unnamedSession } from '../../core/call.ts'
import { sha256 } from '../../core/digest.ts'
import { fail, faultText, ok, type Result } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { personName, recordSetting } from '../../io/journal/record-setting.ts'
import { ownPaths } from '../../io/paths.ts'
import { randomId } from '../../io/random.ts'
import type { ApprovalFiles, NamedQuestion } from '../../io/stores/approval-store.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import { endText, offerText } from '../grants/grant-text.ts'
import { confirm } from '../terminal/confirm.ts'
import { failed, print } from '../terminal/outcome.ts'
import type { Painter } from '../terminal/painter.ts'
import { tryAgain } from './question-text.ts'

/** How long an approval is to be remembered, and whether for any input of the tool. */
export interface Remembering {
  readonly scope: GrantScope
  readonly anyInput: boolean
}

/** The grant that a question offers for this, or why it offers none. */
export function offerFor({ offers, session }: NamedQuestion, { scope, anyInput }: Remembering): Result<GrantOffer> {
  const fitting = offers.filter(({ shape }) => anyInput === (shape.does === 'call' && shape.key === null))
  // For a session, one answer for the whole repository saves the same question about each of its files.
  const offer = (scope !== 'always' ? fitting.find(({ shape }) => shape.does === 'work') : undefined) ?? fitting[0]
  if (offer === undefined)
    return anyInput
      ? fail('validation', 'this tool cannot be approved for any input; leave `--any-input` out')
      : fail('validation', 'approval of this call cannot be remembered; leave `--for` out')
  if (scope === 'always' && offer.upTo === 'session')
    return fail('validation', 'approval of this call can be remembered for the session at most; use `--for session`')
  if (scope !== 'always' && session === unnamedSession)
    return fail('validation', 'this agent does not name its sessions; leave `--for` out')
  return ok(offer)
}

/** Shows the grant and asks, then keeps it. */
export async function approveAndRemember(
  approvals: ApprovalFiles,
  question: NamedQuestion,
  { offer, scope, paint }: { readonly offer: GrantOffer; readonly scope: GrantScope; readonly paint: Painter },
): Promise<number> {
  print(offerText(offer, scope, paint))
  if (!(await confirm('Let this run, and not ask again?'))) return failed('not answered; the call still waits')
  return keepGrant(approvals, question, { offer, scope })
}

/** INVARIANT: the grant is recorded before it takes effect, and it covers exactly what was shown. */
export async function keepGrant(
  approvals: ApprovalFiles,
  question: NamedQuestion,
  { offer, scope }: { readonly offer: GrantOffer; readonly scope: GrantScope },
): Promise<number> {
  if (approvals.find(question.id)?.binding !== question.binding)
    return failed('the question expired; no answer was recorded')
  const by = personName()
  const grant = grantFrom(offer, {
    id: sha256(randomId()).slice(0, 8),
    scope,
    by,
    at: systemClock.now().getTime(),
  })
  const recorded = await recordSetting('grant', `${grant.id} ${scope}: ${offer.text}`)
  if (!recorded.ok)
    return failed(`not answered, because the answer cannot be recorded: ${faultText(recorded.faults[0])}`)
  const saved = await openGrants(ownPaths(), systemClock).save(grant)
  if (!saved.ok) return failed(faultText(saved.faults[0]))
  const inFence = offer.shape.does === 'fence' ? { inFence: true as const } : {}
  const answered = approvals.answer(question, { decision: 'approved', by, ...inFence })
  if (!answered.ok) return failed(faultText(answered.faults[0]))
  await onlyNow(approvals, question)
  return print(`granted as ${grant.id}, ${endText(grant)}; ${tryAgain(question)}\n`)
}

/**
 * Leaves the answer to a call that waits at a server now. INVARIANT: it is then taken back: later calls are covered by the grant,
 * and by nothing else once the grant is revoked.
 */
async function onlyNow(approvals: ApprovalFiles, question: NamedQuestion): Promise<void> {
  const canWait = existsSync(ownPaths().socket)
  for (let looks = 0; canWait && looks < mostLooks && approvals.isUnused(question); looks += 1) await setTimeout(lookMs)
  approvals.withdraw(question)
}

/** The server looks for answers five times a second. */
const lookMs = 100
const mostLooks = 20
