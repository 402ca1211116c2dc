import { runSubcommand } from '../terminal/subcommands.ts'

export const summary = 'lint, test or import policy files, or print their schema'

export const help = `usage: sallyport policy lint [--strict] [--json] FILE…
       sallyport policy test [--json] FILE…
       sallyport policy import [--json] FILE…
       sallyport policy schema

  lint     every fault with its place, and what is valid but hardly meant
  test     run the rules' own examples: match, not_match and instead
  import   translate the policy of another system
  schema   print the JSON Schema, for editors
`

const subcommands = {
  lint: () => import('./policy-lint.ts'),
  test: () => import('./policy-test.ts'),
  import: () => import('./policy-import.ts'),
  schema: () => import('./policy-schema.ts'),
} as const

export const run = (args: readonly string[]): Promise<number> =>
  runSubcommand({ name: 'policy', help, subcommands }, args)
