import type { PolicyWarned } from '../audit/event.ts'
import type { Policies } from './policies.ts'
import type { PolicyDocument } from './schema/document.ts'
import { wholeExecTools } from './whole-exec-tools.ts'

export type PolicyWarning = Pick<PolicyWarned, 'code' | 'message'>

/** What a person should be reminded of, in the order of the files. Pure. */
export function policyWarnings(policies: Policies): readonly PolicyWarning[] {
  const trusted = policies.files.flatMap(({ trusted, policy }) => (trusted ? [policy.document] : []))
  return [
    ...(policies.approvals.onTimeout === 'allow' ? [...trusted, policies.base.document].flatMap(silence) : []),
    ...(runsAnyway(policies) ? [] : trusted.flatMap(execTools)),
  ]
}

/** A question that nobody answers is a yes (C1). */
const silence = ({ file, approvals }: PolicyDocument): readonly PolicyWarning[] =>
  approvals?.onTimeout === 'allow'
    ? [
        {
          code: 'silence_allows',
          message: `${file}: \`on_timeout: allow\` lets run what nobody answers in time, unless it is of high risk, asks for more rights, or nobody watches`,
        },
      ]
    : []

/** A list that names a whole shell (C33): it loads, and what cannot be taken back still asks (C6). */
const execTools = ({ file, rules }: PolicyDocument): readonly PolicyWarning[] =>
  rules.flatMap(rule =>
    wholeExecTools(rule).map(
      (said): PolicyWarning => ({ code: 'whole_exec_tool', message: `${file}: rule \`${rule.id}\`: ${said}` }),
    ),
  )

const runsAnyway = ({ mode }: Policies): boolean => mode === 'allow' || mode === 'auto'
