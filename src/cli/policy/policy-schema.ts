import { join } from 'node:path'
import { readPolicyText } from '../../io/files/read-policy-text.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { parseOptions } from '../terminal/options.ts'
import { failed, misused, shown } from '../terminal/outcome.ts'

export const summary = "print the policy file's JSON Schema"

export const help = `usage: sallyport policy schema

Prints the JSON Schema of policy files. Editors that speak the YAML language server use it through
a comment at the top of the file: # yaml-language-server: $schema=PATH
`

const spec = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  const schema = readPolicyText(join(packageRoot(), 'schema', 'policy.schema.json'))
  if (!schema.ok || schema.value === null)
    return failed('the schema is missing from this installation; install it again')
  return shown(schema.value)
}
