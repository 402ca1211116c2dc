import * as v from 'valibot'
import type { FencePlan } from '../../../fence/fence.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { defineRuntimeTool, type RuntimeTool, type ToolOutput } from '../runtime-tool.ts'
import { commandOptions, textInput } from './command-input.ts'
import type { OneCommand } from './run-once.ts'
import { shellWords } from './shell-words.ts'

/** The fenced shell (R220). The gate plans its fence from the policy and from the limits in the input. */
export const sandboxTool = (once: (command: OneCommand, running: Running) => Promise<ToolOutput>): RuntimeTool =>
  defineRuntimeTool({
    name: 'sandbox',
    description:
      'Runs shell code in the sandbox and returns its output and exit code. `operation: "status"` says what the sandbox allows and runs nothing.',
    input: v.object({
      command: v.optional(textInput),
      operation: v.optional(
        v.pipe(v.picklist(['execute', 'status']), v.description('`execute` by default; `status` runs nothing.')),
      ),
      network: v.optional(
        v.pipe(
          v.string(),
          v.description(
            '`none` by default, `full`, or hosts with commas between them. Other than `none` needs approval.',
          ),
        ),
      ),
      memory: v.optional(v.pipe(v.union([v.number(), v.string()]), v.description('The most memory, such as `512m`.'))),
      cpu: v.optional(v.pipe(v.number(), v.description('The most processors.'))),
      timeout: v.optional(v.pipe(v.number(), v.description('The most seconds.'))),
      read_only: v.optional(v.pipe(v.boolean(), v.description('Whether it may not change any file.'))),
      ...commandOptions,
    }),
    run: async ({ command, operation = 'execute', timeout, timeout_ms, env }, running) => {
      // INVARIANT: this tool never runs a command without the fence.
      if (running.plan === null) throw new ToolFailure('sandbox_denied', 'the command has no fence')
      if (operation === 'status') return status(running.plan)
      if (command === undefined) throw new ToolFailure('validation', 'field `command` of `sandbox` is missing')
      const timeoutMs = timeout_ms ?? (timeout === undefined ? undefined : timeout * 1_000)
      return once({ argv: shellWords({ text: command }), env, timeoutMs }, running)
    },
  })

function status({ network, limits, mounts }: FencePlan): ToolOutput {
  const writable = mounts.filter(({ how }) => how === 'write').map(({ path }) => path)
  const hosts = network === 'full' ? 'all hosts' : network.length === 0 ? 'none' : network.join(', ')
  const limited = Object.entries(limits).flatMap(([name, most]) => (most === null ? [] : [`${name} ${most}`]))
  return {
    text: [
      'the sandbox works',
      `network: ${hosts}`,
      `writable: ${writable.length === 0 ? 'nothing' : writable.join(', ')}`,
      `limits: ${limited.length === 0 ? 'none' : limited.join(', ')}`,
    ].join('\n'),
    data: { works: true, network: network === 'full' ? 'full' : [...network], writable, limits: { ...limits } },
  }
}
