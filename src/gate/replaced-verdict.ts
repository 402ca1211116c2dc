import { errorKind } from '../core/fault.ts'
import type { Reason, Replacement, Verdict } from '../core/verdict.ts'

/** The verdict on a replacement, with a reason that names the rule. */
export const replacedVerdict = (verdict: Verdict, replacement: Replacement): Verdict => ({
  ...verdict,
  replacement,
  reasons: [...verdict.reasons, voice(replacement, 'allow')],
})

/** For a caller that cannot run the replacement: the original call is denied. */
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
  because: `rule \`${rule.id}\` replaces this call with \`${instead}\``,
  effect: null,
  rule,
  instead: decision === 'deny' ? instead : null,
})
