import type { FileFacts } from '../core/facts.ts'
import type { Fault } from '../core/fault.ts'
import { canonicalJson } from '../core/json.ts'
import type { JudgedCall } from './judged-call.ts'

/**
 * Compares what would run now with what was approved: the input, where its paths lead, and the scripts that the analysis read.
 * A person may think for a minute, and in that time a script or a link can be replaced.
 */
export function changedSince({ call, approved, judgement }: JudgedCall, facts: FileFacts): Fault | null {
  if (canonicalJson(call.input) !== approved)
    return { code: 'internal', message: 'the call changed after it was approved, so it does not run' }
  for (const { question, path, answer } of judgement.facts) {
    if (question !== 'text' && question !== 'realPath') continue
    if (facts[question](path) !== answer)
      return { code: 'validation', message: `\`${path}\` changed after the call was judged; call again` }
  }
  return null
}
