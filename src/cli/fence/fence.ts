import { defineCommandGroup } from '../command-group.ts'

export const fenceCommand = defineCommandGroup({
  name: 'fence',
  help: `usage: sallyport fence plan [--profile NAME] [--net ACCESS] [--env NAME]... [--json] [-- COMMAND [ARG]...]
       sallyport fence probe [--json]

  plan    show the sandbox that \`sallyport run\` would use here: files, variables, network, limits
  probe   check whether the fence works on this machine, and say how to fix it if not

Neither runs your command or records anything.
`,
  subcommands: {
    plan: async () => (await import('./fence-plan.ts')).fencePlanCommand,
    probe: async () => (await import('./fence-probe.ts')).fenceProbeCommand,
  },
})
