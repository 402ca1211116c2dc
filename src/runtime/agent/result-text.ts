import type { Outcome } from '../../gate/run-call.ts'
import type { ToolOutput } from '../tools/runtime-tool.ts'
import type { CallResult, ModelCall } from './model.ts'

/** The one result of a call, as the model gets it (R198). */
export function callResult({ id, tool }: ModelCall, outcome: Outcome<ToolOutput>): CallResult {
  return outcome.ok
    ? { id, tool, failed: false, text: outcome.value.text, images: outcome.value.images ?? [] }
    : { id, tool, failed: true, text: failureText(outcome), images: [] }
}

type Failure = Extract<Outcome<ToolOutput>, { readonly ok: false }>

/** The kind of the error, the reason, and what to do about it. */
function failureText({ errorKind, reason, code }: Failure): string {
  const advice = isDenial(code) ? `\n${doNotRepeat}` : ''
  return `error: ${errorKind}\n${reason}${advice}`
}

/** A repetition of a denied call ends the run (R193). */
const doNotRepeat = 'Do not repeat this call. Find another way, or tell the user why you cannot go on.'

const isDenial = (code: Failure['code']): boolean =>
  code === 'approval_denied' ||
  code === 'no_rule' ||
  code === 'policy_denied' ||
  code === 'floor' ||
  code === 'boundary' ||
  code === 'loop_guard'
