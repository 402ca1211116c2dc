import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectPolicyName } from '../../core/call.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { ownPaths } from '../../io/paths.ts'
import type { TuningContext } from './context.ts'
import { knownProjects } from './projects.ts'

/** A policy file that a person may edit in the console: their own, or that of a known project. */
export interface EditableFile {
  readonly path: string
  readonly layer: 'user' | 'project'
  /** The project's root; null for the user's own file. */
  readonly project: string | null
}

/** Characters of a text that can be edited in the console; larger files need an editor. */
export const editableChars = 200_000

/** The file with that path. Never the organisation's file, a preset or any other path. */
export async function editableFile(path: string, context: TuningContext): Promise<Result<EditableFile>> {
  const { userPolicy } = ownPaths()
  if (path === userPolicy) return ok({ path, layer: 'user', project: null })
  const project = (await knownProjects(context)).find(root => projectPolicy(root) === path)
  return project === undefined
    ? fail('not_found', 'this is not a policy file that can be edited here')
    : ok({ path, layer: 'project', project })
}

export const projectPolicy = (root: string): string => join(root, projectPolicyName)

/**
 * Why a file cannot be written here; null if it can. INVARIANT: the console writes through no symbolic link, so a link that an
 * agent puts in the way of a project's file leads nowhere.
 */
export function whyNotWritable(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) return `\`${path}\` is a symbolic link; edit the file that it leads to`
  if (found !== undefined && !found.isFile()) return `\`${path}\` is not a regular file`
  const folder = existing(dirname(path))
  return folder === null || realpathSync(folder) === folder
    ? null
    : `\`${folder}\` leads through a symbolic link; edit the file with its real path`
}

/** The nearest folder that exists. */
function existing(folder: string): string | null {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return folder
  return folder === dirname(folder) ? null : existing(dirname(folder))
}
