import { defineCommandGroup } from '../command-group.ts'

export const grantsCommand = defineCommandGroup({
  name: 'grants',
  help: `usage: sallyport grants list [--json]
       sallyport grants add --last [--scope SCOPE]
       sallyport grants revoke ID…
       sallyport grants revoke --all

  list     list the grants in force: what they cover, where, and until when
  add      remember the yes that you just gave in the client's own prompt
  revoke   remove grants; calls that they covered ask again

A grant is an approval that is remembered: \`sallyport approve ID --for session|always\`.
`,
  subcommands: {
    list: async () => (await import('./grants-list.ts')).grantsListCommand,
    add: async () => (await import('./grants-add.ts')).grantsAddCommand,
    revoke: async () => (await import('./grants-revoke.ts')).grantsRevokeCommand,
  },
})
