import type { FencedCommands, Gate } from '../src/index.ts'

/** The tool `shell_exec` behind the gate. */
export const shellExec = (gate: Gate, commands: FencedCommands, argv: readonly string[]) =>
  gate.run({ tool: 'shell_exec', input: { argv } }, running =>
    commands.run(running, running.call.input['argv'] as string[]),
  )
