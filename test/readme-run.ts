import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Gate } from '../src/index.ts'

/** The tool `shell_exec` behind the gate. */
export const shellExec = (gate: Gate, argv: readonly string[]) =>
  gate.run({ tool: 'shell_exec', input: { argv } }, ({ call, plan, signal }) => {
    const words = [...(plan?.argv ?? []), ...(call.input['argv'] as string[])]
    return promisify(execFile)(words[0] ?? '', words.slice(1), { cwd: call.place.cwd, signal })
  })
