import { runSubcommand } from '../terminal/subcommands.ts'

export const summary = 'list and revoke what need not be asked again'

export const help = `usage: sallyport grants list [--json]
       sallyport grants revoke ID…
       sallyport grants revoke --all

  list     every grant that holds: what it covers, where, and until when
  revoke   take grants away; what they covered asks again

\`sallyport approve ID --for session|always\` makes one.
`

const subcommands = {
  list: () => import('./grants-list.ts'),
  revoke: () => import('./grants-revoke.ts'),
} as const

export const run = (args: readonly string[]): Promise<number> =>
  runSubcommand({ name: 'grants', help, subcommands }, args)
