import type { Call } from '../../core/call.ts'
import { planDigest } from '../../fence/fence.ts'
import type { FenceSettings } from '../../fence/settings.ts'
import { callFence } from '../../gate/call-fence.ts'
import { judge } from '../../gate/judge.ts'
import { takeCall } from '../../gate/take-call.ts'
import { systemClock } from '../../io/clock.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import { openGrants } from '../../io/stores/grant-store.ts'
import type { Policies } from '../../policy/policies.ts'
import { defineCommand } from '../define-command.ts'
import { chosenProfile, profileOptions } from '../run/chosen-profile.ts'
import { failedWith, print, printJson, refusedPolicy, usageError } from '../terminal/outcome.ts'
import { planText } from './plan-text.ts'

export const fencePlanCommand = defineCommand({
  help: `usage: sallyport fence plan [--profile NAME] [--net ACCESS] [--env NAME]... [--json] [-- COMMAND [ARG]...]

Shows the sandbox that \`sallyport run\` would use in this directory: each mount with its reason, the
names of the variables, the network, the limits and the system call filter. Nothing runs. The
options are those of \`sallyport run\`; temporary files that COMMAND names are part of the plan.

exit codes: 0 shown, 2 the fence does not work here, 64 usage
`,
  options: { ...profileOptions, json: { type: 'boolean' } },
  takesShellCommand: true,
  async run(options) {
    const place = findPlace({ cwd: process.cwd(), runner: 'sallyport' })
    const policies = await loadPolicies({ place })
    if (!policies.ok) return refusedPolicy(policies.faults)
    const profile = chosenProfile(policies.value.fence, options)
    if (!profile.ok) return usageError(profile.faults[0].message)
    const call = takeCall({ tool: 'shell_exec', input: { argv: [...options.operands] } }, place)
    if (!call.ok) return failedWith(call.faults)
    const fence = machineFence({ workspace: place.workspace })
    const probed = await fence.probe()
    if (!probed.ok) return failedWith(probed.faults)
    const { profile: ofCall } = fenceOf(call.value, {
      ...policies.value,
      fence: { ...policies.value.fence, profile: profile.value },
    })
    const plan = fence.plan(ofCall, call.value)
    if (!plan.ok) return failedWith(plan.faults)
    const digest = planDigest(plan.value)
    return options.flag('json')
      ? printJson({ adapter: fence.name, profile: profile.value.name, digest, ...plan.value })
      : print(planText(plan.value, { profile: profile.value.name, digest }))
  },
})

/** The fence of this call: with what a person opened for it, and the registries if it runs project code. */
function fenceOf(call: Call, policies: Policies): FenceSettings {
  const { verdict, description } = judge(call, { policies, facts: fileFacts, runKey: new Uint8Array(32), tools: {} })
  const grants = openGrants(ownPaths(), systemClock).read()
  return callFence(policies.fence, { call, verdict, description, grants })
}
