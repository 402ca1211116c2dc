import { defineCommandGroup } from '../command-group.ts'

export const grantsCommand = defineCommandGroup({
  name: 'grants',
  help: `usage: sallyport grants list [--json]
       sallyport grants revoke ID…
       sallyport grants revoke --all

  list     every grant that holds: what it covers, where, and until when
  revoke   take grants away; what they covered asks again

\`sallyport approve ID --for session|always\` makes one.
`,
  subcommands: {
    list: async () => (await import('./grants-list.ts')).grantsListCommand,
    revoke: async () => (await import('./grants-revoke.ts')).grantsRevokeCommand,
  },
})
