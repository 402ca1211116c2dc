import type { BaseIssue } from 'valibot'
import { inBackticks } from '../schema/schema-words.ts'
import { type Flaw, nodeAt, type YamlNode } from './yaml-node.ts'

/** Validation issues as flaws with places. `path` is the way from the root to the validated node. */
export function issueFlaws(
  issues: readonly BaseIssue<unknown>[],
  root: YamlNode,
  path: readonly (string | number)[],
): readonly Flaw[] {
  return issues.flatMap(issue => flawsOf(issue, root, path))
}

function flawsOf(issue: BaseIssue<unknown>, root: YamlNode, before: readonly unknown[]): readonly Flaw[] {
  const path = [...before, ...(issue.path ?? []).map(step => step.key)]
  // Where no alternative of a union fits, deeper issues say more than the union's own message.
  const deeper = (issue.issues ?? []).filter(inner => inner.path !== undefined)
  if (deeper.length > 0) return deeper.flatMap(inner => flawsOf(inner, root, path))
  if (issue.path?.at(-1)?.origin === 'key') return [{ at: keyPlace(root, path), message: issue.message }]
  const node = nodeAt(root, path)
  return node.kind === 'broken' ? [] : [{ at: node.at, message: `${subject(path)} ${issue.message}` }]
}

/** The place of a key, or of the map that lacks it. */
function keyPlace(root: YamlNode, path: readonly unknown[]): number {
  const map = nodeAt(root, path.slice(0, -1))
  const key = path.at(-1)
  const entry = map.kind === 'map' && typeof key === 'string' ? map.entries.get(key) : undefined
  return entry?.keyAt ?? map.at
}

/** The subject of a sentence about this place. */
function subject(path: readonly unknown[]): string {
  const last = path.at(-1)
  const parent = path.at(-2)
  if (last === undefined) return 'the policy'
  if (typeof last !== 'number') return inBackticks(String(last))
  return parent === 'rules' && path.length === 2
    ? `rule ${last + 1}`
    : `entry ${last + 1} of ${inBackticks(String(parent))}`
}
