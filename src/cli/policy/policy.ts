import { defineCommandGroup } from '../command-group.ts'

export const policyCommand = defineCommandGroup({
  name: 'policy',
  help: `usage: sallyport policy lint [--strict] [--json] FILE…
       sallyport policy test [--json] FILE…
       sallyport policy import [--json] FILE…
       sallyport policy schema

  lint     every fault with its place, and what is valid but hardly meant
  test     run the rules' own examples: match, not_match and instead
  import   translate the policy of another system
  schema   print the JSON Schema, for editors
`,
  subcommands: {
    lint: async () => (await import('./policy-lint.ts')).policyLintCommand,
    test: async () => (await import('./policy-test.ts')).policyTestCommand,
    import: async () => (await import('./policy-import.ts')).policyImportCommand,
    schema: async () => (await import('./policy-schema.ts')).policySchemaCommand,
  },
})
