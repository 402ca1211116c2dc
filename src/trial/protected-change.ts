import { projectPolicyName } from '../core/call.ts'
import { baseName, isWithin, parentOf, resolvePath } from '../core/path.ts'
import { gitNames } from '../fence/mounts.ts'
import { keptReason } from '../fence/protected-path.ts'
import { rememberedSensitivity } from '../fence/remembered-sensitivity.ts'
import type { TreeChange } from './change.ts'

/**
 * Why a person should look at a change before it is committed; null if nothing about it is special. Programs and agents obey
 * such files later, or the change does more than its path says.
 */
export function protectedReason({ path, was, now }: TreeChange, roots: readonly string[]): string | null {
  if (baseName(path) === projectPolicyName && roots.includes(parentOf(path))) return "Sallyport's own policy"
  const bits = (now?.mode ?? 0) & ~(was?.mode ?? 0) & 0o6000
  if (now?.kind === 'file' && bits !== 0) return 'runs with the rights of its owner'
  if (now?.kind === 'link' && leadsOut(path, now.target ?? '', roots)) return `link out of the workspace`
  return obeyedReason(path)
}

/** Why the fence alone would have kept a change from the workspace: it keeps fewer names than a person should look at. */
export function fencedReason({ path }: Pick<TreeChange, 'path'>, roots: readonly string[]): string | null {
  if (baseName(path) === projectPolicyName && roots.includes(parentOf(path))) return "Sallyport's own files"
  return isGitData(path) ? null : keptReason(path)
}

/** Why a name is protected: programs obey the file, or it has secrets. Builds may write lock files. */
export function obeyedReason(path: string): string | null {
  if (isGitData(path)) return null
  if (alsoObeyed.has(baseName(path))) return 'git runs filters that it names'
  const why = rememberedSensitivity(path, 'change')
  return why === 'pinned dependencies' ? null : why
}

const alsoObeyed = new Set(['.gitattributes', '.gitmodules'])

/** Whether a path is one of git's own files that make it start no program: objects, refs, the index. */
export function isGitData(path: string): boolean {
  const [, inside] = /^.*?\/\.git\/(.*)$/s.exec(path) ?? []
  if (inside === undefined) return /\/\.git$/.test(path)
  // The directories of submodules and worktrees have the same files.
  const own = inside.replace(
    /^(?:modules\/.*?|worktrees\/[^/]+)\/(?=(?:hooks|config|config\.worktree|info|commondir)\b)/s,
    '',
  )
  return ![...gitNames].some(name => isWithin(`/${own}`, `/${name}`))
}

/** Installed programs are a usual target of links, as in a Python environment. */
const programRoots = ['/usr', '/bin', '/lib', '/lib64', '/opt', '/nix/store']

function leadsOut(path: string, target: string, roots: readonly string[]): boolean {
  const leadsTo = resolvePath(parentOf(path), target)
  return ![...roots, ...programRoots].some(root => isWithin(leadsTo, root))
}
