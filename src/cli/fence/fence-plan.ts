import { planDigest } from '../../fence/fence.ts'
import { takeCall } from '../../gate/take-call.ts'
import { machineFence } from '../../io/fence/machine-fence.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
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
    const profile = chosenProfile(policies.value.fence.profile, options)
    if (!profile.ok) return usageError(profile.faults[0].message)
    const call = takeCall({ tool: 'shell_exec', input: { argv: [...options.operands] } }, place)
    if (!call.ok) return failedWith(call.faults)
    const fence = machineFence({ workspace: place.workspace })
    const probed = await fence.probe()
    if (!probed.ok) return failedWith(probed.faults)
    const plan = fence.plan(profile.value, call.value)
    if (!plan.ok) return failedWith(plan.faults)
    const digest = planDigest(plan.value)
    return options.flag('json')
      ? printJson({ adapter: fence.name, profile: profile.value.name, digest, ...plan.value })
      : print(planText(plan.value, { profile: profile.value.name, digest }))
  },
})
