import type { Call } from '../core/call.ts'
import type { Judgement } from '../gate/judge.ts'
import type { Policies } from '../policy/policies.ts'

/** A judgement with the call and the policies that it is about; null where the call or a policy is invalid. */
export interface Decided extends Judgement {
  readonly call: Call | null
  readonly policies: Policies | null
}
