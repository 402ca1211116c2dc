import { findTool, toolNames } from '../../tools/catalog.ts'

/** Names of one capability that the catalogue keeps apart, since their inputs differ (C17). */
const alike: readonly (readonly string[])[] = [
  ['Read', 'read_file', 'view'],
  ['Write', 'file_write'],
  ['Edit', 'apply_patch', 'str_replace_editor'],
]

/** Every tool that starts commands, or types into one that runs. */
export const shellTools: readonly string[] = toolNames.filter(name => isShell(name))

function isShell(name: string): boolean {
  const category = findTool(name)?.category
  return category === 'shell_exec' || category === 'stdin' || name === 'skill_exec'
}

/**
 * Every name under which clients know these tools: a rule for `bash` is one for `Bash`, `shell_exec` and all others
 * that start a command. What no client knows, and what belongs to a server, stays as it is.
 */
export function namesOf(tools: readonly string[]): readonly string[] {
  return [...new Set(tools.flatMap(tool => [tool, ...otherNames(tool)]))]
}

function otherNames(tool: string): readonly string[] {
  const known = findTool(tool)
  if (known === null) return []
  if (isShell(tool)) return shellTools
  const same = (name: string): readonly string[] => toolNames.filter(one => findTool(one) === findTool(name))
  const group = alike.find(names => names.some(name => same(name).includes(tool)))
  return (group ?? [tool]).flatMap(same)
}
