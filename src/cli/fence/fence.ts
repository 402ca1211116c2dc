import { defineCommandGroup } from '../command-group.ts'

export const fenceCommand = defineCommandGroup({
  name: 'fence',
  help: `usage: sallyport fence plan [--profile NAME] [--net ACCESS] [--env NAME]... [--json] [-- COMMAND [ARG]...]
       sallyport fence probe [--json]
       sallyport fence allow PATH|HOST|NAME [--program PROGRAM] [--yes]

  plan    show the sandbox that \`sallyport run\` would use here: files, variables, network, limits
  probe   check whether the fence works on this machine, and say how to fix it if not
  allow   let fenced commands in this project also use a path, a host or a variable

\`plan\` and \`probe\` run no command of yours and record nothing.
`,
  subcommands: {
    plan: async () => (await import('./fence-plan.ts')).fencePlanCommand,
    allow: async () => (await import('./fence-allow.ts')).fenceAllowCommand,
    probe: async () => (await import('./fence-probe.ts')).fenceProbeCommand,
  },
})
