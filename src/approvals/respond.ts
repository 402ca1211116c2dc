import * as v from 'valibot'
import type { JsonObject } from '../core/json.ts'
import type { ApprovalAnswer, ApprovalRequest } from './approver.ts'
import { grantScopes } from './grants/grant.ts'
import { isApprovalId, type PendingApprovals } from './pending.ts'

/** The parts of a request to `/api/approvals/{id}/respond`, not yet checked. */
export interface Respond {
  readonly method: string
  readonly id: string
  /** The raw request body. */
  readonly body: string
  /** The user who is signed in. */
  readonly by: string
}

export interface Response {
  readonly status: 200 | 400 | 404 | 405
  readonly body: JsonObject
}

const maxBody = 4_096
const maxSaid = 1_000

const bodySchema = v.pipe(
  v.string(),
  v.maxLength(maxBody),
  v.parseJson(),
  v.strictObject({
    approved: v.boolean(),
    scope: v.exactOptional(v.picklist(['once', ...grantScopes]), 'once'),
    /** The offer to remember, by its place; the first that does not open the fence by default. */
    offer: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    says: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(maxSaid))),
  }),
)
type Scope = v.InferOutput<typeof bodySchema>['scope']

/** A person's answer in a page. */
export type GivenAnswer = Readonly<v.InferOutput<typeof bodySchema>>

/** Null if the body of a request is not an answer. */
export function readAnswerBody(body: string): GivenAnswer | null {
  const parsed = v.safeParse(bodySchema, body)
  return parsed.success ? parsed.output : null
}

export const answerFormat =
  'send {"approved": true or false, "scope": "once", "hour", "session" or "always", "offer": the number of the offer from 0, "says": "a reason for the agent"}'

/** Settles a pending approval (R145). A bad id is refused before anything is looked up (R146); a second answer finds none (C26). */
export function respond({ method, id, body, by }: Respond, pending: PendingApprovals): Response {
  if (method !== 'POST') return refused(405, 'use POST to answer')
  if (!isApprovalId(id)) return refused(400, 'this is not an approval id')
  const given = readAnswerBody(body)
  if (given === null) return refused(400, answerFormat)
  const { approved } = given
  const found = pending.find(id)
  const answer = found === null ? null : approved ? approval(found.request, given, by) : denial(given, by)
  if (answer === null || !pending.resolve(id, answer)) return refused(404, 'no pending approval with this id')
  return { status: 200, body: { approval_id: id, approved, ...(approved ? { scope: scopeOf(answer) } : {}) } }
}

const refused = (status: 400 | 404 | 405, error: string): Response => ({ status, body: { error } })

export const denial = ({ says = '' }: GivenAnswer, by: string): ApprovalAnswer => ({
  decision: 'denied',
  by,
  ...(says === '' ? {} : { says }),
})

/** Approves for the chosen scope, but at most as long as the offer allows; without an offer, this exact call for the session. */
function approval({ offers }: ApprovalRequest, { scope, offer: index }: GivenAnswer, by: string): ApprovalAnswer {
  // The memory of a session would outlive the hour, so an hour is remembered by its grant alone.
  const decision = scope === 'once' || scope === 'hour' ? 'approved' : 'approved_for_session'
  const offer = index === undefined ? offers.find(({ shape }) => shape.does !== 'fence') : offers[index]
  if (scope === 'once' || offer === undefined) return { decision, by }
  const kept = scope === 'always' && offer.upTo !== 'always' ? 'session' : scope
  return { decision, by, remember: { scope: kept, shape: offer.shape } }
}

/** The scope that was actually granted, for the page to show. */
const scopeOf = ({ decision, remember }: ApprovalAnswer): Scope =>
  remember?.scope ?? (decision === 'approved' ? 'once' : 'session')
