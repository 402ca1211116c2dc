import { sha256 } from '../core/digest.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { mergeFences } from '../fence/settings.ts'
import type { PolicyDocument } from './schema/document.ts'

/** A file merged with the file it extends: its own rules come first, and its own settings win. */
export function mergeBase(child: PolicyDocument, parent: PolicyDocument): PolicyDocument {
  return {
    ...child,
    digest: sha256(`${child.digest}\n${parent.digest}`),
    mode: child.mode ?? parent.mode,
    // INVARIANT: a file cannot remove the `no-objection` of a file that it extends.
    allow: parent.allow === 'no-objection' ? parent.allow : (child.allow ?? parent.allow),
    workspace: child.workspace ?? parent.workspace,
    sensitive: [...child.sensitive, ...parent.sensitive],
    boundary: child.boundary ?? parent.boundary,
    rules: [...child.rules, ...parent.rules.map(rule => ({ file: parent.file, ...rule }))],
    programs: [...child.programs, ...parent.programs.map(program => ({ file: parent.file, ...program }))],
    approvals: child.approvals ?? parent.approvals,
    careful: child.careful || parent.careful,
    automation: child.automation || parent.automation,
    fence: mergeFences(child.fence, parent.fence),
    ...(parent.subagents === undefined && child.subagents === undefined
      ? {}
      : { subagents: { ...parent.subagents, ...child.subagents } }),
    ...(parent.audit === undefined && child.audit === undefined ? {} : { audit: { ...parent.audit, ...child.audit } }),
    ...(parent.undo === undefined && child.undo === undefined ? {} : { undo: { ...parent.undo, ...child.undo } }),
  }
}

/** Follows `extends` and merges all the files into one document. */
export async function resolveBase(
  start: PolicyDocument,
  load: (name: string, from: string) => Promise<Result<PolicyDocument>>,
): Promise<Result<PolicyDocument>> {
  const chain = [start]
  for (let name = start.extends, from = start.file; name !== null; ) {
    if (chain.length > limits.policyExtends)
      return fail('policy_invalid', `\`extends\` chains more than ${limits.policyExtends} files`)
    const parent = await load(name, from)
    if (!parent.ok) return parent
    chain.push(parent.value)
    name = parent.value.extends
    from = parent.value.file
  }
  return ok(chain.reduceRight((merged, document) => (document === merged ? merged : mergeBase(document, merged))))
}
