import type { Reason } from '../../core/verdict.ts'
import type { Policies } from '../policies.ts'
import type { Rule } from '../schema/document.ts'

export type Remember = Rule['remember']

const order: readonly Remember[] = ['no', 'session', 'always']

export const shorterMemory = (a: Remember, b: Remember): Remember => (order.indexOf(a) <= order.indexOf(b) ? a : b)

/** How long an answer may be remembered: the shortest time that a rule which asks permits. */
export function rememberLimit(policies: Policies, asks: readonly Reason[]): Remember {
  return asks.map(reason => limitOf(policies, reason)).reduce(shorterMemory, 'always')
}

/**
 * A question of the organisation is asked every time. So is a trial: each one shows another diff. So is one about files that a
 * contained run wrote: they may be others tomorrow, and accepting the files ends the questions.
 */
function limitOf(policies: Policies, { layer, rule, contain }: Reason): Remember {
  if (layer === 'organisation' || (layer === 'sandbox' && contain === true)) return 'no'
  if (rule === null) return 'always'
  const documents = [...policies.files.map(file => file.policy.document), policies.base.document]
  const found = documents
    .flatMap(({ rules, file }) => rules.filter(one => one.id === rule.id && (one.file ?? file) === rule.file))
    .map(({ remember, trial }) => (trial ? 'no' : remember))
  // Unknown rule: remember nothing.
  return found.length === 0 ? 'no' : found.reduce(shorterMemory)
}
