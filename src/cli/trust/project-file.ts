import { join, resolve } from 'node:path'
import { projectPolicyName } from '../../core/call.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { findPlace } from '../../io/place.ts'

/** The path where the gate looks for the policy of the project that a directory belongs to. */
export function projectFile(directory: string | undefined): Result<string> {
  const cwd = resolve(directory ?? process.cwd())
  const [root] = findPlace({ cwd }).workspace
  if (root === undefined)
    return fail(
      'not_found',
      `\`${cwd}\` cannot be a project: it is, or contains, a home or a system directory; name a project directory`,
    )
  return ok(join(root, projectPolicyName))
}
