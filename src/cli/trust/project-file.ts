import { join, resolve } from 'node:path'
import { projectPolicyName } from '../../core/call.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { findPlace } from '../../io/place.ts'

/** The policy file of the project that a directory belongs to: where the gate will look for it. */
export function projectFile(directory: string | undefined): Result<string> {
  const cwd = resolve(directory ?? process.cwd())
  const [root] = findPlace({ cwd }).workspace
  if (root === undefined)
    return fail('not_found', `\`${cwd}\` cannot be a project: it is a home, a system directory, or holds one`)
  return ok(join(root, projectPolicyName))
}
