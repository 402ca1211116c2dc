import type { Call } from '../core/call.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { type JsonObject, own } from '../core/json.ts'
import type { FencePlan } from '../fence/fence.ts'
import { shortSize } from '../fence/size.ts'
import { findTool } from '../tools/catalog.ts'

/** The tool that runs instead of `bash` under `sandbox_mode: enforce` (R108). */
const sandboxTool = 'sandbox'

/** Input keys of `bash` that `sandbox` has as well. */
const shared = ['command', 'cwd', 'workdir', 'env', 'tty', 'timeout_ms', 'description', 'justification']

/** The same call for the tool `sandbox`, whose input says what its plan holds; null for a call of another tool. */
export function rewrittenCall(
  call: Call,
  plan: Pick<FencePlan, 'network' | 'limits'>,
  readOnly: boolean,
): Result<Call | null> {
  if (findTool(call.tool) !== findTool('bash')) return ok(null)
  const { network, limits } = plan
  const given = Object.entries(call.input).filter(([, value]) => value !== null && value !== false)
  const lost = given.find(([key]) => !shared.includes(key) && !replaced.has(key))
  if (lost !== undefined)
    return fail(
      'sandbox_denied',
      `the policy runs \`${call.tool}\` as \`${sandboxTool}\`, which has no \`${lost[0].slice(0, 80)}\`; leave it out`,
    )
  const directory = own(call.input, 'working_directory')
  const input: JsonObject = {
    ...Object.fromEntries(given.filter(([key]) => shared.includes(key))),
    ...(typeof directory === 'string' ? { cwd: directory } : {}),
    operation: 'execute',
    network: network === 'full' ? 'full' : network.length === 0 ? 'none' : network.join(','),
    ...(limits.memory === null ? {} : { memory: shortSize(limits.memory) }),
    ...(limits.cpus === null ? {} : { cpu: limits.cpus }),
    ...(limits.seconds === null ? {} : { timeout: limits.seconds }),
    read_only: readOnly,
  }
  return ok({ ...call, tool: sandboxTool, input })
}

/** Keys of `bash` that the rewritten call says in another form. */
const replaced = new Set(['working_directory', 'timeout', 'sandbox'])

/** The rewrite as it is recorded: the command is in the request already. */
export const recordedRewrite = ({ tool, input }: Call): JsonObject => {
  const { command: _command, env: _env, ...rest } = input
  return { tool, ...rest }
}
