import type { RuleAt } from '../../../src/server/api.ts'

/** A rule with the file and line that define it. The whole path is in the tooltip. */
export const RuleName = ({ rule }: { readonly rule: RuleAt }) => (
  <span title={`${rule.file}:${rule.line}`}>
    rule <code>{rule.id}</code>, {rule.file.split('/').slice(-2).join('/')}:{rule.line}
  </span>
)
