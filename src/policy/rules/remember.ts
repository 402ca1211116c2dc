import type { Reason } from '../../core/verdict.ts'
import type { Policies } from '../policies.ts'
import type { Rule } from '../schema/document.ts'

export type Remember = Rule['remember']

const order: readonly Remember[] = ['no', 'session', 'always']

export const shorterMemory = (a: Remember, b: Remember): Remember => (order.indexOf(a) <= order.indexOf(b) ? a : b)

/** How long the rules that ask let an answer be remembered: the shortest counts. */
export function rememberLimit(policies: Policies, asks: readonly Reason[]): Remember {
  return asks.map(reason => limitOf(policies, reason)).reduce(shorterMemory, 'always')
}

/** An organisation's question is asked each time, and so is a trial: its diff is the answer. */
function limitOf(policies: Policies, { layer, rule }: Reason): Remember {
  if (layer === 'organisation') return 'no'
  if (rule === null) return 'always'
  const documents = [...policies.files.map(file => file.policy.document), policies.base.document]
  const found = documents
    .flatMap(({ rules, file }) => rules.filter(one => one.id === rule.id && (one.file ?? file) === rule.file))
    .map(({ remember, trial }) => (trial ? 'no' : remember))
  // A rule that cannot be found says nothing about it.
  return found.length === 0 ? 'no' : found.reduce(shorterMemory)
}
