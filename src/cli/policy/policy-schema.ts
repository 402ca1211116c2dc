import { join } from 'node:path'
import { readPolicyText } from '../../io/files/read-policy-text.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print } from '../terminal/outcome.ts'

export const policySchemaCommand = defineCommand({
  help: `usage: sallyport policy schema

Prints the JSON Schema of policy files. Editors with a YAML language server use it if the file
starts with this comment: # yaml-language-server: $schema=PATH
`,
  options: { json: { type: 'boolean' } },
  run(_options) {
    const schema = readPolicyText(join(packageRoot(), 'schema', 'policy.schema.json'))
    if (!schema.ok || schema.value === null)
      return failed('the schema is missing from this installation; reinstall Sallyport')
    return print(schema.value)
  },
})
