import { agentTools } from './families/agents.ts'
import { applyPatchTools } from './families/apply-patch.ts'
import { fileReadTools } from './families/file-read.ts'
import { fileWriteTools } from './families/file-write.ts'
import { interactionTools } from './families/interaction.ts'
import { mcpTools } from './families/mcp.ts'
import { searchTools } from './families/search.ts'
import { secretsTools } from './families/secrets.ts'
import { shellExecTools } from './families/shell-exec.ts'
import { shellTextTools } from './families/shell-text.ts'
import { skillTools } from './families/skills.ts'
import { webTools } from './families/web.ts'
import { writeStdinTools } from './families/write-stdin.ts'
import type { Tool } from './tool.ts'

/** All tool families. To support a client's new tool name, add it in one of these files. */
const families = [
  shellExecTools,
  shellTextTools,
  writeStdinTools,
  fileReadTools,
  fileWriteTools,
  searchTools,
  applyPatchTools,
  webTools,
  agentTools,
  interactionTools,
  skillTools,
  secretsTools,
  mcpTools,
]

const byName = new Map<string, Tool>()
for (const tools of families) {
  for (const [names, tool] of Object.entries(tools)) for (const name of names.split(' ')) byName.set(name, tool)
}

/** The tool with a name that some client or document uses; null if there is none. Names are case-sensitive. */
export const findTool = (name: string): Tool | null => byName.get(name) ?? null

/** The names of all tools. */
export const toolNames: readonly string[] = [...byName.keys()]
