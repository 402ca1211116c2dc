import type { PolicyWarned } from '../audit/event.ts'
import type { Policies } from './policies.ts'
import type { PolicyDocument } from './schema/document.ts'
import { wholeExecTools } from './whole-exec-tools.ts'

export type PolicyWarning = Pick<PolicyWarned, 'code' | 'message'>

/** Warnings about settings that are legal but risky, in the order of the files. Pure. */
export function policyWarnings(policies: Policies): readonly PolicyWarning[] {
  const trusted = policies.files.flatMap(({ trusted, policy }) => (trusted ? [policy.document] : []))
  return [
    ...(policies.approvals.onTimeout === 'allow' ? [...trusted, policies.base.document].flatMap(silence) : []),
    ...(runsAnyway(policies) ? [] : trusted.flatMap(execTools)),
  ]
}

/** `on_timeout: allow`: a question without an answer counts as a yes (C1). */
const silence = ({ file, approvals }: PolicyDocument): readonly PolicyWarning[] =>
  approvals?.onTimeout === 'allow'
    ? [
        {
          code: 'silence_allows',
          message: `${file}: \`on_timeout: allow\` allows calls that time out, except high-risk, escalated or unattended ones`,
        },
      ]
    : []

/** An allowlist that names a whole shell tool (C33): it loads, but destructive effects still ask (C6). */
const execTools = ({ file, rules }: PolicyDocument): readonly PolicyWarning[] =>
  rules.flatMap(rule =>
    wholeExecTools(rule).map(
      (text): PolicyWarning => ({ code: 'whole_exec_tool', message: `${file}: rule \`${rule.id}\`: ${text}` }),
    ),
  )

const runsAnyway = ({ mode }: Policies): boolean => mode === 'allow' || mode === 'auto'
