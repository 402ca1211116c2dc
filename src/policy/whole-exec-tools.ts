import { findTool, toolNames } from '../tools/catalog.ts'
import type { Category } from '../tools/descriptor.ts'
import { matchesAny } from './rules/compile.ts'
import type { Rule } from './schema/document.ts'

const execCategories: ReadonlySet<Category> = new Set(['shell_exec', 'stdin'])

/** Tools that start any program that their input names (C33). */
const execTools = toolNames.filter(name => execCategories.has(findTool(name)?.category ?? 'none'))

/** Keys that limit a rule to some calls of the tool. */
const narrowing = [
  'input',
  'text',
  'command',
  'path',
  'run',
  'read',
  'write',
  'delete',
  'touch',
  'connect',
  'change',
  'spawn',
  'effect',
]

/** A warning about a rule that allows everything such a tool can do; empty for any other rule. */
export function wholeExecTools({ when, then }: Rule): readonly string[] {
  if (then !== 'allow' || when.tool === undefined || narrowing.some(key => Object.hasOwn(when, key))) return []
  // In a mode that allows everything, the rule adds nothing.
  if (when.mode === 'allow' || when.mode === 'auto') return []
  const named = when.tool.filter(pattern => execTools.some(tool => matchesAny([pattern], tool)))
  const names = named.map(pattern => `\`${pattern}\``).join(', ')
  return named.length === 0 ? [] : [`it allows every command of ${names}; name the commands with \`run:\``]
}
