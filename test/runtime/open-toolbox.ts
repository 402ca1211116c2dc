import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileFacts } from '../../src/io/files/file-facts.ts'
import { startRun } from '../../src/runtime/run.ts'
import { addTools } from '../../src/runtime/tools/add-tools.ts'
import type { RuntimeTool } from '../../src/runtime/tools/runtime-tool.ts'
import { createToolbox } from '../../src/runtime/tools/toolbox.ts'
import { openGate } from '../requirements/open-gate.ts'

/** A new workspace with these files, real on this disk. */
export function newWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-tools-')))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

type GateSettings = NonNullable<Parameters<typeof openGate>[0]>

/** Tools behind a complete gate, on real files in a workspace. */
export async function openToolbox(workspace: string, tools: readonly RuntimeTool[], settings: GateSettings = {}) {
  const set = addTools(tools, [])
  if (!set.ok) throw new Error(set.faults[0].message)
  const opened = openGate({
    ...settings,
    facts: settings.facts ?? fileFacts,
    place: { cwd: workspace, workspace: [workspace], ...settings.place },
    tools: { ...set.value.judging, ...settings.tools },
  })
  let id = 0
  const run = await startRun({ gate: opened.gate, ports: { newId: () => `run-${++id}`, clock: opened.clock } })
  if (!run.ok) throw new Error(run.faults[0].message)
  const toolbox = createToolbox({ run: run.value, tools: set.value.tools })
  /** The text of a call that succeeds, or its code and reason. */
  const say = async (name: string, input: unknown): Promise<string> => {
    const outcome = await toolbox.call(name, input)
    return outcome.ok ? outcome.value.text : `${outcome.code}: ${outcome.reason}`
  }
  return { ...opened, run: run.value, toolbox, say }
}
