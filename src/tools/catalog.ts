import { agentTools } from './agents.ts'
import { applyPatchTools } from './apply-patch.ts'
import { fileReadTools } from './file-read.ts'
import { fileWriteTools } from './file-write.ts'
import { interactionTools } from './interaction.ts'
import { mcpTools } from './mcp.ts'
import { searchTools } from './search.ts'
import { secretsTools } from './secrets.ts'
import { shellExecTools } from './shell-exec.ts'
import { shellTextTools } from './shell-text.ts'
import { skillTools } from './skills.ts'
import type { Tool } from './tool.ts'
import { webTools } from './web.ts'
import { writeStdinTools } from './write-stdin.ts'

/** Every family; a client's new name for a tool is one more word in one of these files. */
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

/** The tool behind a name that some client or document uses; null if none does. Names are matched as they are. */
export const findTool = (name: string): Tool | null => byName.get(name) ?? null

/** Every name that has a tool. */
export const toolNames: readonly string[] = [...byName.keys()]
