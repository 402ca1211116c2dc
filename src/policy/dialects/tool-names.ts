import { findTool, toolNames } from '../../tools/catalog.ts'

/** Tools for the same purpose that have separate catalogue entries because their inputs differ (C17). */
const alike: readonly (readonly string[])[] = [
  ['Read', 'read_file', 'view'],
  ['Write', 'file_write'],
  ['Edit', 'apply_patch', 'str_replace_editor'],
]

/** Every tool that starts commands, or types into a running one. */
export const shellTools: readonly string[] = toolNames.filter(name => isShell(name))

function isShell(name: string): boolean {
  const category = findTool(name)?.category
  return category === 'shell_exec' || category === 'stdin' || name === 'skill_exec'
}

/**
 * Every name that clients use for these tools: a rule for `bash` also applies to `Bash`, `shell_exec` and all others
 * that start a command. Names that are not in the catalogue, such as those of MCP servers, stay as they are.
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
