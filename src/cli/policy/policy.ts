import { defineCommandGroup } from '../command-group.ts'

export const policyCommand = defineCommandGroup({
  name: 'policy',
  help: `usage: sallyport policy lint [--strict] [--json] FILE…
       sallyport policy test [--json] FILE…
       sallyport policy import [--json] FILE…
       sallyport policy schema

  lint     report faults with file and line, and rules that are probably wrong
  test     run the examples in the rules: match, not_match and instead
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
