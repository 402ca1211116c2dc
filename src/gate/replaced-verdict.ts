import { errorKind } from '../core/fault.ts'
import type { Reason, Replacement, Verdict } from '../core/verdict.ts'

/** The verdict about what stands in a call's place, with a word on why. */
export const replacedVerdict = (verdict: Verdict, replacement: Replacement): Verdict => ({
  ...verdict,
  replacement,
  reasons: [...verdict.reasons, voice(replacement, 'allow')],
})

/** For a caller that would run what it asked about: it may not, whatever the rule says about other calls. */
export const unreplacedVerdict = (verdict: Verdict, replacement: Replacement): Verdict =>
  verdict.decision === 'deny'
    ? { ...verdict, replacement }
    : {
        ...verdict,
        replacement,
        decision: 'deny',
        code: 'policy_denied',
        errorKind: errorKind('policy_denied'),
        reasons: [voice(replacement, 'deny'), ...verdict.reasons],
      }

const voice = ({ layer, rule, instead }: Replacement, decision: 'allow' | 'deny'): Reason => ({
  layer,
  decision,
  code: decision === 'deny' ? 'policy_denied' : null,
  because: `rule \`${rule.id}\` puts \`${instead}\` in the place of this call`,
  effect: null,
  rule,
  instead: decision === 'deny' ? instead : null,
})
