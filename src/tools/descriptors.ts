import type { World } from '../core/call.ts'
import type { Result } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Category, Description, Descriptor } from './descriptor.ts'
import { applyPatch } from './families/apply-patch.ts'
import { fileWrite } from './families/file-write.ts'
import { shell, shellExec } from './families/shell-exec.ts'
import { execCommand, shellCommand } from './families/shell-text.ts'
import { skillExec } from './families/skills.ts'
import { writeStdin } from './families/write-stdin.ts'
import { passThrough } from './passthrough.ts'
import type { Tool } from './tool.ts'

/** The built-in tool behind each exported descriptor, so that another tool can use it in full. */
const borrowed = new WeakMap<Descriptor, Tool>()

export const builtInOf = (descriptor: Descriptor): Tool | null => borrowed.get(descriptor) ?? null

/** The eight built-in descriptors (R179). */
export const ShellExec = fromTool('shell_exec', shellExec)
export const Shell = fromTool('shell', shell)
export const ShellCommand = fromTool('shell_command', shellCommand)
export const ExecCommand = fromTool('exec_command', execCommand)
export const FileWrite = fromTool('file_write', fileWrite)
export const ApplyPatch = fromTool('apply_patch', applyPatch)
export const SkillExec = fromTool('skill_exec', skillExec)
export const WriteStdin = fromTool('write_stdin', writeStdin)

/** For tools without a descriptor (R180). */
export const Passthrough: Descriptor = fromDescribe('custom', (args, world) =>
  passThrough(args, { tool: 'custom', world, tier: 'execute', ports: {} }),
)

function fromTool(name: string, tool: Tool): Descriptor {
  const descriptor = fromDescribe(tool.category, (args, world) =>
    tool.describe(args, { tool: name, world, tier: tool.tier, ports: {} }),
  )
  borrowed.set(descriptor, tool)
  return descriptor
}

/** Invalid input shows nothing, and gets the highest risk. */
function fromDescribe(
  category: Category,
  describe: (args: JsonObject, world: World) => Result<Description>,
): Descriptor {
  const request = (args: JsonObject, world: World, form: 'request' | 'event'): JsonObject => {
    const described = describe(args, world)
    return described.ok ? described.value[form] : { invalid: described.faults[0].message }
  }
  return {
    category,
    extractRisk: (args, world) => {
      const described = describe(args, world)
      return described.ok ? described.value.risk : { argv: [], riskLevel: 'high', reason: described.faults[0].message }
    },
    sanitiseForApproval: (args, world) => request(args, world, 'request'),
    sanitiseForEvent: (args, world) => request(args, world, 'event'),
  }
}
